// Best play by endgame tables: the nearest win against the longest defence.
#pragma once

#include "endgame/tables.hpp"

namespace crownhead::endgame {

// Whether outcome `a` is better than `b` for whoever has it: a near win, a draw, a far loss.
inline bool better(const Verdict& a, const Verdict& b) {
  if (a.value != b.value) return a.value > b.value;
  return a.value * a.plies < b.value * b.plies;
}

// Find the first of the best moves; `unknown` where the tables do not know what one leads to, or
// there is none.
Verdict::Kind best_move(const Tables& tables, const Position& position, Move& best);

// What became of a line of best play: the draw rule, by its number, whose count is full before the
// line ends, or -1.
struct Followed {
  Verdict::Kind kind = Verdict::known;  // else the tables do not know the whole line
  int draw_rule = -1;
};

// Follow best play from a position, `plies` before its end, by the counts of that position.
Followed follow(const Tables& tables, Position position, int plies);

}  // namespace crownhead::endgame
