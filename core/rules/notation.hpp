// Moves as text: numbers or letters, short, full or hub form, as docs/pdn.md and docs/hub.md say.
#pragma once

#include <cstddef>

#include "rules/position.hpp"
#include "rules/ruleset.hpp"
#include "rules/text.hpp"

namespace crownhead {

enum class Form { short_form, full, hub };

using MoveText = Text<512>;

void add_square(MoveText& text, const Ruleset& ruleset, int index);

// Write a move: "11-15"; "22x6", or "22x13x6" where two captures share both ends; hub form lists
// the captured squares ("28x19x23"), always in numbers.
void write_move(MoveText& text, const Move& move, Form form);

// The squares named in a move text, as bit indices.
struct NamedSquares {
  static constexpr int most = 64;
  std::uint8_t at[most];
  int size = 0;
  bool capture_sign = false;  // 'x' or ':' stood between them
  bool quiet_sign = false;    // '-' did
};

// Read the squares of a move text. Null if it is one, else what is wrong; `column` counts from 1.
const char* read_squares(const char* text, std::size_t length, const Ruleset& ruleset,
                         NamedSquares& squares, int& column);

// Keep in `moves` those legal moves that the squares can mean: a whole route, or, as the hub
// writes it, origin, target and all captured squares; or else both ends, and any squares between
// visited in this order. False if the budget was exceeded.
bool match(const Position& position, const NamedSquares& squares, Moves& moves, Budget& budget);

// Which of several captures that fit two squares is written so: the only one that jumps once, for
// the route of any other would be written out. -1 if there is none.
int written_briefly(const NamedSquares& squares, const Moves& moves);

}  // namespace crownhead
