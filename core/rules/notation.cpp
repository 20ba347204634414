#include "rules/notation.hpp"

#include <cstring>

#include "rules/utf8.hpp"

namespace crownhead {

namespace {

constexpr std::size_t longest_text = 200;  // characters
constexpr int routes_tried = 256;

bool digit(char c) {
  return c >= '0' && c <= '9';
}

int letter(char c) {
  if (c >= 'a' && c <= 'l') return c - 'a';
  if (c >= 'A' && c <= 'L') return c - 'A';
  return -1;
}

// Whether the named squares between the ends are those of one route; or, failing that, are visited
// in order along one.
class Follower final : public RouteVisitor {
 public:
  Follower(const Position& position, int from, const NamedSquares& squares)
      : ruleset_(*position.ruleset), from_(from), squares_(squares) {}

  void visit(const std::uint8_t* at, int jumps) override {
    next_ = 1;
    int here = from_;
    for (int i = 0; i < jumps; ++i) {
      walk(here, at[i]);
      here = at[i];
    }
    followed_ |= next_ >= squares_.size - 1;
    exact_ |= jumps + 1 == squares_.size &&
              std::memcmp(at, squares_.at + 1, static_cast<std::size_t>(jumps)) == 0;
  }

  bool followed() const { return followed_; }
  bool exact() const { return exact_; }

 private:
  // Pass every playing square on the straight line from one square to another.
  void walk(int from, int to) {
    int column = ruleset_.column(from), row = ruleset_.row(from);
    const int to_column = ruleset_.column(to), to_row = ruleset_.row(to);
    const int right = (to_column > column) - (to_column < column);
    const int up = (to_row > row) - (to_row < row);
    while (column != to_column || row != to_row) {
      column += right;
      row += up;
      const int here = ruleset_.index_at(column, row);
      if (here >= 0 && next_ < squares_.size - 1 && squares_.at[next_] == here) ++next_;
      if (column < 0 || row < 0 || column > 16 || row > 16) return;
    }
  }

  const Ruleset& ruleset_;
  int from_;
  const NamedSquares& squares_;
  int next_ = 1;
  bool followed_ = false;
  bool exact_ = false;
};

bool same_ends(const Move& move, const NamedSquares& squares) {
  return move.from == squares.at[0] && move.to == squares.at[squares.size - 1];
}

// How the squares of a text lie along the routes of a move.
struct Followed {
  bool all_along = false;  // visited in order along a route
  bool exactly = false;    // one route and nothing else
};

// False if the budget was exceeded.
bool follow(const Position& position, const Move& move, const NamedSquares& squares,
            Followed& found, Budget& budget) {
  Follower follower(position, move.from, squares);
  if (move.captures()) follower.visit(move.route, move.jumps);
  if (move.captures() && !follower.exact() && count(Wide(move.captured)) > 1 &&
      !position.ruleset->ops->routes(position.ruleset->rules, position, move, follower,
                                     routes_tried, budget))
    return false;
  found = {follower.followed(), follower.exact()};
  return true;
}

bool lists_captures(const Move& move, const NamedSquares& squares) {
  if (squares.size < 3 || move.from != squares.at[0] || move.to != squares.at[1]) return false;
  Wide listed = 0;
  for (int i = 2; i < squares.size; ++i) {
    const Wide here = bit<Wide>(squares.at[i]);
    if (listed & here) return false;
    listed |= here;
  }
  return listed == Wide(move.captured);
}

}  // namespace

void add_square(MoveText& text, const Ruleset& ruleset, int index) {
  if (!ruleset.algebraic) {
    text.add(ruleset.number(index));
    return;
  }
  text.add(static_cast<char>('a' + ruleset.column(index)));
  text.add(ruleset.row(index) + 1);
}

void write_move(MoveText& text, const Move& move, Form form) {
  const Ruleset& ruleset = *move.ruleset;
  if (form == Form::hub) {
    text.add(ruleset.number(move.from));
    text.add(move.captures() ? 'x' : '-');
    text.add(ruleset.number(move.to));
    for (int n = 1; n <= ruleset.layout->squares; ++n) {
      if (!(Wide(move.captured) & bit<Wide>(ruleset.index(n)))) continue;
      text.add('x');
      text.add(n);
    }
    return;
  }
  const char sign = move.captures() ? ruleset.capture_sign : '-';
  add_square(text, ruleset, move.from);
  if (move.captures() && (form == Form::full || move.ambiguous)) {
    for (int i = 0; i + 1 < move.jumps; ++i) {
      text.add(sign);
      add_square(text, ruleset, move.route[i]);
    }
  }
  text.add(sign);
  add_square(text, ruleset, move.to);
}

const char* read_squares(const char* text, std::size_t length, const Ruleset& ruleset,
                         NamedSquares& squares, int& column) {
  squares = {};
  column = 1;
  if (characters({text, length}) > longest_text) return "is longer than 200 characters";
  std::size_t i = 0;
  const auto add = [&](int index) {
    if (index < 0 || squares.size == NamedSquares::most) return false;
    squares.at[squares.size++] = static_cast<std::uint8_t>(index);
    return true;
  };
  while (i < length) {
    const char c = text[i];
    column = static_cast<int>(i) + 1;
    if (digit(c)) {
      std::size_t end = i;
      while (end < length && digit(text[end])) ++end;
      const std::size_t digits = end - i;
      if (digits > 4 || digits == 3) return "has a number that is no square";
      for (; i < end; i += 2) {  // "3228" is "32-28"; "07" is "7"
        const bool two = end - i >= 2;
        const int number = (text[i] - '0') * (two ? 10 : 1) + (two ? text[i + 1] - '0' : 0);
        if (!add(ruleset.index(number))) return "names a square that is not on the board";
      }
      i = end;
    } else if (letter(c) >= 0 && i + 1 < length && digit(text[i + 1])) {
      int row = text[i + 1] - '0';
      i += 2;
      if (row == 1 && i < length && digit(text[i])) row = 10 + text[i++] - '0';
      if (!add(ruleset.index_at(letter(c), row - 1)))
        return "names a square that is not on the board";
    } else if (c == 'x' || c == 'X' || c == ':') {
      if (squares.size == 0) return "starts with a capture sign";
      squares.capture_sign = true;
      ++i;
    } else if (c == '-' || c == ' ' || c == '\t') {
      squares.quiet_sign |= c == '-';
      ++i;
    } else if (c == '!' || c == '?' || c == '(' || c == ')') {
      if (squares.size < 2) return "has a mark before the move";
      ++i;
    } else {
      return "has a character that belongs to no move";
    }
  }
  column = 1;
  if (squares.size == 0) return "names no square";
  if (squares.size == 1) return "names only one square";
  return nullptr;
}

bool match(const Position& position, const NamedSquares& squares, Moves& moves, Budget& budget) {
  // Where capturing is optional, "10-3" may be a quiet move beside the capture "10x3".
  const bool quiet_sign = squares.quiet_sign && position.ruleset->capture_sign != '-';
  enum Fit : std::uint8_t { plain, quiet, exact };
  Fit best = plain;
  int kept = 0;
  for (int i = 0; i < moves.size(); ++i) {
    const Move& move = moves[i];
    const bool ends = (move.captures() || !squares.capture_sign) && same_ends(move, squares);
    const bool listed = lists_captures(move, squares);
    if (!ends && !listed) continue;
    Followed found{squares.size == 2, false};
    if (ends && squares.size > 2 && !follow(position, move, squares, found, budget)) return false;
    Fit fit = plain;
    if (quiet_sign && ends && !move.captures() && found.all_along)
      fit = quiet;
    else if (squares.size > 2 && (listed || found.exactly))
      fit = exact;
    else if (!ends || !found.all_along)
      continue;
    // A quiet move goes before a whole route, and this before squares passed on the way.
    if (fit != plain && (best == plain || (fit == quiet && best == exact))) {
      best = fit;
      kept = 0;
    }
    if (fit == best) moves[kept++] = moves[i];
  }
  moves.cut(kept);
  return true;
}

int written_briefly(const NamedSquares& squares, const Moves& moves) {
  int found = -1;
  if (squares.size != 2) return -1;
  for (int i = 0; i < moves.size(); ++i) {
    if (moves[i].jumps != 1) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

}  // namespace crownhead
