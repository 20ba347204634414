// The operations of one generator, to be instantiated per game and per instruction set.
//
// What is not a matter of speed (routes) exists only where rules are read at run time; the
// specialised generators pass it on, which keeps the program small.
#pragma once

#include "rules/basic_ops.hpp"
#include "rules/generator.hpp"
#include "rules/ops.hpp"
#include "rules/perft.hpp"
#include "rules/ruleset.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G, class T>
struct OpsOf {
  using Bits = typename G::Bits;
  using Basic = BasicMove<Bits>;

  static constexpr bool dynamic = std::is_same_v<T, Dynamic>;
#ifdef CROWNHEAD_SMALL
  static constexpr bool small = true;
#else
  static constexpr bool small = false;
#endif

  template <class Act>
  static auto of_side(Side side, Act&& act) {
    if constexpr (small && dynamic)
      return act(side);
    else
      return side == white ? act(KnownSide<white>{}) : act(KnownSide<black>{});
  }

  template <class Act>
  static auto for_side(const Position& position, Act&& act) {
    return of_side(position.to_move(), act);
  }

  static void fill(Move& move, const Basic& basic, const Ruleset* ruleset) {
    move.captured = SquareSet(static_cast<Wide>(basic.captured));
    move.ruleset = ruleset;
    move.from = basic.from;
    move.to = basic.to;
    move.crowns = basic.crowns;
    move.by_king = basic.by_king;
    move.ambiguous = false;
    move.jumps = basic.captured ? 1 : 0;
    move.route[0] = basic.to;
  }

  static bool decided(const T& traits, const Squares<Bits>& squares) {
    return Generator<G, T, Side>(traits, squares, white).decided();
  }

  // What one look at all first jumps tells: there is none, each is a capture of its own, or some
  // may go on. In a browser they are looked at closely by the generator that reads the rules alone.
  enum class FirstJumps : std::uint8_t { none, last, go_on };

  static FirstJumps first_jumps(const T& traits, const Squares<Bits>& squares, Side turn) {
    if constexpr (small && !dynamic)
      return can_capture(traits.rules, squares, turn) ? FirstJumps::go_on : FirstJumps::none;
    return of_side(turn, [&](auto side) {
      const Jumps<G, T, decltype(side)> jumps(traits, squares, side);
      return !jumps.any()     ? FirstJumps::none
             : jumps.simple() ? FirstJumps::last
                              : FirstJumps::go_on;
    });
  }

  static bool legal(const Rules& rules, const Position& position, Moves& moves, Budget& budget) {
    const T traits(rules);
    const auto squares = squares_of<Bits>(position);
    if (decided(traits, squares)) return true;
    const FirstJumps first = first_jumps(traits, squares, position.to_move());
    if constexpr (!dynamic) {
      if (first == FirstJumps::go_on)
        return position.ruleset->slow->legal(rules, position, moves, budget);
    }
    if (first != FirstJumps::none) {
      if (!add_captures(traits, squares, position, first, moves, budget)) return false;
      if (traits.rules.compulsory) return true;
    }
    return budget.spend(add_quiet(traits, squares, position, moves) * Budget::listed_move);
  }

  // Add the captures, where there are any. False if the work limit or the budget was exceeded.
  static bool add_captures(const T& traits, const Squares<Bits>& squares, const Position& position,
                           FirstJumps first, Moves& moves, Budget& budget) {
    const Side turn = position.to_move();
    List<Basic> found;
    List<Trail, 16> trails;  // where some have more than one jump
    if (first == FirstJumps::last) {
      basic_captures(traits.rules, squares, turn, found);
    } else if constexpr (dynamic) {
      const bool ok = of_side(turn, [&](auto side) {
        const Jumps<G, T, decltype(side)> jumps(traits, squares, side);
        return Captures<G, T, decltype(side)>(traits, squares, side, found)
            .find(jumps.able_men(), jumps.able_kings(), trails, budget);
      });
      if (!ok) return false;
    }
    if (!budget.spend(found.size() * Budget::listed_move)) return false;
    Move* added = add(found, position.ruleset, moves);
    for (const Trail& trail : trails) set_route(*added++, trail);
    moves.mark_ambiguous();
    return true;
  }

  // Add these moves; return the first of them in the list.
  static Move* add(const List<Basic>& found, const Ruleset* ruleset, Moves& moves) {
    Move* const added = moves.room_for(found.size());
    Move* move = added;
    for (const Basic& basic : found) fill(*move++, basic, ruleset);
    return added;
  }

  // Add the moves without a capture; return how many there are. A browser finds them by what its
  // search has.
  static int add_quiet(const T& traits, const Squares<Bits>& squares, const Position& position,
                       Moves& moves) {
    if constexpr (small) {
      List<Basic> found;
      basic_quiet(traits.rules, squares, position.to_move(), found);
      add(found, position.ruleset, moves);
      return found.size();
    } else {
      return of_side(position.to_move(), [&](auto side) {
        const Generator<G, T, decltype(side)> generator(traits, squares, side);
        const int size = generator.count_quiet();
        Move* move = moves.room_for(size);
        generator.each_quiet([&](Bits from, Bits to, bool crowns, bool by_king) CROWNHEAD_INLINED {
          fill(*move++,
               {0, static_cast<std::uint8_t>(lowest(from)), static_cast<std::uint8_t>(lowest(to)),
                crowns, by_king},
               position.ruleset);
        });
        return size;
      });
    }
  }

  static void set_route(Move& move, const Trail& trail) {
    if (trail.jumps > Move::longest) return;
    move.jumps = static_cast<std::uint8_t>(trail.jumps);
    std::memcpy(move.route, trail.at, static_cast<std::size_t>(trail.jumps));
  }

  static void quiet(const Rules& rules, const Position& position, Moves& moves) {
    const T traits(rules);
    const auto squares = squares_of<Bits>(position);
    if (!decided(traits, squares)) add_quiet(traits, squares, position, moves);
  }

  static SquareSet able(const Rules& rules, const Position& position) {
    if constexpr (!dynamic) {
      return position.ruleset->slow->able(rules, position);
    } else {
      const T traits(rules);
      const auto squares = squares_of<Bits>(position);
      return SquareSet(static_cast<Wide>(for_side(position, [&](auto side) {
        const Jumps<G, T, decltype(side)> jumps(traits, squares, side);
        return jumps.able_men() | jumps.able_kings();
      })));
    }
  }

  static bool routes(const Rules& rules, const Position& position, const Move& move,
                     RouteVisitor& visitor, int most, Budget& budget) {
    if constexpr (!dynamic) {
      return position.ruleset->slow->routes(rules, position, move, visitor, most, budget);
    } else {
      const T traits(rules);
      const auto squares = squares_of<Bits>(position);
      const Basic basic{bits_of<Bits>(move.captured), move.from, move.to, move.crowns,
                        move.by_king};
      List<Basic> unused;
      List<Trail, 16> trails;
      const bool ok = for_side(position, [&](auto side) {
        return Captures<G, T, decltype(side)>(traits, squares, side, unused)
            .trace(basic, trails, most, budget);
      });
      if (!ok) return false;
      for (const Trail& trail : trails) visitor.visit(trail.at, trail.jumps);
      return true;
    }
  }

  template <bool Routes>
  static bool perft_leaves(const T& traits, const Position& position, int depth, Leaves kind,
                           std::uint64_t& leaves) {
    Perft<G, T, Routes> perft(traits, kind);
    const auto squares = squares_of<Bits>(position);
    leaves = for_side(position, [&](auto side) { return perft.count(squares, side, depth); });
    return perft.ok();
  }

  // Counts by routes exist only where rules are read at run time.
  static bool perft(const Rules& rules, const Position& position, int depth, Leaves kind,
                    std::uint64_t& leaves) {
    const T traits(rules);
    if (depth == 0) {
      leaves = 1;
      return true;
    }
    if (kind != Leaves::routes) return perft_leaves<false>(traits, position, depth, kind, leaves);
    if constexpr (dynamic)
      return perft_leaves<true>(traits, position, depth, kind, leaves);
    else
      return position.ruleset->slow->perft(rules, position, depth, kind, leaves);
  }

  // A browser counts by its lists of moves (wasm/positions.cpp).
  static constexpr decltype(Ops::perft) counter() {
    if constexpr (small)
      return nullptr;
    else
      return &perft;
  }

  static bool basic_captures(const Rules& rules, const Squares<Bits>& squares, Side turn,
                             List<Basic>& found) {
    const T traits(rules);
    return of_side(turn, [&](auto side) {
      return Generator<G, T, decltype(side)>(traits, squares, side).captures(found);
    });
  }

  static void basic_quiet(const Rules& rules, const Squares<Bits>& squares, Side turn,
                          List<Basic>& found) {
    const T traits(rules);
    of_side(turn, [&](auto side) {
      Generator<G, T, decltype(side)>(traits, squares, side).add_quiet(found);
    });
  }

  static int count_quiet(const Rules& rules, const Squares<Bits>& squares, Side turn) {
    const T traits(rules);
    return of_side(turn, [&](auto side) {
      return Generator<G, T, decltype(side)>(traits, squares, side).count_quiet();
    });
  }

  static bool can_capture(const Rules& rules, const Squares<Bits>& squares, Side turn) {
    const T traits(rules);
    return of_side(
        turn, [&](auto side) { return Jumps<G, T, decltype(side)>(traits, squares, side).any(); });
  }

  static bool can_move(const Rules& rules, const Squares<Bits>& squares, Side turn) {
    const T traits(rules);
    return of_side(turn, [&](auto side) {
      return Generator<G, T, decltype(side)>(traits, squares, side).can_move();
    });
  }

  static Outlook look(const Rules& rules, const Squares<Bits>& squares, Side turn, bool threats,
                      List<Basic>& found) {
    Outlook outlook;
    if (can_capture(rules, squares, turn)) {
      outlook.listed = basic_captures(rules, squares, turn, found);
      if (T(rules).rules.compulsory) return outlook;
    } else if (threats) {
      outlook.threatened = can_capture(rules, squares, !turn);
    }
    outlook.can_move = can_move(rules, squares, turn);
    return outlook;
  }

  static constexpr BasicOps<Bits> basic{&basic_captures, &basic_quiet, &count_quiet, &can_capture,
                                        &look};
  static constexpr Ops ops{&legal, &quiet, &able, &routes, counter(), &basic};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead

// Define e.g. `moves_english_v3()`: the operations of one game, compiled for one instruction set.
#define CROWNHEAD_OPS(name, geometry, ...)                   \
  namespace crownhead {                                      \
  const Ops& CROWNHEAD_JOIN(moves_##name, CROWNHEAD_ISA)() { \
    return OpsOf<geometry, __VA_ARGS__>::ops;                \
  }                                                          \
  }
