// The evaluation learnt from games: patterns of men and a few terms, opening and endgame weights
// tapered by the men on the board. All in integers: the same on every machine.
#pragma once

#include "search/eval/evaluation.hpp"
#include "search/eval/pattern_file.hpp"
#include "search/eval/pattern_terms.hpp"
#include "search/eval/weights.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
class PatternEvaluation final : public Evaluation<G> {
 public:
  using Bits = typename G::Bits;
  using Terms = PatternTerms<G>;

  // The weights, of kind `patterns` and of this board, must outlive the evaluation.
  PatternEvaluation(const Ruleset& ruleset, const Weights& weights)
      : rules_(ruleset.rules),
        generators_(*static_cast<const BasicOps<Bits>*>(ruleset.ops->basic)),
        full_(weights.payload()[0] | weights.payload()[1] << 8),
        terms_(reinterpret_cast<const Weight*>(weights.payload() + PatternFile::head)),
        patterns_(terms_ + Terms::count_of + 2 * Patterns<G>::tables * Patterns<G>::part_size) {}

  int value(const Node<Bits>& node, int moves) const override {
    const Squares<Bits>& squares = node.squares;
    int opening = 0, endgame = 0;
    Terms::each(
        squares, node.turn,
        [&] {
          const int more = moves - generators_.count_quiet(rules_, squares, !node.turn);
          return node.turn == white ? more : -more;
        },
        [&](int place, int coefficient) {
          opening += coefficient * terms_[place].opening;
          endgame += coefficient * terms_[place].endgame;
        },
        [&](int table, int pattern, int coefficient) {
          const Weight& weight = patterns_[table * Patterns<G>::size + pattern];
          opening += coefficient * weight.opening;
          endgame += coefficient * weight.endgame;
        });
    const int men = count((squares.side[white] | squares.side[black]) & ~squares.kings);
    const int left = men < full_ ? men : full_;
    const int value = (opening * left + endgame * (full_ - left)) / (PatternFile::unit * full_);
    const int divided = value / Terms::drawishness(rules_, squares, value > 0 ? white : black);
    return node.turn == white ? divided : -divided;
  }

 private:
  struct Weight {
    std::int16_t opening, endgame;
  };

  const Rules& rules_;
  const BasicOps<Bits>& generators_;
  const int full_;
  const Weight* const terms_;
  const Weight* const patterns_;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
