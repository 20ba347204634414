// What a network sees of a position: one input for each piece on each square and one for the
// opposition, as either side looks at the board. Evaluation and training both number the inputs
// here, so they cannot come apart.
#pragma once

#include "search/eval/network_file.hpp"
#include "search/eval/systems.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
struct NetworkInputs {
  using Bits = typename G::Bits;

  static constexpr int squares = G::squares;
  static constexpr int kinds = 4;  // own man, own king, other man, other king

  // An odd number of pieces stands in the own system: every second row, the own back row included.
  static constexpr int odd = kinds * squares;
  static constexpr int count_of = odd + 1;

  // The input of the piece on a square. Black sees the board turned round, with the kinds of either
  // side exchanged. Searches ask this at every node: which piece it is must not be a branch.
  static CROWNHEAD_INLINE int of(Side viewer, const Squares<Bits>& position, Bits square) {
    const int black_piece = (position.side[black] & square) != 0;
    const int kind = 2 * black_piece + ((position.kings & square) != 0);
    const int at = square_of.of[lowest(square)];
    return viewer == white ? kind * squares + at : ((kind + 2) & 3) * squares + squares - 1 - at;
  }

  static CROWNHEAD_INLINE bool is_odd(Side viewer, const Squares<Bits>& position) {
    return count((position.side[white] | position.side[black]) & systems.of[viewer]) & 1;
  }

 private:
  static constexpr SquareOf<G> square_of{};
  static constexpr Systems<G> systems{};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
