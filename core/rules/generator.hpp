// All moves of one side: captures where there are any, else quiet moves.
#pragma once

#include "rules/captures.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G, class T, class S>
class Generator {
 public:
  using Bits = typename G::Bits;
  using Move = BasicMove<Bits>;
  using Moves = List<Move>;

  Generator(const T& traits, const Squares<Bits>& squares, S side)
      : t_(traits), squares_(squares), side_(side) {}

  // The game is over before any move: a first king has been made (Breakthrough), or a side is left
  // with too few pieces (Ghanaian).
  CROWNHEAD_INLINE bool decided() const {
    if (t_.rules.aim == Aim::king && squares_.kings) return true;
    return t_.rules.too_few > 0 && (outnumbered(squares_, white, t_.rules.too_few) ||
                                    outnumbered(squares_, black, t_.rules.too_few));
  }

  // Call visit(from, to, crowns, by_king), squares as one-bit sets, for every quiet move.
  template <class Visit>
  CROWNHEAD_INLINE void each_quiet(Visit&& visit) const {
    const Bits empty = squares_.empty(G::board);
    const Bits men = squares_.side[side_] & ~squares_.kings;
    each_direction(seen_by(side_, t_.rules.men_move), [&](auto d) CROWNHEAD_INLINED {
      each_bit(static_cast<Bits>(G::template step<d>(men) & empty), [&](Bits to) CROWNHEAD_INLINED {
        visit(back<d>(to, 1), to, (to & G::crown_row(side_)) != 0, false);
      });
    });
    const Bits kings = free_kings(men);
    if (!kings) return;
    each_direction(seen_by(side_, t_.rules.king_move), [&](auto d) CROWNHEAD_INLINED {
      // Every square reached belongs to one king only: the nearest one in the opposite direction.
      Bits reached = G::template step<d>(kings) & empty;
      for (int n = 1; reached; ++n) {
        each_bit(reached,
                 [&](Bits to) CROWNHEAD_INLINED { visit(back<d>(to, n), to, false, true); });
        if (!t_.rules.flying) break;
        reached = G::template step<d>(reached) & empty;
      }
    });
  }

  CROWNHEAD_INLINE int count_quiet() const {
    const Bits empty = squares_.empty(G::board);
    const Bits men = squares_.side[side_] & ~squares_.kings;
    int moves = 0;
    each_direction(seen_by(side_, t_.rules.men_move), [&](auto d) CROWNHEAD_INLINED {
      moves += count(static_cast<Bits>(G::template step<d>(men) & empty));
    });
    const Bits kings = free_kings(men);
    if (!kings) return moves;
    each_direction(seen_by(side_, t_.rules.king_move), [&](auto d) CROWNHEAD_INLINED {
      if (t_.rules.flying)
        moves += count(static_cast<Bits>(G::template slide<d>(kings, empty) & empty));
      else
        moves += count(static_cast<Bits>(G::template step<d>(kings) & empty));
    });
    return moves;
  }

  // Whether there is a quiet move.
  CROWNHEAD_INLINE bool can_move() const {
    const Bits empty = squares_.empty(G::board);
    const Bits men = squares_.side[side_] & ~squares_.kings;
    Bits reached = 0;
    each_direction(seen_by(side_, t_.rules.men_move),
                   [&](auto d) CROWNHEAD_INLINED { reached |= G::template step<d>(men); });
    if (reached & empty) return true;
    const Bits kings = free_kings(men);
    if (!kings) return false;
    each_direction(seen_by(side_, t_.rules.king_move),
                   [&](auto d) CROWNHEAD_INLINED { reached |= G::template step<d>(kings); });
    return (reached & empty) != 0;
  }

  // Fill the list with the legal captures; false if the work limit was exceeded.
  CROWNHEAD_INLINE bool captures(Moves& found) const {
    const Jumps<G, T, S> jumps(t_, squares_, side_);
    if (!jumps.any()) return true;
    if (jumps.simple()) {
      jumps.each_simple([&](const Move& move) CROWNHEAD_INLINED { found.add(move); });
      return true;
    }
    return Captures<G, T, S>(t_, squares_, side_, found).find(jumps.able_men(), jumps.able_kings());
  }

  // Call visit(move) for every legal capture, and tell whether there is one; `ok` becomes false if
  // the work limit was exceeded.
  template <class Visit>
  CROWNHEAD_INLINE bool each_capture(Visit&& visit, bool& ok) const {
    const Jumps<G, T, S> jumps(t_, squares_, side_);
    if (!jumps.any()) return false;
    if (jumps.simple()) {
      jumps.each_simple(visit);
      return true;
    }
    Moves found;
    ok &= Captures<G, T, S>(t_, squares_, side_, found).find(jumps.able_men(), jumps.able_kings());
    for (const Move& move : found) visit(move);
    return true;
  }

  // The number of legal moves; `ok` becomes false if the work limit was exceeded.
  CROWNHEAD_INLINE int count_legal(bool& ok) const {
    const Jumps<G, T, S> jumps(t_, squares_, side_);
    const int quiet = t_.rules.compulsory && jumps.any() ? 0 : count_quiet();
    if (!jumps.any()) return quiet;
    return quiet + (jumps.simple() ? jumps.count_simple() : count_captures(jumps, ok));
  }

  void add_quiet(Moves& found) const {
    each_quiet([&](Bits from, Bits to, bool crowns, bool by_king) {
      found.add({0, static_cast<std::uint8_t>(lowest(from)), static_cast<std::uint8_t>(lowest(to)),
                 crowns, by_king});
    });
  }

  // Fill the list with the legal moves; false if the work limit was exceeded.
  bool legal(Moves& found) const {
    if (decided()) return true;
    if (!captures(found)) return false;
    if (found.size() == 0 || !t_.rules.compulsory) add_quiet(found);
    return true;
  }

 private:
  int count_captures(const Jumps<G, T, S>& jumps, bool& ok) const {
    Moves found;
    ok &= Captures<G, T, S>(t_, squares_, side_, found).find(jumps.able_men(), jumps.able_kings());
    return found.size();
  }

  template <int D>
  static CROWNHEAD_INLINE Bits back(Bits to, int steps) {
    constexpr int by = G::shift(D);
    return by > 0 ? to >> (by * steps) : to << (-by * steps);
  }

  // Kings that may make a quiet move; one may be held back by the limit on its run (Frisian).
  CROWNHEAD_INLINE Bits free_kings(Bits men) const {
    Bits kings = squares_.side[side_] & squares_.kings;
    if (t_.rules.king_run > 0 && men && squares_.runs.count[side_] >= t_.rules.king_run)
      kings &= ~bit<Bits>(squares_.runs.index[side_]);
    return kings;
  }

  const T& t_;
  const Squares<Bits>& squares_;
  [[no_unique_address]] const S side_;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
