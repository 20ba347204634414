// The lister of one board, compiled for each instruction set.
#pragma once

#include "arrays/lister.hpp"
#include "rules/ops_of.hpp"

namespace crownhead::arrays {
inline namespace CROWNHEAD_ISA {

template <class G>
struct ListerOf {
  using Bits = typename G::Bits;

  static bool decided(const Position& position) {
    const Rules& rules = position.ruleset->rules;
    return (rules.aim == Aim::king && Wide(position.kings)) ||
           (rules.too_few && position.outnumbered());
  }

  static bool list(const Position& position, LegalList& moves) {
    moves.clear();
    if (decided(position)) return true;
    const Rules& rules = position.ruleset->rules;
    const auto& generators = *static_cast<const BasicOps<Bits>*>(position.ruleset->ops->basic);
    const Squares<Bits> squares = squares_of<Bits>(position);
    List<BasicMove<Bits>> found;
    if (!generators.captures(rules, squares, position.to_move(), found)) return false;
    if (found.size() == 0 || !rules.compulsory)
      generators.quiet(rules, squares, position.to_move(), found);
    moves.reserve(static_cast<std::size_t>(found.size()));
    for (const BasicMove<Bits>& move : found)
      moves.emplace_back(SquareSet(static_cast<Wide>(move.captured)), move.from, move.to,
                         move.crowns, move.by_king);
    return true;
  }

  static constexpr ListerOps ops{&list};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead::arrays

// Define e.g. `lister_dark8_v3()`.
#define CROWNHEAD_LISTER(name, geometry)                            \
  namespace crownhead::arrays {                                     \
  const ListerOps& CROWNHEAD_JOIN(lister_##name, CROWNHEAD_ISA)() { \
    return ListerOf<geometry>::ops;                                 \
  }                                                                 \
  }
