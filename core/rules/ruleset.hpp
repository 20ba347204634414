// One game as the core plays it: its switches, its board, its numbering, its draw counts, and the
// generator that fits it.
#pragma once

#include <cstdint>

#include "rules/ops.hpp"
#include "rules/position.hpp"

namespace crownhead {

struct Range {
  std::uint8_t low = 0;
  std::uint8_t high = 255;
  bool holds(int n) const { return low <= n && n <= high; }
};

struct Ending {
  Range strong_men, strong_kings, weak_men, weak_kings, total;
  bool on_long_diagonal = false;
};

enum Progress : std::uint8_t { capture = 1, man_move = 2, crowning = 4 };

struct DrawRule {
  static constexpr int most_endings = 6;
  std::uint8_t plies = 0;
  std::uint8_t resets = 0;  // Progress flags
  bool automatic = true;
  std::uint8_t endings = 0;
  Ending ending[most_endings];
  int most_pieces = 255;  // on the board in any of the endings; found by Ruleset::prepare
};

// How a board is laid out: the same for every game on it.
struct Layout {
  static constexpr int most_squares = 72;
  static constexpr int most_bits = 80;

  int width, height, per_row, squares;
  bool all_squares;
  std::uint8_t index_of[most_squares];  // square (row by row from the top left) -> bit index
  std::uint8_t square_of[most_bits];    // bit index -> square
  Wide board, crown_row[2], long_diagonal;

  int row(int square) const { return square / per_row; }
  int column(int square) const;
};

const Layout& layout(Board board);

struct Ruleset {
  Rules rules;
  Side first = black;
  int men_rows = 3;
  int rows_behind = 0;
  bool algebraic = false;    // the game's own notation
  bool from_bottom = false;  // square 1 at the bottom right instead of the top left
  bool mirrored = false;     // shown with a light near left corner
  char capture_sign = 'x';
  int draw_rules = 0;
  DrawRule draw_rule[Position::most_counts];
  int id = 0;

  const Layout* layout = nullptr;
  const Ops* ops = nullptr;   // the generator specialised for these rules, if there is one
  const Ops* slow = nullptr;  // the one that reads them at run time

  // Find layout and generator once the fields above are set.
  void prepare();

  int number(int index) const;  // bit index -> square number, 1-based
  int index(int number) const;  // square number -> bit index, -1 if there is no such square
  int column(int index) const;  // as shown, from the left
  int row(int index) const;     // as shown, from the bottom
  int index_at(int column, int row) const;  // as shown; -1 if it is not a playing square
};

}  // namespace crownhead
