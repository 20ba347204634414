// Which quiet moves were good enough elsewhere in the tree, and which were not.
#pragma once

#include "search/node.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

// A piece on the square where a move took it, as the moves after it remember it.
struct Mover {
  std::uint8_t king = 0;
  std::uint8_t to = 0;
};

class History {
 public:
  static constexpr int most = 8192;

  // How good a quiet move has been, by itself and after the last move of either side.
  template <class Move>
  CROWNHEAD_INLINE int of(Side side, const Move& move, Mover last, Mover before) const {
    return by_squares_[side][move.by_king][move.from][move.to] +
           reply_[side][last.king][last.to][move.by_king][move.to] +
           sequel_[side][before.king][before.to][move.by_king][move.to];
  }

  template <class Move>
  void update(Side side, const Move& move, Mover last, Mover before, int by) {
    change(by_squares_[side][move.by_king][move.from][move.to], by);
    change(reply_[side][last.king][last.to][move.by_king][move.to], by);
    change(sequel_[side][before.king][before.to][move.by_king][move.to], by);
  }

 private:
  using Continuation = std::int16_t[2][2][Layout::most_bits][2][Layout::most_bits];

  // Values near the limit grow more slowly: what was learnt long ago fades.
  static CROWNHEAD_INLINE void change(std::int16_t& value, int by) {
    const int size = by < 0 ? -by : by;
    value = static_cast<std::int16_t>(value + by - value * size / most);
  }

  std::int16_t by_squares_[2][2][Layout::most_bits][Layout::most_bits] = {};
  Continuation reply_ = {};
  Continuation sequel_ = {};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
