// All captures of one side: the search for capture series and the choice between them.
//
// A capture series is found by depth-first search. It normally runs without memory; when a
// position turns out to be rich in series it starts again with one, so that every (square,
// captured pieces) state is entered once and no position can hang the generator.
#pragma once

#include <limits>

#include "rules/budget.hpp"
#include "rules/jumps.hpp"
#include "rules/memory.hpp"
#include "rules/traits.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

// One way to carry out a capture: where the piece stands after each jump, as bit indices.
struct Trail {
  static constexpr int longest = 64;
  std::uint8_t at[longest];
  int jumps = 0;
};

template <class G, class T, class S>
class Captures {
 public:
  using Bits = typename G::Bits;
  using Move = BasicMove<Bits>;
  using Moves = List<Move>;

  Captures(const T& traits, const Squares<Bits>& squares, S side, Moves& found)
      : t_(traits),
        side_(side),
        own_kings_(squares.side[side] & squares.kings),
        men_(squares.side[side] & ~squares.kings),
        opponents_(squares.side[!side]),
        opponent_kings_(squares.side[!side] & squares.kings),
        empty_(squares.empty(G::board)),
        found_(found) {}

  // Fill the list with the legal captures of these pieces (those that can make a first jump).
  // Return false if the work limit was exceeded.
  bool find(Bits men, Bits kings) {
    run(men, kings);
    if (jumps_left_ >= 0) {
      drop_repeated();
      return true;
    }
    clear();
    best_ = 0;
    careful_ = true;
    run(men, kings);
    drop_repeated();
    return !memory_.full();
  }

  // The same, with one route for each capture in `trails`, where they can be noted. The jumps tried
  // are counted against the budget.
  bool find(Bits men, Bits kings, List<Trail, 16>& trails, Budget& budget) {
    static_assert(Traced);
    trails_ = &trails;
    budget_ = &budget;
    return find(men, kings) && !budget.exhausted();
  }

  // The same, with every route as a move of its own.
  bool find_routes(Bits men, Bits kings) {
    jumps_left_ = route_patience;
    run(men, kings);
    return jumps_left_ >= 0;
  }

  // The ways to carry out one legal capture, at most `most` of them, where they can be noted. False
  // if the work limit or the budget was exceeded.
  bool trace(const Move& move, List<Trail, 16>& trails, int most, Budget& budget) {
    static_assert(Traced);
    wanted_ = &move;
    trails_ = &trails;
    budget_ = &budget;
    most_trails_ = most;
    if (most > 1) jumps_left_ = std::numeric_limits<int>::max();
    const Bits from = bit<Bits>(move.from);
    run(from & men_, from & own_kings_);
    if (trails.size() == 0 && jumps_left_ < 0) {  // the first route alone was looked for
      careful_ = true;
      best_ = 0;
      run(from & men_, from & own_kings_);
    }
    return !budget.exhausted() && !memory_.full();
  }

 private:
  // Routes are noted where rules are read at run time: specialised generators pass that on.
  static constexpr bool Traced = std::is_same_v<T, Dynamic>;
  static constexpr int patience = 1500;  // jumps before the search starts again with a memory
  static constexpr int route_patience = 200'000;

  struct Series {
    Bits at;
    Bits captured;
    std::uint64_t rank;
    int jumps;
    int last;  // direction of the last jump
  };

  CROWNHEAD_INLINE Directions king_directions() const {
    return seen_by(side_, t_.rules.king_capture);
  }

  CROWNHEAD_INLINE Bits prey_of_men() const {
    return t_.rules.men_take_kings ? opponents_ : opponents_ & ~opponent_kings_;
  }

  CROWNHEAD_INLINE bool tracing() const { return Traced && trails_; }

  void run(Bits men, Bits kings) {
    if (t_.rules.choice == Choice::king_first && kings) men = 0;
    each_bit(men, [&](Bits from) {
      begin(from, false);
      man({from, 0, 0, 0, -1});
    });
    each_bit(kings, [&](Bits from) {
      begin(from, true);
      king({from, 0, 0, 0, -1});
    });
  }

  void begin(Bits from, bool by_king) {
    from_ = from;
    by_king_ = by_king;
    path_ = empty_ | from;
    if (careful_) {
      takeable_ = takeable();
      memory_.start();
    }
  }

  // Squares a capturing piece can cross or land on: captured pieces bar the way until removed.
  CROWNHEAD_INLINE Bits path(Bits captured) const {
    return t_.rules.removal == Removal::at_once ? path_ | captured : path_;
  }

  CROWNHEAD_INLINE bool turns_back(int last, int next) const {
    return !t_.rules.turn_back && last >= 0 && next == (last ^ 4);
  }

  // Ranks grow along a series, so that the better of two finished series has the higher rank.
  CROWNHEAD_INLINE std::uint64_t gain(const Series& s, Bits prey) const {
    const bool king = (prey & opponent_kings_) != 0;
    switch (t_.rules.choice) {
      case Choice::free:
      case Choice::king_first:
        return 0;
      case Choice::most:
        return 1;
      case Choice::most_kings:
        return 256 + (king ? 1 : 0);
      case Choice::value:  // two points a king, less a trifle; a man one
        return king ? 1024 - 2 : 512;
      case Choice::cascade:  // number, with a king, kings taken, kings early
        return (1ull << 48) + (king ? 1ull << 40 : 0) +
               (king && s.jumps < 40 ? 1ull << (39 - s.jumps) : 0);
    }
    return 0;
  }

  CROWNHEAD_INLINE std::uint64_t bonus() const {
    if (!by_king_) return 0;
    if (t_.rules.choice == Choice::value) return 1;
    if (t_.rules.choice == Choice::cascade) return 1ull << 47;
    return 0;
  }

  CROWNHEAD_INLINE bool ranked() const {
    return t_.rules.choice != Choice::free && t_.rules.choice != Choice::king_first;
  }

  CROWNHEAD_INLINE void finish(const Series& s, Bits at, bool crowns) {
    if (tracing()) {
      if (wanted_ && (s.captured != wanted_->captured || lowest(at) != wanted_->to ||
                      crowns != wanted_->crowns))
        return;
    }
    if (ranked()) {
      const std::uint64_t rank = s.rank + bonus();
      if (rank < best_) return;
      if (rank > best_) {
        clear();
        best_ = rank;
      }
    }
    if (tracing()) {
      trail_.at[s.jumps - 1] = static_cast<std::uint8_t>(lowest(at));
      trail_.jumps = s.jumps;
      if (!wanted_ || trails_->size() < most_trails_) trails_->add(trail_);
      if (wanted_) return;
    }
    found_.add({s.captured, static_cast<std::uint8_t>(lowest(from_)),
                static_cast<std::uint8_t>(lowest(at)), crowns, by_king_});
  }

  // Count the jump; in careful mode, enter each state only once. False stops this branch.
  CROWNHEAD_INLINE bool enter(const Series& s, int kind) {
    if (tracing()) {
      const bool done = trails_->size() == most_trails_ && t_.rules.choice != Choice::cascade;
      if (wanted_ && (done || (s.captured & ~wanted_->captured))) return false;
      if (s.jumps > Trail::longest || !budget_->spend()) return false;
    }
    if (!careful_) return --jumps_left_ >= 0;
    if (ranked() && s.rank + best_gain(takeable_ & ~s.captured) < best_) return false;
    const auto order = t_.rules.choice == Choice::cascade ? s.rank % 65521 : 0;
    return memory_.insert(s.captured, static_cast<std::uint32_t>(lowest(s.at) | kind << 7 |
                                                                 s.last << 9 | order << 12));
  }

  // More than any series can still gain by taking all of these pieces.
  std::uint64_t best_gain(Bits prey) const {
    const auto pieces = static_cast<std::uint64_t>(count(prey));
    const auto kings = static_cast<std::uint64_t>(count(prey & opponent_kings_));
    switch (t_.rules.choice) {
      case Choice::most:
        return pieces;
      case Choice::most_kings:
        return 256 * pieces + kings;
      case Choice::value:
        return 512 * pieces + 510 * kings + 1;
      default:
        return (pieces + 1) << 48;
    }
  }

  // Pieces with, on some line, squares on both sides that a series could use.
  Bits takeable() const {
    const Bits room = path(opponents_);
    Bits found = 0;
    each_direction(steps::all, [&](auto d) {
      constexpr int back = d ^ 4;
      found |= G::template step<d>(room) & G::template step<back>(room);
    });
    return found & opponents_;
  }

  // A jump is about to start from `at`: a traced search notes that the series turns there.
  CROWNHEAD_INLINE void leave(const Series& s, Bits at) {
    if (tracing() && s.jumps) trail_.at[s.jumps - 1] = static_cast<std::uint8_t>(lowest(at));
  }

  void man(const Series& s) {
    const Bits prey = prey_of_men() & ~s.captured;
    const Bits open = path(s.captured);
    leave(s, s.at);
    bool more = false;
    each_direction(seen_by(side_, t_.rules.men_capture), [&](auto d) CROWNHEAD_INLINED {
      const Bits over = G::template step<d>(s.at) & prey;
      const Bits to = G::template step<d>(over) & open;
      if (!to || turns_back(s.last, d)) return;
      more = true;
      const Series next{to, s.captured | over, s.rank + gain(s, over), s.jumps + 1, d};
      if (!enter(next, 0)) return;
      const bool far = (to & G::crown_row(side_)) != 0;
      if (far && t_.rules.crowning == Crowning::ends_move) {
        finish(next, to, true);
      } else if (far && t_.rules.crowning == Crowning::goes_on) {
        crowned_ = true;
        king(next);
        crowned_ = false;
      } else {
        man(next);
      }
    });
    if (!more && s.jumps) finish(s, s.at, (s.at & G::crown_row(side_)) != 0);
  }

  void king(const Series& s) {
    if (!any_jump(s, s.at, steps::all) && s.jumps) finish(s, s.at, crowned_);
  }

  // Try the jumps of a king from `at` in these directions; tell whether there is one.
  bool any_jump(const Series& s, Bits at, Directions directions) {
    const Bits prey = opponents_ & ~s.captured;
    const Bits open = path(s.captured);
    bool more = false;
    each_direction(king_directions(), [&](auto d) CROWNHEAD_INLINED {
      if (directions & 1u << d && !turns_back(s.last, d)) more |= jump<d>(s, at, prey, open);
    });
    return more;
  }

  template <int D>
  CROWNHEAD_INLINE bool jump(const Series& s, Bits at, Bits prey, Bits open) {
    const Bits before = t_.rules.flying ? G::template slide<D>(at, open) : at;
    const Bits over = G::template step<D>(before) & prey;
    const Bits to = G::template step<D>(over) & open;
    if (!to) return false;
    const Series next{to, s.captured | over, s.rank + gain(s, over), s.jumps + 1, D};
    leave(s, at);
    if (enter(next, crowned_ ? 2 : 1)) {
      if (t_.rules.flying)
        land<D>(next, over);
      else
        king(next);
    }
    return true;
  }

  // A flying king has taken the piece on `over`: choose where to land, and go on from there.
  template <int D>
  void land(const Series& s, Bits over) {
    const Bits prey = opponents_ & ~s.captured;
    const Bits open = path(s.captured);
    Bits stops = t_.rules.landing == Landing::behind ? s.at : G::template slide<D>(s.at, open);
    constexpr unsigned line = 1u << D | 1u << (D ^ 4);
    const auto others = static_cast<Directions>(king_directions() & ~line);
    const Bits turns = turn(s, stops, others);
    stops &= ~turns;
    const bool goes_on = turns != 0;
    // Going on straight ahead (or, where pieces leave at once, back) is one choice for all stops.
    bool straight = jump<D>(s, s.at, prey, open);
    if (t_.rules.removal == Removal::at_once && t_.rules.turn_back &&
        (king_directions() & 1u << (D ^ 4)))
      straight |= jump<D ^ 4>(s, s.at, prey, open);
    if (straight) return;
    if (t_.rules.landing == Landing::continuing && goes_on) return;
    if (t_.rules.landing == Landing::behind_king && (over & opponent_kings_)) stops &= s.at;
    each_bit(stops, [&](Bits at) { finish(s, at, crowned_); });
  }

  // A flying king goes on from each of these squares in other directions; return from which it can.
  Bits turn(const Series& s, Bits stops, Directions others) {
    const Bits prey = opponents_ & ~s.captured;
    const Bits open = path(s.captured);
    Bits starts[8] = {};  // by direction
    Bits turns = 0;
    each_direction(others, [&](auto d) CROWNHEAD_INLINED {
      constexpr int back = d ^ 4;
      const Bits adjacent = G::template step<back>(prey & G::template step<back>(open));
      const Bits behind = G::template slide<back>(adjacent & open, open);
      starts[d] = stops & (adjacent | G::template step<back>(behind));
      turns |= starts[d];
    });
    each_bit(turns, [&](Bits at) {
      unsigned directions = 0;
      for (int d = 0; d < 8; ++d)
        if (starts[d] & at) directions |= 1u << d;
      any_jump(s, at, static_cast<Directions>(directions));
    });
    return turns;
  }

  void clear() {
    found_.clear();
    if (tracing()) trails_->clear();
  }

  // The same pieces taken in another order are the same move.
  void drop_repeated() {
    const int least = t_.rules.flying ? 2 : 3;
    const bool many = careful_ || found_.size() > 64;
    if (many) memory_.start();
    int kept = 0;
    for (int i = 0; i < found_.size(); ++i) {
      const Move& move = found_[i];
      bool repeated = false;
      if (count(move.captured) >= least) {
        if (many) {
          repeated = !memory_.insert(move.captured, move.from << 9 | move.to << 1 | move.crowns);
        } else {
          for (int j = 0; j < kept && !repeated; ++j)
            repeated = found_[j].captured == move.captured && found_[j].to == move.to &&
                       found_[j].from == move.from && found_[j].crowns == move.crowns;
        }
      }
      if (repeated) continue;
      if (tracing()) (*trails_)[kept] = (*trails_)[i];
      found_[kept++] = move;
    }
    found_.cut(kept);
    if (tracing()) trails_->cut(kept);
  }

  const T& t_;
  [[no_unique_address]] const S side_;
  const Bits own_kings_, men_, opponents_, opponent_kings_, empty_;
  Moves& found_;
  Memory<Bits> memory_;
  std::uint64_t best_ = 0;
  int jumps_left_ = patience;
  bool careful_ = false;
  bool by_king_ = false;
  bool crowned_ = false;  // Russian: the man has become a king on its way
  Bits from_ = 0;
  Bits path_ = 0;
  Bits takeable_ = 0;
  const Move* wanted_ = nullptr;
  List<Trail, 16>* trails_ = nullptr;
  Budget* budget_ = nullptr;
  int most_trails_ = 0;
  Trail trail_;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
