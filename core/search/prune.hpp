// Lines that need not be searched to their full depth, because a shallower search is clear enough.
// Passing (a null move) proves nothing in draughts: to be on move is often a burden.
#pragma once

#include "search/alphabeta.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

namespace probcut {
inline constexpr int least_depth = 3;
inline constexpr int margin = 10;  // hundredths of a man for each ply of depth
}  // namespace probcut

// Whether a position of this depth may be cut.
template <class G>
CROWNHEAD_INLINE bool AlphaBeta<G>::prunable(int beta, int depth) {
  return depth >= probcut::least_depth && beta < score::table_decided &&
         beta > -score::table_decided;
}

// Whether the position is so good that it will exceed beta: a search of 40 % of the depth verifies
// it with a margin.
template <class G>
bool AlphaBeta<G>::prune(int ply, int beta, int depth, int value) {
  const int raised = beta + probcut::margin * depth;
  if (value < raised || raised >= score::table_decided) return false;
  return search(ply, raised - 1, raised, depth * 2 / 5, false, Mode::verify) >= raised &&
         !counter_.stopped();
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
