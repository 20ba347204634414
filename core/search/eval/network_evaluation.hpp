// The evaluation by a small network: what its first layer sums up is kept for each ply and brought
// up to date by the pieces that differ. All in integers: the same on every machine.
#pragma once

#include "search/eval/evaluation.hpp"
#include "search/eval/lanes.hpp"
#include "search/eval/network_inputs.hpp"
#include "search/eval/weights.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
class NetworkEvaluation final : public Evaluation<G> {
 public:
  using Bits = typename G::Bits;
  using Inputs = NetworkInputs<G>;

  // The weights, of this board, must outlive the evaluation.
  explicit NetworkEvaluation(const Weights& weights)
      : divisor_(NetworkFile::one * NetworkFile::one << weights.payload()[2]),
        inputs_(numbers<std::int16_t>(weights, NetworkFile::head)),
        outputs_(numbers<std::int16_t>(weights, file.outputs_at())),
        biases_(numbers<std::int32_t>(weights, file.biases_at())) {
    for (Sums& sums : sums_) sums = bare();
    for (int pieces = 0; pieces <= G::squares; ++pieces)
      bucket_[pieces] =
          static_cast<std::uint8_t>(NetworkFile::bucket(pieces, number_at(weights.payload(), 0)));
    const std::int16_t* const odd = inputs_ + Inputs::odd * hidden;
    for (int i = 0; i < hidden; ++i) {
      turned_[0][i] = static_cast<std::int16_t>(-odd[i]);
      turned_[1][i] = 0;
      turned_[2][i] = odd[i];
    }
  }

  bool looks_at_moves() const override { return false; }

  int value(const Node<Bits>& node, int) const override {
    const Sums& sums = brought_up(node);
    const int pieces = count(node.squares.side[white] | node.squares.side[black]);
    const int bucket = bucket_[pieces];
    const std::int16_t* const weights = outputs_ + bucket * 2 * hidden;
    Products products;
    for (int half = 0; half < 2; ++half) {
      const std::int16_t* const units = sums.of[half ? !node.turn : node.turn];
      for (int i = 0; i < hidden; i += Lanes::size)
        products.add_squares(Lanes::at(units + i), NetworkFile::one,
                             Lanes::at(weights + half * hidden + i));
    }
    const int value = (products.sum() + biases_[bucket]) / divisor_;
    return node.squares.kings && balanced(node.squares) ? value / balanced_divisor : value;
  }

 private:
  // Kings alone, as many on either side, seldom win.
  static constexpr int balanced_divisor = 8;
  static CROWNHEAD_INLINE bool balanced(const Squares<Bits>& squares) {
    return !((squares.side[white] | squares.side[black]) & ~squares.kings) &&
           count(squares.side[white]) == count(squares.side[black]);
  }

  static constexpr int hidden = NetworkFile::hidden;
  static constexpr NetworkFile file{Inputs::count_of};

  // What the first layer sums up for either side, and for which position.
  struct Sums {
    alignas(64) std::int16_t of[2][hidden];
    Squares<Bits> squares;
    bool odd[2];
  };

  // Rows of weights that one position has and another has not.
  struct Rows {
    const std::int16_t* of[G::squares + 1];
    int count = 0;
    CROWNHEAD_INLINE void add(const std::int16_t* row) { of[count++] = row; }
  };

  template <class Number>
  static const Number* numbers(const Weights& weights, std::size_t at) {
    return reinterpret_cast<const Number*>(weights.payload() + at);
  }

  // The sums of an empty board.
  Sums bare() const {
    Sums sums{};
    for (const Side side : {white, black})
      std::memcpy(sums.of[side], inputs_ + Inputs::count_of * hidden, sizeof sums.of[side]);
    return sums;
  }

  static CROWNHEAD_INLINE int distance(const Squares<Bits>& one, const Squares<Bits>& other) {
    return count((one.side[white] ^ other.side[white]) | (one.side[black] ^ other.side[black]) |
                 (one.kings ^ other.kings));
  }

  // The sums for a position: from the nearest of those that stand at its ply, at the two before,
  // and of the empty board.
  const Sums& brought_up(const Node<Bits>& node) const {
    Sums& sums = sums_[node.ply + 1];
    const Sums* nearest = &sums;
    int least = distance(sums.squares, node.squares);
    const auto compare = [&](const Sums& other) {
      const int found = distance(other.squares, node.squares);
      if (found >= least) return;
      least = found;
      nearest = &other;
    };
    if (least > 2) {
      compare(sums_[node.ply]);
      if (node.ply > 0 && least > 2) compare(sums_[node.ply - 1]);
      if (least > 4) compare(sums_[0]);
    }
    if (least || nearest != &sums) follow(*nearest, sums, node.squares);
    return sums;
  }

  void follow(const Sums& from, Sums& to, const Squares<Bits>& now) const {
    const Squares<Bits>& before = from.squares;
    const Bits differ = (before.side[white] ^ now.side[white]) |
                        (before.side[black] ^ now.side[black]) | (before.kings ^ now.kings);
    const Bits come = differ & (now.side[white] | now.side[black]);
    const Bits gone = differ & (before.side[white] | before.side[black]);
    for (const Side side : {white, black}) {
      const bool odd = Inputs::is_odd(side, now);
      const std::int16_t* const turned = turned_[1 + odd - from.odd[side]];
      to.odd[side] = odd;
      Rows more, less;
      list(more, side, now, come);
      list(less, side, before, gone);
      apply(more, less, turned, from.of[side], to.of[side]);
    }
    to.squares = now;
  }

  // Add the rows of the pieces that stand on these squares.
  CROWNHEAD_INLINE void list(Rows& rows, Side side, const Squares<Bits>& position,
                             Bits squares) const {
    each_bit(squares,
             [&](Bits square) { rows.add(inputs_ + Inputs::of(side, position, square) * hidden); });
  }

  static CROWNHEAD_INLINE void apply(const Rows& more, const Rows& less, const std::int16_t* turned,
                                     const std::int16_t* from, std::int16_t* to) {
#if defined(__AVX2__)
    constexpr int together = 8;  // lanes that stay in registers
#else
    constexpr int together = 4;
#endif
    for (int i = 0; i < hidden; i += together * Lanes::size) {
      Lanes lanes[together];
      for (int k = 0; k < together; ++k) {
        const int at = i + k * Lanes::size;
        lanes[k].numbers = Lanes::at(from + at).numbers + Lanes::at(turned + at).numbers;
      }
      for (int n = 0; n < more.count; ++n)
        for (int k = 0; k < together; ++k)
          lanes[k].numbers += Lanes::at(more.of[n] + i + k * Lanes::size).numbers;
      for (int n = 0; n < less.count; ++n)
        for (int k = 0; k < together; ++k)
          lanes[k].numbers -= Lanes::at(less.of[n] + i + k * Lanes::size).numbers;
      for (int k = 0; k < together; ++k) lanes[k].store(to + i + k * Lanes::size);
    }
  }

  const int divisor_;
  const std::int16_t* const inputs_;
  const std::int16_t* const outputs_;
  const std::int32_t* const biases_;
  std::uint8_t bucket_[G::squares + 1];
  // What the opposition changes when it is lost, stays as it is, and is won.
  alignas(64) std::int16_t turned_[3][hidden];
  // At 0 those of the empty board, then those of each ply. One search uses them, on one thread.
  mutable Sums sums_[score::max_ply + 3];
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
