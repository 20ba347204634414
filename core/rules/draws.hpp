// The draw counts of a game: plies without progress, each bound to the material on the board. One
// engine for positions of a game and for lines of the search.
#pragma once

#include "rules/board.hpp"
#include "rules/keys.hpp"
#include "rules/ruleset.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

class DrawCounts {
 public:
  explicit DrawCounts(const Ruleset& ruleset) : ruleset_(ruleset) {}

  // Bring the counts of the position before up to date for these squares; `progress` are the
  // Progress flags of the move that led to them.
  template <class Bits>
  CROWNHEAD_INLINE void advance(std::uint8_t* counts, const Squares<Bits>& squares,
                                int progress) const {
    if (!ruleset_.draw_rules) return;
    const int pieces = count(squares.side[white] | squares.side[black]);
    for (int i = 0; i < ruleset_.draw_rules; ++i) {
      std::uint8_t& plies = counts[i];
      const DrawRule& rule = ruleset_.draw_rule[i];
      if (rule.endings && (pieces > rule.most_pieces || !on_board(rule, squares)))
        plies = Position::idle;
      else if (plies == Position::idle || (progress & rule.resets))
        plies = 0;
      else if (plies < Position::idle - 1)
        ++plies;
    }
  }

  // True if one of the counts draws the game, automatically or on a claim.
  CROWNHEAD_INLINE bool full(const std::uint8_t* counts) const {
    for (int i = 0; i < ruleset_.draw_rules; ++i)
      if (counts[i] != Position::idle && counts[i] >= ruleset_.draw_rule[i].plies) return true;
    return false;
  }

  // What tells apart positions whose counts are so far advanced that a search sees their end.
  CROWNHEAD_INLINE std::uint64_t key(const std::uint8_t* counts) const {
    std::uint64_t key = 0;
    for (int i = 0; i < ruleset_.draw_rules; ++i)
      if (counts[i] != Position::idle && counts[i] + horizon > ruleset_.draw_rule[i].plies)
        key ^= count_key(i, counts[i]);
    return key;
  }

 private:
  static constexpr int horizon = 24;

  template <class Bits>
  bool on_board(const DrawRule& rule, const Squares<Bits>& squares) const {
    for (int i = 0; i < rule.endings; ++i)
      if (holds(rule.ending[i], squares, white) || holds(rule.ending[i], squares, black))
        return true;
    return false;
  }

  template <class Bits>
  bool holds(const Ending& ending, const Squares<Bits>& squares, Side strong) const {
    const Bits weak = squares.side[!strong];
    return ending.total.holds(count(squares.side[white] | squares.side[black])) &&
           ending.strong_men.holds(count(squares.side[strong] & ~squares.kings)) &&
           ending.strong_kings.holds(count(squares.side[strong] & squares.kings)) &&
           ending.weak_men.holds(count(weak & ~squares.kings)) &&
           ending.weak_kings.holds(count(weak & squares.kings)) &&
           (!ending.on_long_diagonal ||
            (weak & squares.kings & static_cast<Bits>(ruleset_.layout->long_diagonal)));
  }

  const Ruleset& ruleset_;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
