#include "pdn/sniff.hpp"

#include <algorithm>

#include "pdn/ascii.hpp"
#include "pdn/lexer.hpp"
#include "pdn/move_text.hpp"

namespace crownhead::pdn {

namespace {

void count_move(Looks& looks, std::string_view text) {
  std::string rewritten;
  std::string_view squares = text.substr(0, text.find('<'));
  if (is(text[0], beyond)) squares = rewritten = plain_move(text);
  bool lettered = false, x = false, colon = false;
  for (std::size_t i = 0; i < squares.size();) {
    const char c = lower(squares[i]);
    x |= c == 'x';
    colon |= c == ':';
    if (column_letter(c)) {
      lettered = true;
      looks.columns = std::max(looks.columns, c - 'a' + 1);
    }
    if (!is(c, digit)) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < squares.size() && is(squares[i], digit)) ++i;
    const auto number = [&](std::size_t at) {  // of at most two digits
      return i - at >= 2 ? (squares[at] - '0') * 10 + squares[at + 1] - '0' : squares[at] - '0';
    };
    if (begin > 0 && column_letter(squares[begin - 1])) {
      if (i - begin <= 2) looks.rows = std::max(looks.rows, number(begin));
    } else if (i - begin <= 4) {
      for (std::size_t at = begin; at < i; at += 2)
        looks.highest = std::max(looks.highest, number(at));
    }
  }
  ++(lettered ? looks.algebraic : looks.numeric);
  looks.x_signs += x;
  looks.colons += colon;
  if (looks.first.empty()) looks.first = text;
}

}  // namespace

std::string bare(std::string_view result) {
  std::string found;
  for (const char c : result)
    if (!is(c, blank)) found.push_back(c);
  return found;
}

Looks sniff(std::string_view source) {
  Looks looks;
  looks.cyrillic = static_cast<int>(std::count_if(
      source.begin(), source.end(), [](char c) { return c == '\xD0' || c == '\xD1'; }));
  const Lexer lexer(source, true);
  int depth = 0;
  for (Token token = lexer.next(0); token.kind != Kind::end; token = lexer.next(token.end)) {
    switch (token.kind) {
      case Kind::open:
        ++depth;
        break;
      case Kind::close:
        depth -= depth > 0;
        break;
      case Kind::star:
      case Kind::result:
        if (depth == 0 && (looks.result.empty() || token.kind == Kind::result))
          looks.result = bare(lexer.text(token));
        break;
      case Kind::word:
        if (word_meaning(lexer.text(token)) == Meaning::move) count_move(looks, lexer.text(token));
        break;
      default:
        break;
    }
  }
  return looks;
}

}  // namespace crownhead::pdn
