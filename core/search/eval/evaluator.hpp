// The evaluation that a search uses: the one that is given, by the network of its weights or by
// hand, with the errors of a level.
#pragma once

#include <memory>

#include "search/eval/given.hpp"
#include "search/eval/handmade.hpp"
#include "search/eval/network_evaluation.hpp"
#include "search/eval/weights.hpp"
#include "search/request.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
std::unique_ptr<const Evaluation<G>> make_evaluation(const Ruleset& ruleset,
                                                     const SearchRequest& request) {
#ifndef __wasm__
  if (request.given) return std::make_unique<Given<G>>(ruleset, *request.given);
#endif
  const Weights* const weights = request.weights;
  if (weights && weights->size() && weights->board() == ruleset.rules.board)
    return std::make_unique<NetworkEvaluation<G>>(*weights);
  return std::make_unique<Handmade<G>>(ruleset);
}

template <class G>
class Evaluator {
 public:
  using Bits = typename G::Bits;

  // The errors of the limits, in hundredths of a man: `noise` is the greatest of a value, `taste`
  // of what a piece on a square is worth; which errors, `seed` says.
  Evaluator(const Ruleset& ruleset, const SearchRequest& request, const Limits& limits)
      : evaluation_(make_evaluation<G>(ruleset, request)),
        looks_at_moves_(evaluation_->looks_at_moves()),
        sums_pieces_(evaluation_->sums_pieces()),
        noise_(limits.noise),
        seed_(limits.seed),
        has_taste_(limits.taste != 0) {
    if (!has_taste_) return;
    for (std::uint64_t kind = 0; kind < 4; ++kind)
      for (std::uint64_t index = 0; index < Layout::most_bits; ++index)
        taste_[kind >> 1][kind & 1][index] = static_cast<std::int16_t>(
            error(scrambled(seed_ + kind * Layout::most_bits + index), limits.taste));
  }

  bool looks_at_moves() const { return looks_at_moves_; }
  bool sums_pieces() const { return sums_pieces_; }

  CROWNHEAD_INLINE int piece_square(Side side, bool king, int index) const {
    return evaluation_->piece_square(side, king, index);
  }

  int piece_square_sum(const Squares<Bits>& squares) const {
    return evaluation_->piece_square_sum(squares);
  }

  // The evaluation for the side to move, which has `moves` moves without a capture.
  int operator()(const Node<Bits>& node, int moves) const {
    int value = evaluation_->value(node, moves);
    if (noise_ || has_taste_) {
      const int off = misjudged(node);
      value += node.turn == white ? off : -off;
    }
    return value > score::highest_evaluation    ? score::highest_evaluation
           : value < -score::highest_evaluation ? -score::highest_evaluation
                                                : value;
  }

 private:
  // White's view: the same position always gets the same error within [-noise, noise], and so does
  // a piece on a square within [-taste, taste].
  int misjudged(const Node<Bits>& node) const {
    int off = noise_ ? error(scrambled(node.key ^ seed_), noise_) : 0;
    if (has_taste_)
      for (const Side side : {white, black})
        each_bit(node.squares.side[side], [&](Bits square) {
          off += taste_[side][(node.squares.kings & square) != 0][lowest(square)];
        });
    return off;
  }

  // An error within [-most, most]; small ones are the likelier.
  static int error(std::uint64_t dice, int most) {
    const auto one = static_cast<int>(dice & 0xFFFF);
    const auto other = static_cast<int>(dice >> 16 & 0xFFFF);
    return (one + other - 0xFFFF) * most / 0xFFFF;
  }

  const std::unique_ptr<const Evaluation<G>> evaluation_;
  const bool looks_at_moves_;
  const bool sums_pieces_;
  const int noise_;
  const std::uint64_t seed_;
  const bool has_taste_;
  std::int16_t taste_[2][2][Layout::most_bits] = {};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
