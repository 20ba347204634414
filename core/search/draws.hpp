// The draw counts of the game along a line of the search, as `Position` keeps them in a game.
#pragma once

#include "search/node.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
class DrawCounts {
 public:
  using Bits = typename G::Bits;

  explicit DrawCounts(const Ruleset& ruleset)
      : ruleset_(ruleset), long_diagonal_(static_cast<Bits>(ruleset.layout->long_diagonal)) {
    for (int i = 0; i < ruleset.draw_rules; ++i) {
      most_[i] = 255;
      const DrawRule& rule = ruleset.draw_rule[i];
      if (rule.endings) most_[i] = 0;
      for (int e = 0; e < rule.endings; ++e) {
        const Ending& ending = rule.ending[e];
        const int parts = ending.strong_men.high + ending.strong_kings.high + ending.weak_men.high +
                          ending.weak_kings.high;
        const int most = parts < ending.total.high ? parts : ending.total.high;
        if (most > most_[i]) most_[i] = most;
      }
    }
  }

  // Bring the counts of `next`, taken over from the position before, up to date.
  CROWNHEAD_INLINE void advance(Node<Bits>& next, int events) const {
    if (!ruleset_.draw_rules) return;
    const int pieces = count(next.squares.side[white] | next.squares.side[black]);
    for (int i = 0; i < ruleset_.draw_rules; ++i) {
      std::uint8_t& plies = next.counts.plies[i];
      const DrawRule& rule = ruleset_.draw_rule[i];
      if (pieces > most_[i] || (rule.endings && !on_board(rule, next)))
        plies = Position::idle;
      else if (plies == Position::idle || (events & rule.resets))
        plies = 0;
      else if (plies < Position::idle - 1)
        ++plies;
    }
  }

  CROWNHEAD_INLINE bool full(const Node<Bits>& node) const {
    for (int i = 0; i < ruleset_.draw_rules; ++i) {
      const int plies = node.counts.plies[i];
      if (plies != Position::idle && plies >= ruleset_.draw_rule[i].plies) return true;
    }
    return false;
  }

  // What tells apart positions whose counts are so far advanced that they matter.
  CROWNHEAD_INLINE std::uint64_t key(const Node<Bits>& node) const {
    std::uint64_t key = 0;
    for (int i = 0; i < ruleset_.draw_rules; ++i) {
      const int plies = node.counts.plies[i];
      if (plies != Position::idle && plies + horizon > ruleset_.draw_rule[i].plies)
        key ^= search_keys.count[i][plies];
    }
    return key;
  }

 private:
  static constexpr int horizon = 24;

  bool on_board(const DrawRule& rule, const Node<Bits>& node) const {
    for (int i = 0; i < rule.endings; ++i)
      if (holds(rule.ending[i], node, white) || holds(rule.ending[i], node, black)) return true;
    return false;
  }

  bool holds(const Ending& ending, const Node<Bits>& node, Side strong) const {
    return ending.total.holds(count(node.squares.side[white] | node.squares.side[black])) &&
           ending.strong_men.holds(count(node.men(strong))) &&
           ending.strong_kings.holds(count(node.kings(strong))) &&
           ending.weak_men.holds(count(node.men(!strong))) &&
           ending.weak_kings.holds(count(node.kings(!strong))) &&
           (!ending.on_long_diagonal || (node.kings(!strong) & long_diagonal_));
  }

  const Ruleset& ruleset_;
  const Bits long_diagonal_;
  int most_[Position::most_counts] = {};  // a rule's ending has at most so many pieces
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
