// An evaluation that somebody gives from outside the core: slow, for experiments.
#pragma once

#include "rules/ruleset.hpp"
#include "search/eval/evaluation.hpp"
#include "search/request.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
class Given final : public Evaluation<G> {
 public:
  using Bits = typename G::Bits;

  Given(const Ruleset& ruleset, GivenEvaluation& given) : ruleset_(ruleset), given_(given) {}

  int value(const Node<Bits>& node, int) const override {
    Position position;
    for (const Side side : {white, black})
      position.side[side] = SquareSet(static_cast<Wide>(node.squares.side[side]));
    position.kings = SquareSet(static_cast<Wide>(node.squares.kings));
    position.ruleset = &ruleset_;
    position.key = node.key;
    position.runs = node.squares.runs;
    for (int i = 0; i < Position::most_counts; ++i) position.counts[i] = node.counts.plies[i];
    position.turn = node.turn;
    return given_.value(position);
  }

  bool looks_at_moves() const override { return false; }

 private:
  const Ruleset& ruleset_;
  GivenEvaluation& given_;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
