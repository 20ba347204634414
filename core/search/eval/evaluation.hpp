// What the search asks of an evaluation, whichever kind it is.
#pragma once

#include "search/node.hpp"
#include "search/score.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

// One kind of evaluation on boards of geometry G. A kind fills its piece-square table when it is
// made; the search keeps the sum over it up to date move by move where `sums_pieces`.
template <class G>
class Evaluation {
 public:
  using Bits = typename G::Bits;

  Evaluation() = default;
  virtual ~Evaluation() = default;
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  // The value of a quiet position for the side to move, which has `moves` moves without a capture,
  // in hundredths of a man. It may lie outside the scores allowed: `Evaluator` cuts it.
  virtual int value(const Node<Bits>& node, int moves) const = 0;

  // Whether a value depends on `moves`; counting them takes time.
  virtual bool looks_at_moves() const { return true; }

  // Whether a value depends on the sum over the piece-square table.
  virtual bool sums_pieces() const { return false; }

  // The value of a piece on the square of a bit index, White's view.
  CROWNHEAD_INLINE int piece_square(Side side, bool king, int index) const {
    return piece_square_[side][king][index];
  }

  int piece_square_sum(const Squares<Bits>& squares) const {
    int sum = 0;
    for (const Side side : {white, black})
      each_bit(squares.side[side], [&](Bits square) {
        sum += piece_square(side, (squares.kings & square) != 0, lowest(square));
      });
    return sum;
  }

 protected:
  void set_piece_square(Side side, bool king, int index, int value) {
    piece_square_[side][king][index] = static_cast<std::int16_t>(value);
  }

 private:
  std::int16_t piece_square_[2][2][Layout::most_bits] = {};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
