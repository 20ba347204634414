// Counting the leaves of the move tree: the measure of a generator's correctness and speed.
#pragma once

#include "rules/generator.hpp"
#include "rules/perft_leaves.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

// `Routes` is compiled in, for only generators that trace captures can count them; the other two
// kinds share one tree.
template <class G, class T, bool Routes>
class Perft {
 public:
  using Bits = typename G::Bits;
  using Move = BasicMove<Bits>;

  Perft(const T& traits, Leaves kind) : t_(traits), bulk_(kind == Leaves::bulk) {}

  template <class S>
  std::uint64_t count(const Squares<Bits>& squares, S side, int depth) {
    const Generator<G, T, S> generator(t_, squares, side);
    if (generator.decided()) return 0;
    if constexpr (!Routes) {
      if (depth == 1) return last(squares, side);
    }
    List<Move> captures;
    if constexpr (Routes) {
      const Jumps<G, T, S> jumps(t_, squares, side);
      ok_ &= Captures<G, T, S>(t_, squares, side, captures)
                 .find_routes(jumps.able_men(), jumps.able_kings());
    } else {
      ok_ &= generator.captures(captures);
    }
    const bool quiet = captures.size() == 0 || !t_.rules.compulsory;
    if (Routes && depth == 1)
      return static_cast<std::uint64_t>(captures.size() + (quiet ? generator.count_quiet() : 0));
    std::uint64_t leaves = 0;
    for (const Move& move : captures)
      leaves += below(after(squares, side, move, t_.rules.king_run), opponent(side), depth - 1);
    if (quiet) {
      generator.each_quiet([&](Bits from, Bits to, bool crowns, bool by_king) CROWNHEAD_INLINED {
        leaves += below(step(squares, side, from, to, crowns, by_king), opponent(side), depth - 1);
      });
    }
    return leaves;
  }

  // False once a position exceeded the work limit; the count is then too low.
  bool ok() const { return ok_; }

 private:
  template <class S>
  CROWNHEAD_INLINE_STEP std::uint64_t below(const Squares<Bits>& next, S side, int depth) {
    if (!Routes && depth == 1) return last(next, side);
    return count(next, side, depth);
  }

  // The leaves one ply below. Apart from what counts further down it needs few registers.
  template <class S>
  [[gnu::noinline]] std::uint64_t last(const Squares<Bits>& squares, S side) {
    const Generator<G, T, S> generator(t_, squares, side);
    if (generator.decided()) return 0;
    if (bulk_) return static_cast<std::uint64_t>(generator.count_legal(ok_));
    std::uint64_t leaves = 0;
    const bool taking = generator.each_capture(
        [&](const Move& move) CROWNHEAD_INLINED {
          made(after(squares, side, move, t_.rules.king_run));
          ++leaves;
        },
        ok_);
    if (taking && t_.rules.compulsory) return leaves;
    generator.each_quiet([&](Bits from, Bits to, bool crowns, bool by_king) CROWNHEAD_INLINED {
      made(step(squares, side, from, to, crowns, by_king));
      ++leaves;
    });
    return leaves;
  }

  // Have the leaf really made, though nobody looks at it; in registers, where they hold it.
  CROWNHEAD_INLINE void made(const Squares<Bits>& leaf) {
    if constexpr (sizeof(Bits) <= 8)
      asm volatile("" : : "r"(leaf.side[white]), "r"(leaf.side[black]), "r"(leaf.kings));
    else
      asm volatile("" : : "m"(leaf.side), "m"(leaf.kings));
    if (t_.rules.king_run > 0) asm volatile("" : : "r"(std::bit_cast<std::uint32_t>(leaf.runs)));
  }

  CROWNHEAD_INLINE Squares<Bits> step(const Squares<Bits>& squares, Side side, Bits from, Bits to,
                                      bool crowns, bool by_king) const {
    Squares<Bits> next = squares;
    next.side[side] ^= from | to;
    if (by_king) next.kings ^= from | to;
    if (crowns) next.kings |= to;
    if (t_.rules.king_run > 0 && (by_king || squares.runs.any()))
      next.runs = runs_after(squares, side, from, to, crowns, by_king);
    return next;
  }

  // Seldom needed: where it is inlined, all else waits for it.
  [[gnu::noinline]] Runs runs_after(const Squares<Bits>& squares, Side side, Bits from, Bits to,
                                    bool crowns, bool by_king) const {
    const Move move{0, static_cast<std::uint8_t>(lowest(from)),
                    static_cast<std::uint8_t>(lowest(to)), crowns, by_king};
    return after(squares, side, move, t_.rules.king_run).runs;
  }

  const T& t_;
  const bool bulk_;
  bool ok_ = true;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
