// Moves that are looked at less deeply, because others came before them.
#pragma once

#include "rules/bits.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

// Without a known best move a position is searched one ply less from this depth on.
inline constexpr int internal_reduction_depth = 5;

// By how many plies the quiet move that is tried as number `number` (from 0) is reduced.
CROWNHEAD_INLINE int reduction(int number, int depth, bool pv, int history) {
  (void)history;
  if (depth < 1) return 0;
  if (pv) return number >= 3 ? 1 : 0;
  return number >= 4 && depth >= 2 ? 2 : number >= 1 ? 1 : 0;
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
