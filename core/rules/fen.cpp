#include "rules/fen.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "rules/look_alikes.hpp"
#include "rules/notation.hpp"
#include "rules/utf8.hpp"

namespace crownhead {

namespace {

constexpr std::size_t longest_text = 1000;  // characters

namespace fault {

constexpr FenFault empty{"empty", "is empty"};
constexpr FenFault white_twice{"white_twice", "lists White twice"};
constexpr FenFault black_twice{"black_twice", "lists Black twice"};
constexpr FenFault no_number{"no_number", "has a counter without a number"};
constexpr FenFault field{"field", "has a field that starts with none of W, B, H, F, +"};
constexpr FenFault trailing{"trailing", "has characters after the lists of squares"};
constexpr FenFault no_squares{"no_squares", "lists no squares"};
constexpr FenFault no_turn{"no_turn", "does not start with the side to move, W or B"};
constexpr FenFault no_colon{"no_colon", "has no ':' after the side to move"};
constexpr FenFault occupied{"occupied", "puts two pieces on one square"};
constexpr FenFault off_board{"off_board", "names a square that is not on the board"};
constexpr FenFault range{"range", "has a range that is no range of squares"};
constexpr FenFault no_square{"no_square", "has a comma with no square after it"};
constexpr FenFault no_comma{"no_comma", "has no comma between two squares"};
constexpr FenFault one_run{"one_run", "has only one count of king moves"};
constexpr FenFault no_run{"no_run", "has a '+' without a count"};
constexpr FenFault run_square{"run_square", "has a count of king moves without the king's square"};
constexpr FenFault run_king{"run_king", "counts moves of a king that is not there"};
constexpr FenFault few_letters{"few_letters", "has fewer letters than the board has squares"};
constexpr FenFault letter{"letter", "has a letter other than w, b and e"};
constexpr FenFault many_letters{"many_letters", "has more letters than the board has squares"};
constexpr FenFault too_long{"too_long", "is longer than 1000 characters"};

}  // namespace fault

bool digit(char c) {
  return c >= '0' && c <= '9';
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

class Reader {
 public:
  Reader(const char* text, std::size_t length, const Ruleset& ruleset, Position& position)
      : text_(text), end_(length), ruleset_(ruleset), position_(position) {}

  const FenFault* read() {
    trim();
    unwrap();
    numbers_ = names_numbers();
    position_ = {};
    position_.ruleset = &ruleset_;
    if (at_ == end_) return &fault::empty;
    if (in_letters()) return letters();
    if (const FenFault* wrong = turn()) return wrong;
    bool seen[2] = {false, false};
    bool bare = true;  // "B::" leaves both colours out
    while (at_ < end_ && text_[at_] == ':') {
      ++at_;
      skip();
      if (at_ == end_ || text_[at_] == ':') continue;
      const char c = lower(text_[at_]);
      if (c == 'w' || c == 'b') {
        const Side side = c == 'w' ? white : black;
        if (seen[side]) return side == white ? &fault::white_twice : &fault::black_twice;
        seen[side] = true;
        bare = false;
        ++at_;
        if (const FenFault* wrong = pieces(side)) return wrong;
      } else if (c == 'h' || c == 'f') {
        ++at_;
        int n = 0;
        if (!number(n)) return &fault::no_number;
        if (c == 'h') plies_ = n > 254 ? 254 : n;
      } else if (c == '+') {
        if (const FenFault* wrong = runs()) return wrong;
      } else {
        return &fault::field;
      }
      skip();
    }
    if (at_ < end_) return &fault::trailing;
    if (!bare && !seen[white] && !seen[black]) return &fault::no_squares;
    position_.refresh();
    for (int i = 0; plies_ > 0 && i < ruleset_.draw_rules; ++i) {
      if (ruleset_.draw_rule[i].endings) continue;
      position_.counts[i] = static_cast<std::uint8_t>(plies_);
      break;
    }
    return nullptr;
  }

  int column() const { return static_cast<int>(at_ < end_ ? at_ : end_) + 1; }

 private:
  static bool space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  void skip() {
    while (at_ < end_ && space(text_[at_])) ++at_;
  }

  void trim() {
    skip();
    while (end_ > at_ && (space(text_[end_ - 1]) || text_[end_ - 1] == '.')) --end_;
  }

  // Take off what people paste with it: quotes, or the tag.
  void unwrap() {
    const std::size_t at = at_, end = end_;
    if (end_ > at_ + 6 && text_[at_] == '[' && text_[end_ - 1] == ']') {
      ++at_, --end_;
      trim();
      const bool tag = end_ > at_ + 3 && lower(text_[at_]) == 'f' && lower(text_[at_ + 1]) == 'e' &&
                       lower(text_[at_ + 2]) == 'n';
      at_ += tag ? 3 : 0;
      trim();
    }
    if (end_ > at_ + 1 && text_[at_] == '"' && text_[end_ - 1] == '"') {
      ++at_, --end_;
      trim();
    } else {
      at_ = at, end_ = end;
    }
  }

  // Whether a list holds a square by its number: "G3" is then no square of the column g.
  bool names_numbers() const {
    for (std::size_t i = at_ + 2; i < end_; ++i) {
      const char before = lower(text_[i - 1]);
      const bool begins = (before == 'w' || before == 'b') && text_[i - 2] == ':';
      if (digit(text_[i]) && (before == ',' || begins)) return true;
    }
    return false;
  }

  const FenFault* turn() {
    const char c = lower(text_[at_]);
    if (c == 'w')
      position_.turn = white;
    else if (c == 'b')
      position_.turn = black;
    else if (c == '?')
      position_.turn = static_cast<std::uint8_t>(ruleset_.first);
    else
      return &fault::no_turn;
    ++at_;
    skip();
    if (at_ == end_ || text_[at_] != ':') return &fault::no_colon;
    return nullptr;
  }

  bool number(int& n) {
    if (at_ == end_ || !digit(text_[at_])) return false;
    n = 0;
    for (; at_ < end_ && digit(text_[at_]); ++at_)
      if (n < 100'000) n = n * 10 + text_[at_] - '0';
    return true;
  }

  // A square by number or by letter and row; -1 if it is none.
  int square(bool& by_number) {
    by_number = at_ < end_ && digit(text_[at_]);
    if (by_number) {
      const std::size_t start = at_;
      int n = 0;
      number(n);
      const int found = ruleset_.index(n);
      if (found < 0) at_ = start;
      return found;
    }
    if (at_ + 1 >= end_ || !digit(text_[at_ + 1])) return -1;
    const char c = lower(text_[at_]);
    if (c < 'a' || c > 'l') return -1;
    const std::size_t start = at_++;
    int row = 0;
    number(row);
    const int found = ruleset_.index_at(c - 'a', row - 1);
    if (found < 0) at_ = start;
    return found;
  }

  const FenFault* put(Side side, int index, bool king) {
    const Wide here = bit<Wide>(index);
    if (position_.occupied() & here) return &fault::occupied;
    position_.side[side] = Wide(position_.side[side]) | here;
    if (king) position_.kings = Wide(position_.kings) | here;
    return nullptr;
  }

  // "K" marks a king; "k1" in letters is a square of the largest board.
  bool crown() const {
    if (at_ + 1 >= end_) return false;
    return text_[at_] == 'K' ||
           (text_[at_] == 'k' && !(ruleset_.algebraic && digit(text_[at_ + 1])));
  }

  // A piece that was captured in a capture in progress, a man G or a king P, as lidraughts has it.
  bool ghost() const {
    if (at_ + 1 >= end_) return false;
    const bool square = ruleset_.algebraic && !numbers_ && digit(text_[at_ + 1]);
    return text_[at_] == 'P' || (text_[at_] == 'G' && !square);
  }

  const FenFault* pieces(Side side) {
    skip();
    while (at_ < end_ && text_[at_] != ':') {
      const bool captured = ghost();
      const bool king = !captured && crown();
      if (king || captured) ++at_;
      const std::size_t start = at_;
      bool by_number = false;
      const int first = square(by_number);
      if (first < 0) return &fault::off_board;
      if (captured) {
        // It is off the board.
      } else if (by_number && at_ < end_ && text_[at_] == '-') {
        ++at_;
        bool last_by_number = false;
        const int last = square(last_by_number);
        if (last < 0 || !last_by_number || ruleset_.number(last) < ruleset_.number(first))
          return &fault::range;
        for (int n = ruleset_.number(first); n <= ruleset_.number(last); ++n)
          if (const FenFault* wrong = put(side, ruleset_.index(n), king)) return at_ = start, wrong;
      } else if (const FenFault* wrong = put(side, first, king)) {
        return at_ = start, wrong;
      }
      skip();
      if (at_ < end_ && text_[at_] == ',') {
        ++at_;
        skip();
        if (at_ == end_ || text_[at_] == ':') return &fault::no_square;
      } else if (at_ < end_ && text_[at_] != ':') {
        return &fault::no_comma;
      }
    }
    return nullptr;
  }

  // "+<count>[square]+<count>[square]", Black first.
  const FenFault* runs() {
    for (const Side side : {black, white}) {
      if (at_ == end_ || text_[at_] != '+') return &fault::one_run;
      ++at_;
      int n = 0;
      if (at_ == end_ || !digit(text_[at_])) return &fault::no_run;
      n = text_[at_++] - '0';
      if (at_ == end_ || text_[at_] == '+' || text_[at_] == ':') {
        if (n) return &fault::run_square;
        continue;
      }
      bool by_number = false;
      const int index = square(by_number);
      if (index < 0) return &fault::off_board;
      const Wide king = Wide(position_.side[side]) & Wide(position_.kings) & bit<Wide>(index);
      if (!king) return &fault::run_king;
      position_.runs.count[side] = static_cast<std::uint8_t>(n);
      position_.runs.index[side] = n ? static_cast<std::uint8_t>(index) : std::uint8_t{0};
    }
    return nullptr;
  }

  // Whether it is written in letters, one for each square, as Hub and DXP have it.
  bool in_letters() const {
    const char first = lower(text_[at_]);
    return (first == 'w' || first == 'b' || first == 'z') && end_ - at_ > 1 &&
           std::none_of(text_ + at_, text_ + end_, [](char c) { return c == ':' || digit(c); });
  }

  const FenFault* letters() {
    position_.turn = lower(text_[at_++]) == 'w' ? white : black;
    for (int n = 1; n <= ruleset_.layout->squares; ++n, ++at_) {
      if (at_ == end_) return &fault::few_letters;
      const char kind = lower(text_[at_]);
      if (kind == 'e') continue;
      if (kind != 'w' && kind != 'b' && kind != 'z') return &fault::letter;
      const Wide here = bit<Wide>(ruleset_.index(n));
      const Side side = kind == 'w' ? white : black;
      position_.side[side] = Wide(position_.side[side]) | here;
      if (text_[at_] != kind) position_.kings = Wide(position_.kings) | here;
    }
    if (at_ < end_) return &fault::many_letters;
    position_.refresh();
    return nullptr;
  }

  const char* text_;
  std::size_t at_ = 0;
  std::size_t end_;
  const Ruleset& ruleset_;
  Position& position_;
  int plies_ = 0;
  bool numbers_ = false;
};

// A text with letters of ours for the Cyrillic ones that look like them.
std::string in_latin(std::string_view text) {
  std::string latin;
  latin.reserve(text.size());
  while (!text.empty()) {
    static constexpr std::string_view ka = "\xD0\x9A";
    const LookAlike* letter = look_alike(text);
    const bool king = text.starts_with(ka);
    latin.push_back(letter ? letter->to : king ? 'K' : text.front());
    text.remove_prefix(letter ? letter->from.size() : king ? ka.size() : 1);
  }
  return latin;
}

}  // namespace

const FenFault* read_fen(const char* text, std::size_t length, const Ruleset& ruleset,
                         Position& position, int& column) {
  column = 1;
  if (characters({text, length}) > longest_text) return &fault::too_long;
  const auto read = [&](std::string_view fen) {
    Reader reader(fen.data(), fen.size(), ruleset, position);
    const FenFault* wrong = reader.read();
    column = reader.column();
    return wrong;
  };
  const std::string_view fen(text, length);
  const bool ascii = std::all_of(fen.begin(), fen.end(), [](char c) { return (c & 0x80) == 0; });
  return ascii ? read(fen) : read(in_latin(fen));
}

void write_fen(FenText& text, const Position& position, bool counters) {
  const Ruleset& ruleset = *position.ruleset;
  const auto add_square_to = [&](int index) {
    MoveText square;
    add_square(square, ruleset, index);
    text.add(square.c_str());
  };
  text.add(position.turn == white ? 'W' : 'B');
  for (const Side side : {white, black}) {
    text.add(side == white ? ":W" : ":B");
    bool first = true;
    for (int n = 1; n <= ruleset.layout->squares; ++n) {
      const int index = ruleset.index(n);
      const Wide here = bit<Wide>(index);
      if (!(Wide(position.side[side]) & here)) continue;
      if (!first) text.add(',');
      first = false;
      if (Wide(position.kings) & here) text.add('K');
      add_square_to(index);
    }
  }
  if (!counters) return;
  for (int i = 0; i < ruleset.draw_rules; ++i) {
    if (ruleset.draw_rule[i].endings) continue;
    text.add(":H");
    const int plies = position.counts[i];
    if (plies >= 100) text.add(plies / 100);
    if (plies >= 100 && plies % 100 < 10) text.add('0');
    text.add(plies % 100);
    break;
  }
  if (ruleset.rules.king_run == 0) return;
  text.add(':');
  for (const Side side : {black, white}) {
    const int run = position.runs.count[side];
    text.add('+');
    text.add(run > 9 ? 9 : run);
    if (run) add_square_to(position.runs.index[side]);
  }
}

void write_squares(FenText& text, const Position& position, bool dxp) {
  const Ruleset& ruleset = *position.ruleset;
  const char black_man = dxp ? 'z' : 'b';
  const char black_king = dxp ? 'Z' : 'B';
  text.add(position.turn == white ? 'W' : black_king);
  for (int n = 1; n <= ruleset.layout->squares; ++n) {
    switch (position.at(ruleset.index(n))) {
      case Piece::none:
        text.add('e');
        break;
      case Piece::white_man:
        text.add('w');
        break;
      case Piece::white_king:
        text.add('W');
        break;
      case Piece::black_man:
        text.add(black_man);
        break;
      case Piece::black_king:
        text.add(black_king);
        break;
    }
  }
}

}  // namespace crownhead
