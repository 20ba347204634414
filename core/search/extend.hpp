// Lines that are looked at more deeply.
#pragma once

#include "search/alphabeta.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

namespace singular {
inline constexpr int least_depth = 8;
inline constexpr int margin = 3;  // hundredths of a man for each ply of depth
}  // namespace singular

// Search all moves but the best known one: if none comes near it, it is followed one ply further.
// If they all are too good for the window, `cut` is set to what they are worth at least.
template <class G>
int AlphaBeta<G>::extension(int ply, const Entry& entry, int depth, bool pv, int beta, int& cut) {
  if (depth < singular::least_depth || !entry.move || entry.depth < depth - 3 ||
      entry.bound == Bound::upper || ply >= 2 * depth_)
    return 0;
  const int known = score::recalled(entry.score, ply);
  if (known >= score::table_decided || known <= -score::table_decided) return 0;
  const int bound = known - singular::margin * depth;
  const int rest = search(ply, bound - 1, bound, depth / 2, false, Mode::verify, entry.move);
  if (counter_.stopped()) return 0;
  if (rest < bound) return 1;
  if (!pv && bound >= beta) cut = bound;
  return 0;
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
