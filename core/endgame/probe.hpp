// Probing for one kind of board: what is not stored follows from the moves.
#pragma once

#include "endgame/noinline.hpp"
#include "endgame/numbering.hpp"
#include "endgame/tables.hpp"
#include "rules/basic_ops.hpp"
#include "rules/ops_of.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
class Prober {
 public:
  using Bits = typename G::Bits;
  using N = Numbering<G>;
  using Kind = endgame::Verdict::Kind;

  explicit Prober(const endgame::Tables& tables)
      : tables_(tables),
        rules_(tables.ruleset().rules),
        generators_(*static_cast<const BasicOps<Bits>*>(tables.ruleset().ops->basic)),
        distances_(rules_.aim) {}

  static endgame::Verdict probe(const endgame::Tables& tables, const Position& position,
                                bool distance) {
    Squares<Bits> squares = squares_of<Bits>(position);
    squares.runs = {};
    if (position.to_move() == black) squares = N::swapped(squares);
    Prober prober(tables);
    endgame::Outcome found = 0;
    endgame::Verdict verdict;
    bool far = distance;  // whether the distance is known too
    verdict.kind = prober.outcome(squares, distance, found, far);
    if (verdict.kind != Kind::known) return verdict;
    verdict.value = (found > 0) - (found < 0);
    if (found != 0 && far) verdict.plies = prober.distances_.plies(found);
    return verdict;
  }

#ifndef CROWNHEAD_SMALL
  // Compare every value of some configurations with what the moves lead to, and count the values.
  static Kind audit(const endgame::Tables& tables, const endgame::Slice& slice, std::uint64_t from,
                    std::uint64_t to, endgame::Tally& tally) {
    const Prober prober(tables);
    const endgame::Tables::Held& held = *tables.find(slice);
    Kind kind = Kind::known;
    for (std::uint64_t c = from; c < to; ++c) {
      const auto men = N::men(*held.space, c);
      N::each_kings(slice, static_cast<Bits>(G::board & ~(men.of[0] | men.of[1])),
                    [&](Bits mine, Bits theirs) CROWNHEAD_NOINLINE {
                      if (kind != Kind::known) return;
                      kind = prober.compare({{men.of[white] | mine, men.of[black] | theirs},
                                             static_cast<Bits>(mine | theirs),
                                             {}},
                                            held.distances, tally);
                    });
    }
    return kind;
  }

  // Go over some configurations of a slice that is in memory. Filling, put down what captures lead
  // to where one is to be made; else compare every value with what the moves lead to, and count.
  template <bool Filling>
  static Kind sweep(const endgame::Tables& tables, const endgame::Winners& winners,
                    const endgame::Slice& slice, std::uint64_t from, std::uint64_t to,
                    endgame::Tally& tally) {
    const Prober prober(tables);
    const endgame::Space& space = *tables.find(slice)->space;
    endgame::Outcome* held = winners.of[slice.key()] + from * space.block;
    Kind kind = Kind::known;
    List<BasicMove<Bits>> moves;
    for (std::uint64_t c = from; c < to; ++c) {
      const auto men = N::men(space, c);
      N::each_kings(slice, static_cast<Bits>(G::board & ~(men.of[0] | men.of[1])),
                    [&](Bits mine, Bits theirs) CROWNHEAD_NOINLINE {
                      const Squares<Bits> squares{{men.of[white] | mine, men.of[black] | theirs},
                                                  static_cast<Bits>(mine | theirs),
                                                  {}};
                      endgame::Outcome& stored = *held++;
                      moves.clear();
                      prober.generators_.captures(prober.rules_, squares, white, moves);
                      const bool must = moves.size() > 0 && prober.rules_.compulsory;
                      if (Filling && !must) return;
                      if (!must) prober.generators_.quiet(prober.rules_, squares, white, moves);
                      int best = moves.size() == 0 ? prober.distances_.terminal() : -1;
                      for (const BasicMove<Bits>& move : moves) {
                        const int worth = -prober.winner(
                            winners, N::swapped(after(squares, white, move, 0)), kind);
                        if (worth > best) best = worth;
                      }
                      if (Filling) {
                        stored = static_cast<endgame::Outcome>(best);
                        return;
                      }
                      tally.wrong += stored != best;
                      (stored > 0 ? tally.wins : stored < 0 ? tally.losses : tally.draws)++;
                    });
    }
    return kind;
  }
#endif

 private:
#ifndef CROWNHEAD_SMALL
  // Who wins a position of the slices in memory, White to move.
  int winner(const endgame::Winners& winners, const Squares<Bits>& squares, Kind& kind) const {
    if (!squares.side[white] || (rules_.aim == Aim::king && squares.kings))
      return distances_.terminal();
    const endgame::Slice slice = N::slice(squares);
    const endgame::Outcome* const values = winners.of[slice.key()];
    if (values) return values[N::number(*tables_.find(slice)->space, squares)];
    kind = Kind::unknown;
    return 0;
  }

  Kind compare(const Squares<Bits>& squares, bool distance, endgame::Tally& tally) const {
    endgame::Outcome stored = 0, moves = 0;
    bool far = true;
    Kind kind = outcome(squares, distance, stored, far);
    if (kind != Kind::known) return kind;
    kind = by_moves(squares, distance, moves, far);
    if (kind != Kind::known) return kind;
    tally.wrong += distance ? stored != moves : (stored > 0) != (moves > 0) || !stored != !moves;
    (stored > 0 ? tally.wins : stored < 0 ? tally.losses : tally.draws)++;
    if (stored == 0 || !distance || !far) return kind;
    int& longest = stored > 0 ? tally.longest_win : tally.longest_loss;
    if (distances_.plies(stored) > longest) longest = distances_.plies(stored);
    return kind;
  }
#endif

  // The outcome for White, who is to move. Its size counts only where `distance` is asked for, and
  // only if `far` stays true.
  Kind outcome(const Squares<Bits>& squares, bool distance, endgame::Outcome& found,
               bool& far) const {
    if (!squares.side[white] || (rules_.aim == Aim::king && squares.kings)) {
      found = distances_.terminal();
      return Kind::known;
    }
    if (!squares.side[black]) return by_moves(squares, distance, found, far);
    const endgame::Slice slice = N::slice(squares);
    const endgame::Tables::Held* held =
        slice.pieces() <= endgame::most_pieces ? tables_.find(slice) : nullptr;
    if (!held || !N::numbered(squares)) return Kind::unknown;
    far = far && held->distances;
    distance = distance && held->distances;
    if (rules_.compulsory && generators_.can_capture(rules_, squares, white))
      return by_moves(squares, distance, found, far);
    if (!tables_.stored(*held, N::number(*held->space, squares), found)) return Kind::damaged;
    // How far a win is follows from the losses that it leads to. Without one the table is wrong,
    // and to go on would lead in circles.
    if (found > 0 && distance) return by_moves(squares, true, found, far, 1);
    return Kind::known;
  }

  // The outcome by what the moves lead to; `damaged` if its sign is below `least`.
  Kind by_moves(const Squares<Bits>& squares, bool distance, endgame::Outcome& found, bool& far,
                int least = -1) const {
    List<BasicMove<Bits>> moves;
    if (!generators_.captures(rules_, squares, white, moves)) return Kind::unknown;
    if (moves.size() == 0 || !rules_.compulsory) generators_.quiet(rules_, squares, white, moves);
    found = distances_.terminal();
    if (moves.size() == 0) return found < least ? Kind::damaged : Kind::known;
    int best = -1;
    List<int> worth;  // the sign of each move
    for (const BasicMove<Bits>& move : moves) {
      endgame::Outcome next = 0;
      bool unasked = true;
      const Kind kind = outcome(N::swapped(after(squares, white, move, 0)), false, next, unasked);
      if (kind != Kind::known) return kind;
      worth.add(next < 0 ? 1 : next > 0 ? -1 : 0);
      if (worth[worth.size() - 1] > best) best = worth[worth.size() - 1];
      if (best > 0 && !distance) break;
    }
    found = static_cast<endgame::Outcome>(best);
    if (best < least) return Kind::damaged;
    if (best == 0 || !distance) return Kind::known;
    bool first = true;
    for (int i = 0; i < moves.size(); ++i) {
      if (worth[i] != best) continue;
      endgame::Outcome next = 0;
      const Kind kind = outcome(N::swapped(after(squares, white, moves[i], 0)), true, next, far);
      if (kind != Kind::known) return kind;
      const endgame::Outcome mine = distances_.before(next);
      if (first || endgame::better(mine, found)) found = mine;
      first = false;
    }
    return Kind::known;
  }

  const endgame::Tables& tables_;
  const Rules& rules_;
  const BasicOps<Bits>& generators_;
  const endgame::Distances distances_;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead

#ifdef CROWNHEAD_SMALL
#define CROWNHEAD_PROBE_OPS(geometry) {&Prober<geometry>::probe}
#else
#define CROWNHEAD_PROBE_OPS(geometry)                                                  \
  {&Prober<geometry>::probe, &Prober<geometry>::audit, &Prober<geometry>::sweep<true>, \
   &Prober<geometry>::sweep<false>}
#endif

// Define e.g. `probe_dark8_v3()`: probing on one board, compiled for one instruction set.
#define CROWNHEAD_PROBE(name, geometry)                           \
  namespace crownhead::endgame {                                  \
  const ProbeOps& CROWNHEAD_JOIN(probe_##name, CROWNHEAD_ISA)() { \
    static constexpr ProbeOps ops CROWNHEAD_PROBE_OPS(geometry);  \
    return ops;                                                   \
  }                                                               \
  }
