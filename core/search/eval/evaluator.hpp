// The evaluation that a search uses: by the network of its weights or by hand, with the errors of a
// level.
#pragma once

#include <memory>

#include "search/eval/handmade.hpp"
#include "search/eval/network_evaluation.hpp"
#include "search/eval/weights.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
std::unique_ptr<const Evaluation<G>> make_evaluation(const Ruleset& ruleset,
                                                     const Weights* weights) {
  if (weights && weights->size() && weights->board() == ruleset.rules.board)
    return std::make_unique<NetworkEvaluation<G>>(*weights);
  return std::make_unique<Handmade<G>>(ruleset);
}

template <class G>
class Evaluator {
 public:
  using Bits = typename G::Bits;

  // `noise` is the greatest error of a value in hundredths of a man; which errors, `seed` says.
  Evaluator(const Ruleset& ruleset, const Weights* weights, int noise, std::uint64_t seed)
      : evaluation_(make_evaluation<G>(ruleset, weights)),
        looks_at_moves_(evaluation_->looks_at_moves()),
        noise_(noise),
        seed_(seed) {}

  bool looks_at_moves() const { return looks_at_moves_; }

  CROWNHEAD_INLINE int piece_square(Side side, bool king, int index) const {
    return evaluation_->piece_square(side, king, index);
  }

  int piece_square_sum(const Squares<Bits>& squares) const {
    return evaluation_->piece_square_sum(squares);
  }

  // The evaluation for the side to move, which has `moves` moves without a capture.
  int operator()(const Node<Bits>& node, int moves) const {
    int value = evaluation_->value(node, moves);
    if (noise_) value += node.turn == white ? error(node.key) : -error(node.key);
    return value > score::highest_evaluation    ? score::highest_evaluation
           : value < -score::highest_evaluation ? -score::highest_evaluation
                                                : value;
  }

 private:
  // The same position always gets the same error, within [-noise, noise].
  int error(std::uint64_t key) const {
    const std::uint64_t dice = scrambled(key ^ seed_);
    const auto one = static_cast<int>(dice & 0xFFFF);
    const auto other = static_cast<int>(dice >> 16 & 0xFFFF);
    return (one + other - 0xFFFF) * noise_ / 0xFFFF;
  }

  const std::unique_ptr<const Evaluation<G>> evaluation_;
  const bool looks_at_moves_;
  const int noise_;
  const std::uint64_t seed_;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
