// The first jumps of all pieces at once, on sets of squares: whether there is a capture and by
// which pieces; and, in the common case that no capture goes on after its first jump, all captures.
#pragma once

#include "rules/board.hpp"
#include "rules/traits.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G, class T, class S>
class Jumps {
 public:
  using Bits = typename G::Bits;

  CROWNHEAD_INLINE Jumps(const T& traits, const Squares<Bits>& squares, S side)
      : t_(traits),
        side_(side),
        men_(squares.side[side] & ~squares.kings),
        kings_(squares.side[side] & squares.kings),
        opponents_(squares.side[!side]),
        prey_(traits.rules.men_take_kings ? opponents_ : opponents_ & ~squares.kings),
        opponent_kings_(opponents_ & squares.kings),
        empty_(squares.empty(G::board)) {
    each_direction(men_directions(), [&](auto d) CROWNHEAD_INLINED {
      before_[d] = before<d>(prey_);
      any_man_ |= men_ & before_[d];
    });
    if (kings_) find_kings();
  }

  CROWNHEAD_INLINE bool any() const { return (any_man_ | any_king_) != 0; }
  CROWNHEAD_INLINE Bits able_men() const { return any_man_; }
  CROWNHEAD_INLINE Bits able_kings() const { return any_king_; }

  // True if every capture is a single jump, and no choice rule prefers one to another.
  // Errs on the safe side: false where a closer look might say so too.
  CROWNHEAD_INLINE bool simple() const {
    const Choice choice = t_.rules.choice;
    if (choice != Choice::free && choice != Choice::most &&
        (any_king_ || (opponent_kings_ && choice != Choice::king_first)))
      return false;
    return (!any_man_ || simple_men()) && (!any_king_ || simple_kings());
  }

  // The number of captures, where `simple()` holds.
  CROWNHEAD_INLINE int count_simple() const {
    int jumps = 0;
    each_direction(men_directions(), [&](auto d) CROWNHEAD_INLINED {
      jumps += count(static_cast<Bits>(men_ & before_[d]));
    });
    if (any_king_)
      each_direction(king_directions(),
                     [&](auto d) CROWNHEAD_INLINED { jumps += count(landings<d>(able_[d])); });
    return jumps;
  }

  // Call visit(move) for every capture, where `simple()` holds.
  template <class Visit>
  CROWNHEAD_INLINE void each_simple(Visit&& visit) const {
    each_direction(men_directions(), [&](auto d) CROWNHEAD_INLINED {
      each_bit(static_cast<Bits>(men_ & before_[d]), [&](Bits from) CROWNHEAD_INLINED {
        const Bits over = G::template step<d>(from);
        const Bits to = G::template step<d>(over);
        visit(single(from, to, over, (to & G::crown_row(side_)) != 0, false));
      });
    });
    if (!any_king_) return;
    each_direction(king_directions(), [&](auto d) CROWNHEAD_INLINED {
      each_bit(able_[d], [&](Bits from) CROWNHEAD_INLINED {
        const Bits over = prey_of<d>(from);
        each_bit(landings<d>(from),
                 [&](Bits to) CROWNHEAD_INLINED { visit(single(from, to, over, false, true)); });
      });
    });
  }

 private:
  static CROWNHEAD_INLINE BasicMove<Bits> single(Bits from, Bits to, Bits over, bool crowns,
                                                 bool by_king) {
    return {over, static_cast<std::uint8_t>(lowest(from)), static_cast<std::uint8_t>(lowest(to)),
            crowns, by_king};
  }

  CROWNHEAD_INLINE Directions men_directions() const {
    return seen_by(side_, t_.rules.men_capture);
  }
  CROWNHEAD_INLINE Directions king_directions() const {
    return seen_by(side_, t_.rules.king_capture);
  }

  // Squares directly before a piece of `prey` that has an empty square behind it.
  template <int D>
  CROWNHEAD_INLINE Bits before(Bits prey) const {
    return G::template step<D ^ 4>(static_cast<Bits>(prey & G::template step<D ^ 4>(empty_)));
  }

  CROWNHEAD_INLINE void find_kings() {
    each_direction(king_directions(), [&](auto d) CROWNHEAD_INLINED {
      constexpr int back = d ^ 4;
      const Bits adjacent = before<d>(opponents_);
      if (t_.rules.flying) {
        reach_[d] = G::template slide<back>(static_cast<Bits>(adjacent & empty_), empty_);
        able_[d] = kings_ & (adjacent | G::template step<back>(reach_[d]));
      } else {
        reach_[d] = adjacent;
        able_[d] = kings_ & adjacent;
      }
      any_king_ |= able_[d];
    });
  }

  // The piece that each of these kings takes in direction D.
  template <int D>
  CROWNHEAD_INLINE Bits prey_of(Bits kings) const {
    const Bits start = t_.rules.flying ? G::template slide<D>(kings, empty_) : kings;
    return G::template step<D>(start) & opponents_;
  }

  // Where these kings can land in direction D. Each square belongs to one of them only.
  template <int D>
  CROWNHEAD_INLINE Bits landings(Bits kings) const {
    const Bits over = prey_of<D>(kings);
    const Bits first = G::template step<D>(over) & empty_;
    if (!t_.rules.flying || t_.rules.landing == Landing::behind) return first;
    if (t_.rules.landing != Landing::behind_king) return G::template slide<D>(first, empty_);
    const Bits behind_king = G::template step<D>(static_cast<Bits>(over & opponent_kings_)) & first;
    return behind_king | G::template slide<D>(static_cast<Bits>(first & ~behind_king), empty_);
  }

  // The square a piece came from lies on the line it came along, so that for a second jump, on
  // another line, the board is as before; only the piece just taken is not to be jumped again.
  CROWNHEAD_INLINE bool simple_men() const {
    Bits further = 0;
    each_direction(men_directions(), [&](auto d) CROWNHEAD_INLINED {
      const Bits to =
          G::template step<d>(G::template step<d>(static_cast<Bits>(men_ & before_[d])));
      Bits again = 0;
      each_direction(men_directions(), [&](auto next) CROWNHEAD_INLINED {
        if constexpr (next != (d ^ 4)) again |= before_[next];
      });
      if (t_.rules.crowning == Crowning::goes_on) again |= G::crown_row(side_);
      further |= to & again;
    });
    return !further;
  }

  CROWNHEAD_INLINE bool simple_kings() const {
    if (t_.rules.removal == Removal::at_once && t_.rules.turn_back) return false;
    Bits further = 0;
    each_direction(king_directions(), [&](auto d) CROWNHEAD_INLINED {
      if (!able_[d]) return;
      const Bits first = G::template step<d>(prey_of<d>(able_[d])) & empty_;
      const Bits to = t_.rules.flying ? G::template slide<d>(first, empty_) : first;
      Bits again = 0;
      each_direction(king_directions(), [&](auto next) CROWNHEAD_INLINED {
        if constexpr (next != (d ^ 4)) again |= reach_[next];
      });
      further |= to & again;
    });
    return !further;
  }

  const T& t_;
  [[no_unique_address]] const S side_;
  const Bits men_, kings_, opponents_, prey_, opponent_kings_, empty_;
  Bits before_[8];  // by direction: where a man must stand to jump
  Bits reach_[8];   // by direction: empty squares from which a king could capture
  Bits able_[8];    // by direction: kings that can capture
  Bits any_man_ = 0;
  Bits any_king_ = 0;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
