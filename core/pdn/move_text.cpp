#include "pdn/move_text.hpp"

#include "pdn/ascii.hpp"
#include "rules/look_alikes.hpp"
#include "rules/notation.hpp"
#include "rules/ruleset.hpp"

namespace crownhead::pdn {

namespace {

bool sign_char(char c) {
  return is(c, sign);
}

// "ab4" or "c:e5": the file of the piece and the target. Null if the word is none.
struct Short {
  bool found = false;
  bool capture_sign = false;
  int column = 0, to_column = 0, to_row = 0;
};

Short short_form(std::string_view word) {
  Short read;
  std::size_t i = 0;
  if (word.size() < 3 || !column_letter(word[i])) return read;
  read.column = lower(word[i++]) - 'a';
  if (sign_char(word[i])) read.capture_sign = word[i++] != '-';
  if (i >= word.size() || !column_letter(word[i])) return read;
  read.to_column = lower(word[i++]) - 'a';
  if (i >= word.size() || word.size() - i > 2) return read;
  for (; i < word.size(); ++i) {
    if (!is(word[i], digit)) return read;
    read.to_row = read.to_row * 10 + word[i] - '0';
  }
  read.found = true;
  return read;
}

template <class Fits>
void keep(Moves& moves, Fits&& fits) {
  int kept = 0;
  for (int i = 0; i < moves.size(); ++i)
    if (fits(moves[i])) moves[kept++] = moves[i];
  moves.cut(kept);
}

bool plain(std::string_view word) {
  for (const char c : word)
    if (is(c, beyond | blank) || c == '<') return false;
  return !sign_char(word.back());
}

}  // namespace

Meaning word_meaning(std::string_view word) {
  if (is(word[0], beyond)) {
    const std::string rewritten = plain_move(word);
    if (!rewritten.empty() && !is(rewritten[0], beyond)) return word_meaning(rewritten);
  }
  if (is(word[0], digit)) {
    if (word.size() > 3) return Meaning::move;
    for (const char c : word)
      if (!is(c, digit)) return Meaning::move;
    return Meaning::number;
  }
  if (word == "-" || word == "\xE2\x80\x93") return Meaning::pass;
  if (word == "x" || word == "X" || word == ":") return Meaning::capture;
  if (word.size() > 1 && column_letter(word[0]) && is(word[1], digit)) return Meaning::move;
  return short_form(word).found ? Meaning::move : Meaning::text;
}

std::string plain_move(std::string_view word) {
  static constexpr struct {
    std::string_view from;
    char to;
  } signs[] = {{"\xE2\x80\x90", '-'},
               {"\xE2\x80\x91", '-'},
               {"\xE2\x80\x92", '-'},
               {"\xE2\x80\x93", '-'},
               {"\xE2\x80\x94", '-'},
               {"\xE2\x88\x92", '-'},
               {"\xC2\xAD", '-'},
               {"\xC3\x97", 'x'},
               {"\xE2\x9C\x95", 'x'},
               {"\xE2\x9C\x96", 'x'},
               {"\xE2\xA8\xAF", 'x'},
               // Cyrillic letters that look like x
               {"\xD1\x85", 'x'},
               {"\xD0\xA5", 'x'},
               {"\x96", '-'},
               {"\x97", '-'},
               {"\xAD", '-'},
               {"\xD7", 'x'}};
  std::string plain;
  const std::string_view squares = word.substr(0, word.find('<'));
  for (std::size_t i = 0; i < squares.size();) {
    bool found = false;
    for (const auto& sign : signs) {
      if (found || squares.substr(i, sign.from.size()) != sign.from) continue;
      plain.push_back(sign.to);
      i += sign.from.size();
      found = true;
    }
    if (found) continue;
    if (const LookAlike* letter = look_alike(squares.substr(i))) {
      plain.push_back(letter->to);
      i += letter->from.size();
      continue;
    }
    if (!is(squares[i], blank)) plain.push_back(squares[i]);
    ++i;
  }
  // 32-28- and 32-28+: the sheet's signs for what a move is worth
  while (!plain.empty() && sign_char(plain.back())) plain.pop_back();
  if (squares.size() == word.size()) return plain;
  const auto first = plain.find_first_of(":xX-"), last = plain.find_last_of(":xX-");
  if (first == plain.npos) return plain;
  plain.erase(first, last - first);
  bool inside = false;
  for (const char c : word.substr(squares.size())) {
    const bool part = is(c, digit) || column_letter(c);
    if (part && !inside) plain.push_back('x');
    if (part) plain.push_back(c);
    inside = part;
  }
  return plain;
}

const char* match_word(const Position& position, std::string_view word, Moves& moves,
                       Budget& budget) {
  std::string rewritten;
  if (!plain(word)) {
    rewritten = plain_move(word);
    word = rewritten;
  }
  const Ruleset& ruleset = *position.ruleset;
  NamedSquares squares;
  int column = 1;
  const char* wrong = read_squares(word.data(), word.size(), ruleset, squares, column);
  if (!wrong) {
    if (!match(position, squares, moves, budget)) moves.clear();
    return nullptr;
  }
  const Short read = short_form(word);
  if (!read.found) return wrong;
  const int target = ruleset.index_at(read.to_column, read.to_row - 1);
  if (target < 0) return "names a square that is not on the board";
  keep(moves, [&](const Move& move) {
    return move.to == target && ruleset.column(move.from) == read.column &&
           (move.captures() || !read.capture_sign);
  });
  return nullptr;
}

}  // namespace crownhead::pdn
