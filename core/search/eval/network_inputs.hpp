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
  // As White sees the board; Black sees it turned round, with the kinds of either side exchanged.
  enum Kind : int { own_man, own_king, other_man, other_king, kinds };
  // An odd number of pieces stands in the own system: every second row, the own back row included.
  static constexpr int odd = kinds * squares;
  static constexpr int count_of = odd + 1;

  static constexpr int of(Side viewer, Kind as_white, int square) {
    return viewer == white ? as_white * squares + square
                           : ((as_white + 2) & 3) * squares + squares - 1 - square;
  }

  static CROWNHEAD_INLINE bool is_odd(Side viewer, const Squares<Bits>& position) {
    return count((position.side[white] | position.side[black]) & systems.of[viewer]) & 1;
  }

  static constexpr SquareOf<G> square_of{};

 private:
  static constexpr Systems<G> systems{};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
