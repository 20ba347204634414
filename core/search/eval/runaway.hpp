// Men that nobody can stop on their way to be crowned.
#pragma once

#include "rules/board.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
struct Rows {
  typename G::Bits of[G::height];
  constexpr Rows() : of() {
    for (int row = 0; row < G::height; ++row) of[row] = G::row_bits(row);
  }
};
template <class G>
inline constexpr Rows<G> all_rows{};

// The moves that the foremost man of side S needs which no piece of the other side can meet; 0 if
// there is none, or if it cannot be told so simply: kings, or a board on which men go straight on.
template <Side S, class G>
int steps_to_crown(const Squares<typename G::Bits>& squares) {
  using Bits = typename G::Bits;
  constexpr int height = G::height;
  if (G::squares * 2 != G::width * height || (squares.side[!S] & squares.kings)) return 0;
  Bits shadow = squares.side[!S];
  for (int i = 1; i < height && shadow; ++i) {
    constexpr int left = S == white ? south_west : north_west;
    constexpr int right = S == white ? south_east : north_east;
    shadow |= (G::template step<left>(shadow) | G::template step<right>(shadow)) & G::board;
  }
  const Bits free = squares.side[S] & ~squares.kings & ~shadow;
  if (!free) return 0;
  for (int far = 1; far < height; ++far)
    if (free & all_rows<G>.of[S == white ? far : height - 1 - far]) return far;
  return 0;
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
