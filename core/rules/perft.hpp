// Counting the leaves of the move tree: the measure of a generator's correctness and speed.
#pragma once

#include "rules/generator.hpp"
#include "rules/perft_leaves.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G, class T, Leaves L>
class Perft {
 public:
  using Bits = typename G::Bits;
  using Move = BasicMove<Bits>;

  explicit Perft(const T& traits) : t_(traits) {}

  template <Side S>
  std::uint64_t count(const Squares<Bits>& squares, int depth) {
    if (L == Leaves::single && depth == 0) return 1;
    const Generator<G, T, S> generator(t_, squares);
    if (t_.rules.aim == Aim::king && generator.decided()) return 0;
    List<Move> captures;
    ok_ &= L == Leaves::routes ? Captures<G, T, S>(t_, squares, captures).find_routes()
                               : generator.captures(captures);
    const bool quiet = captures.size() == 0 || !t_.rules.compulsory;
    if (L != Leaves::single && depth == 1)
      return static_cast<std::uint64_t>(captures.size()) +
             static_cast<std::uint64_t>(quiet ? generator.count_quiet() : 0);
    std::uint64_t leaves = 0;
    for (const Move& move : captures)
      leaves += count<!S>(after<S>(squares, move, t_.rules.king_run), depth - 1);
    if (quiet) {
      generator.each_quiet([&](Bits from, Bits to, bool crowns, bool by_king) CROWNHEAD_INLINED {
        leaves += count<!S>(step(squares, S, from, to, crowns, by_king), depth - 1);
      });
    }
    return leaves;
  }

  // False once a position exceeded the work limit; the count is then too low.
  bool ok() const { return ok_; }

 private:
  CROWNHEAD_INLINE Squares<Bits> step(const Squares<Bits>& squares, Side side, Bits from, Bits to,
                                      bool crowns, bool by_king) const {
    Squares<Bits> next = squares;
    next.side[side] ^= from | to;
    if (by_king) next.kings ^= from | to;
    if (crowns) next.kings |= to;
    if (t_.rules.king_run > 0) {
      const Move move{0, static_cast<std::uint8_t>(lowest(from)),
                      static_cast<std::uint8_t>(lowest(to)), crowns, by_king};
      next.runs = side == white ? after<white>(squares, move, t_.rules.king_run).runs
                                : after<black>(squares, move, t_.rules.king_run).runs;
    }
    return next;
  }

  const T& t_;
  bool ok_ = true;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
