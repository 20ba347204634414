// A position as the search moves it: squares, hash, sums and counts kept up to date move by move.
#pragma once

#include "rules/board.hpp"
#include "rules/keys.hpp"
#include "rules/ops_of.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

struct Counts {
  std::uint8_t plies[Position::most_counts];
};

template <class Bits>
struct Node {
  Squares<Bits> squares;
  std::uint64_t key;
  int piece_square;  // sum over the evaluation's table, White's view
  int reversible;    // plies since one that cannot be undone: no earlier position can come back
  Counts counts;
  Side turn;
  std::uint8_t ply;  // from the root

  CROWNHEAD_INLINE Bits men(Side side) const { return squares.side[side] & ~squares.kings; }
  CROWNHEAD_INLINE Bits kings(Side side) const { return squares.side[side] & squares.kings; }
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
