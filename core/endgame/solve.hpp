// Retrograde analysis of one configuration of men, with all placements of the kings.
//
// King moves stay inside the configuration; every other move leads to values that are known. So
// first each position is judged by the moves that leave, and then, ply by ply from the end, the
// positions that are decided decide those before them.
#pragma once

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "endgame/noinline.hpp"
#include "endgame/numbering.hpp"
#include "endgame/work.hpp"
#include "rules/basic_ops.hpp"
#include "rules/generator.hpp"
#include "rules/ops_of.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
class Successors {  // looks up the outcomes of what moves lead to
 public:
  using Bits = typename G::Bits;
  using N = Numbering<G>;

  explicit Successors(endgame::Work& work)
      : work_(work), distances_(work.ruleset.rules.aim), aim_(work.ruleset.rules.aim) {}

  // The outcome for Black, who is to move.
  endgame::Outcome outcome(const Squares<Bits>& squares) const {
    if (!squares.side[black] || (aim_ == Aim::king && squares.kings)) return distances_.terminal();
    const Squares<Bits> other = N::swapped(squares);
    const endgame::Slice slice = N::slice(other);
    return work_.values[slice.key()][N::number(*work_.spaces.find(slice), other)];
  }

 private:
  endgame::Work& work_;
  const endgame::Distances distances_;
  const Aim aim_;
};

template <class G>
class Solver {
 public:
  using Bits = typename G::Bits;
  using N = Numbering<G>;
  using Outcome = endgame::Outcome;
  using WhiteMoves = Generator<G, Dynamic, KnownSide<white>>;

  explicit Solver(endgame::Work& work)
      : work_(work),
        rules_(work.ruleset.rules),
        generators_(*static_cast<const BasicOps<Bits>*>(work.ruleset.ops->basic)),
        successors_(work),
        distances_(rules_.aim),
        traits_(rules_),
        back_rules_(backwards(rules_)),
        back_(back_rules_) {
    const endgame::Slice slice = work.slice;
    const bool alike = slice == slice.mirrored();
    for (int f = 0; f < 2; ++f) {
      Frame& frame = frames_[f];
      const endgame::Slice mine = f ? slice.mirrored() : slice;
      frame.space = work.spaces.find(mine);
      frame.values = work.values[mine.key()];
      list_sets(frame);
    }
    alike_ = alike;
  }

  // Solve the configuration and its mirror image.
  void solve(std::uint64_t configuration) {
    positions_ = work_.whole ? frames_[0].space->size : frames_[0].space->block;
    frames_[0].configuration = configuration;
    const auto men = N::men(*frames_[0].space, configuration);
    set_men(frames_[0], men);
    const typename N::Men other{{N::turned(men.of[black]), N::turned(men.of[white])}};
    frames_[1].configuration = N::configuration(*frames_[1].space, other.of[0], other.of[1]);
    set_men(frames_[1], other);
    if (work_.whole) frames_[0].configuration = frames_[1].configuration = 0;
    // A pair of one slice is met from both ends.
    if (alike_ && frames_[1].configuration < configuration) return;
    count_ = alike_ && frames_[1].configuration == frames_[0].configuration ? 1 : 2;
    for (int f = 0; f < count_; ++f) {
      Frame& frame = frames_[f];
      frame.held = frame.values + frame.configuration * frame.space->block;
      std::memset(frame.held, 0, positions_);
      frame.left.assign(positions_, 0);
      frame.worst.assign(positions_, 0);
    }
    for (int f = 0; f < count_; ++f) judge(f);
    spread();
    work_.done.fetch_add(positions_ * static_cast<std::uint64_t>(count_),
                         std::memory_order_relaxed);
  }

 private:
  // Moves that stay inside: how many may still save the side to move from losing.
  static constexpr std::uint8_t closed = 255;  // it must capture: no move stays inside
  static constexpr std::uint8_t safe = 254;    // a move that leaves saves it

  struct Frame {
    const endgame::Space* space = nullptr;
    Outcome* values = nullptr;  // of the slice
    Outcome* held = nullptr;    // of the configuration
    std::uint64_t configuration = 0;
    Bits men[2] = {};
    Bits free = 0;
    std::vector<Bits> mine;             // by rank: White's kings
    std::vector<std::uint64_t> theirs;  // by rank: Black's kings, counted over free squares
    std::vector<std::uint8_t> left;
    std::vector<std::uint8_t> worst;  // the size of the best loss among moves that leave
  };

  static Rules backwards(Rules rules) {
    rules.king_move = seen_by(black, rules.king_move);
    rules.men_move = seen_by(black, rules.men_move);
    return rules;
  }

  void list_sets(Frame& frame) {
    const endgame::Slice& slice = frame.space->slice;
    const int squares = G::squares - slice.men[white] - slice.men[black] - slice.kings[white];
    frame.theirs.clear();
    const Wide all = squares >= 128 ? ~Wide{0} : (Wide{1} << squares) - 1;
    if (squares <= 64)  // sets of places: the widest board numbers them as any does
      Numbering<Full8>::each_set(static_cast<std::uint64_t>(all), slice.kings[black],
                                 [&](std::uint64_t set) { frame.theirs.push_back(set); });
  }

  void set_men(Frame& frame, const typename N::Men& men) {
    frame.men[white] = men.of[white];
    frame.men[black] = men.of[black];
    frame.free = G::board & ~(men.of[white] | men.of[black]);
    frame.mine.clear();
    N::each_set(frame.free, frame.space->slice.kings[white],
                [&](Bits set) { frame.mine.push_back(set); });
  }

  // Spread the places of `set` over the squares of `among`.
  static CROWNHEAD_INLINE Bits deposit(std::uint64_t set, Bits among) {
#ifdef __BMI2__
    if constexpr (sizeof(Bits) <= 8) return _pdep_u64(set, among);
#endif
    Bits found = 0;
    for (int place = 0; set; ++place, set >>= 1, among &= among - 1)
      if (set & 1) found |= lowest_bit(among);
    return found;
  }

  // Call visit(index, squares) for all positions of the frame.
  template <class Visit>
  void each_position(const Frame& frame, Visit&& visit) const {
    std::uint64_t index = 0;
    const auto of_men = [&](const Bits* men) {
      N::each_kings(frame.space->slice, static_cast<Bits>(G::board & ~(men[0] | men[1])),
                    [&](Bits mine, Bits theirs) {
                      visit(index++, Squares<Bits>{{men[0] | mine, men[1] | theirs},
                                                   static_cast<Bits>(mine | theirs),
                                                   {}});
                    });
    };
    if (!work_.whole) return of_men(frame.men);
    N::each_set(N::men_squares(white), frame.space->slice.men[white], [&](Bits mine) {
      N::each_set(static_cast<Bits>(N::men_squares(black) & ~mine), frame.space->slice.men[black],
                  [&](Bits theirs) {
                    const Bits men[2] = {mine, theirs};
                    of_men(men);
                  });
    });
  }

  CROWNHEAD_INLINE Squares<Bits> squares_at(const Frame& frame, std::uint64_t index) const {
    const std::uint64_t minor = frame.space->minor;
    if (work_.whole || G::squares > 64) return slow_squares_at(frame, index);
    const Bits mine = frame.mine[index / minor];
    const Bits theirs = deposit(frame.theirs[index % minor], static_cast<Bits>(frame.free & ~mine));
    return {{frame.men[0] | mine, frame.men[1] | theirs}, static_cast<Bits>(mine | theirs), {}};
  }

  Squares<Bits> slow_squares_at(const Frame& frame, std::uint64_t index) const {
    const endgame::Space& space = *frame.space;
    typename N::Men men{{frame.men[0], frame.men[1]}};
    if (work_.whole) men = N::men(space, index / space.block);
    const Bits free = G::board & ~(men.of[0] | men.of[1]);
    const std::uint64_t place = index % space.block;
    const Bits mine = N::unrank(place / space.minor, space.slice.kings[white], free);
    const Bits theirs =
        N::unrank(place % space.minor, space.slice.kings[black], static_cast<Bits>(free & ~mine));
    return {{men.of[0] | mine, men.of[1] | theirs}, static_cast<Bits>(mine | theirs), {}};
  }

  CROWNHEAD_INLINE std::uint64_t index_of(const Frame& frame, const Squares<Bits>& squares) const {
    if (work_.whole) return N::number(*frame.space, squares);
    return N::kings(*frame.space, frame.free, squares.side[white] & squares.kings,
                    squares.side[black] & squares.kings);
  }

  void put(int plies, std::uint32_t entry) {
    const auto at = static_cast<std::size_t>(plies);
    if (at >= waiting_.size()) waiting_.resize(at + 1);
    waiting_[at].push_back(entry);
  }

  // Judge each position by the moves that leave the configuration.
  void judge(int f) {
    Frame& frame = frames_[f];
    List<BasicMove<Bits>> found;
    each_position(frame, [&](std::uint64_t index, const Squares<Bits>& squares) CROWNHEAD_NOINLINE {
      const auto entry = static_cast<std::uint32_t>(index << 1 | static_cast<unsigned>(f));
      int win = 0, worst = -1;  // plies; no win is 0 plies away but by having no move
      bool any_win = false, draw = false;
      const auto consider = [&](Outcome next) CROWNHEAD_NOINLINE {
        if (next == 0) {
          draw = true;
          return;
        }
        const int plies = distances_.plies(next) + 1;
        if (next < 0) {
          if (!any_win || plies < win) win = plies;
          any_win = true;
        } else if (plies > worst) {
          worst = plies;
        }
      };
      found.clear();
      generators_.captures(rules_, squares, white, found);
      for (const BasicMove<Bits>& move : found)
        consider(successors_.outcome(after(squares, white, move, 0)));
      const bool must = found.size() > 0 && rules_.compulsory;
      int inside = 0;
      if (!must) inside = quiet(squares, consider);
      frame.left[index] = must              ? closed
                          : any_win || draw ? safe
                                            : static_cast<std::uint8_t>(inside);
      if (any_win) {
        put(win, entry);
      } else if (!draw && inside == 0) {
        put(worst < 0 ? 0 : worst, entry);
      } else if (worst > 0) {
        const Outcome loss = distances_.at(worst);
        frame.worst[index] = static_cast<std::uint8_t>(loss > 0 ? loss : -loss);
      }
    });
  }

  // Consider the quiet moves that leave, and return how many do not.
  template <class Consider>
  int quiet(const Squares<Bits>& squares, Consider&& consider) const {
    const int all = WhiteMoves(traits_, squares, {}).count_quiet();
    const Bits men = squares.side[white] & ~squares.kings;
    if (!men) return all;
    // Only the men may move here: the kings stand in their way all the same.
    const Squares<Bits> men_only{
        {men, squares.side[black] | squares.side[white]}, static_cast<Bits>(0), {}};
    int leaving = 0;
    WhiteMoves(traits_, men_only, {})
        .each_quiet([&](Bits from, Bits to, bool crowns, bool) CROWNHEAD_NOINLINE {
          if (work_.whole && !crowns) return;
          ++leaving;
          Squares<Bits> next = squares;
          next.side[white] ^= from | to;
          if (crowns) next.kings |= to;
          consider(successors_.outcome(next));
        });
    return all - leaving;
  }

  // Ply by ply, decide the positions that lead to decided ones.
  void spread() {
    fresh_.clear();
    for (std::size_t plies = 0; plies < waiting_.size() || !fresh_.empty(); ++plies) {
      later_.clear();
      if (plies < waiting_.size()) {
        for (const std::uint32_t entry : waiting_[plies]) {
          Outcome& held = frames_[entry & 1].held[entry >> 1];
          if (held != 0) continue;
          held = distances_.at(static_cast<int>(plies));
          fresh_.push_back(entry);
        }
        waiting_[plies].clear();
      }
      for (const std::uint32_t entry : fresh_) expand(entry, static_cast<int>(plies));
      fresh_.swap(later_);
    }
  }

  // Tell the positions before this one, which is decided in `plies`.
  void expand(std::uint32_t entry, int plies) {
    const Frame& frame = frames_[entry & 1];
    const unsigned f = count_ == 1 ? 0u : (entry & 1) ^ 1u;
    Frame& before = frames_[f];
    const bool lost = !distances_.win_at(plies);
    const Squares<Bits> squares = N::swapped(squares_at(frame, entry >> 1));
    const auto visit = [&](Bits from, Bits to, bool by_king) CROWNHEAD_NOINLINE {
      Squares<Bits> earlier = squares;
      earlier.side[white] ^= from | to;
      if (by_king) earlier.kings ^= from | to;
      const std::uint64_t index = index_of(before, earlier);
      std::uint8_t& left = before.left[index];
      if (left == closed || before.held[index] != 0) return;
      const auto found = static_cast<std::uint32_t>(index << 1 | f);
      if (lost) {
        before.held[index] = distances_.at(plies + 1);
        later_.push_back(found);
      } else if (left != safe && --left == 0) {
        const int size = before.worst[index];
        const int worst = size == 0 ? 0 : distances_.plies(static_cast<Outcome>(-size));
        if (worst > plies + 1) return put(worst, found);
        before.held[index] = distances_.at(plies + 1);
        later_.push_back(found);
      }
    };
    const Bits kings = squares.side[white] & squares.kings;
    const Squares<Bits> kings_only{{kings, squares.side[black] | squares.side[white]}, kings, {}};
    WhiteMoves(back_, kings_only, {})
        .each_quiet([&](Bits from, Bits to, bool, bool)
                        CROWNHEAD_INLINED { visit(from, to, true); });
    if (!work_.whole) return;
    const Bits men = squares.side[white] & ~squares.kings;
    const Squares<Bits> men_only{
        {men, squares.side[black] | squares.side[white]}, static_cast<Bits>(0), {}};
    WhiteMoves(back_, men_only, {}).each_quiet([&](Bits from, Bits to, bool, bool) {
      visit(from, to, false);
    });
  }

  endgame::Work& work_;
  const Rules& rules_;
  const BasicOps<Bits>& generators_;
  const Successors<G> successors_;
  const endgame::Distances distances_;
  const Dynamic traits_;
  const Rules back_rules_;
  const Dynamic back_;
  Frame frames_[2];
  bool alike_ = false;
  int count_ = 2;
  std::uint64_t positions_ = 0;
  std::vector<std::vector<std::uint32_t>> waiting_;  // by plies: positions that may be decided so
  std::vector<std::uint32_t> fresh_, later_;         // decided in this ply, and in the next
};

template <class G>
struct Endgames {
  using Bits = typename G::Bits;
  using N = Numbering<G>;

  // How far the men have come, in rows.
  static int advancement(Bits white_men, Bits black_men) {
    int sum = 0;
    for (int row = 0; row < G::height; ++row) {
      sum += (G::height - 1 - row) * count(static_cast<Bits>(white_men & rows.of[row]));
      sum += row * count(static_cast<Bits>(black_men & rows.of[row]));
    }
    return sum;
  }

  static void plan(endgame::Work& work) {
    const endgame::Slice& slice = work.slice;
    const Directions men_move = work.ruleset.rules.men_move;
    work.whole = slice.men[0] + slice.men[1] > 0 && (men_move & steps::sideways) != 0;
    work.order.clear();
    work.ends.clear();
    if (work.whole) {
      work.order.push_back(0);
      work.ends.push_back(1);
      return;
    }
    std::vector<std::vector<std::uint32_t>> levels;
    std::uint32_t configuration = 0;
    N::each_set(N::men_squares(white), slice.men[white], [&](Bits mine) {
      N::each_set(static_cast<Bits>(N::men_squares(black) & ~mine), slice.men[black],
                  [&](Bits theirs) {
                    const auto level = static_cast<std::size_t>(advancement(mine, theirs));
                    if (level >= levels.size()) levels.resize(level + 1);
                    levels[level].push_back(configuration++);
                  });
    });
    for (std::size_t level = levels.size(); level-- > 0;) {
      if (levels[level].empty()) continue;
      work.order.insert(work.order.end(), levels[level].begin(), levels[level].end());
      work.ends.push_back(work.order.size());
    }
  }

  static void solve(endgame::Work& work) {
    Solver<G> solver(work);
    for (;;) {
      const std::size_t taken = work.next.fetch_add(1, std::memory_order_relaxed);
      if (taken >= work.end || work.stop.load(std::memory_order_relaxed)) return;
      solver.solve(work.order[taken]);
    }
  }

  static void check(endgame::Work& work, const endgame::Slice& slice, std::uint64_t from,
                    std::uint64_t to, std::uint8_t* capture, endgame::Tally& tally) {
    const endgame::Space& space = *work.spaces.find(slice);
    const Rules& rules = work.ruleset.rules;
    const auto& generators = *static_cast<const BasicOps<Bits>*>(work.ruleset.ops->basic);
    const endgame::Distances distances(rules.aim);
    const Successors<G> successors(work);
    const endgame::Outcome* values = work.values[slice.key()] + from * space.block;
    List<BasicMove<Bits>> found;
    for (std::uint64_t c = from; c < to; ++c) {
      if (work.stop.load(std::memory_order_relaxed)) return;
      const auto men = N::men(space, c);
      N::each_kings(slice, static_cast<Bits>(G::board & ~(men.of[0] | men.of[1])),
                    [&](Bits mine, Bits theirs) CROWNHEAD_NOINLINE {
                      const Squares<Bits> squares{{men.of[white] | mine, men.of[black] | theirs},
                                                  static_cast<Bits>(mine | theirs),
                                                  {}};
                      found.clear();
                      generators.captures(rules, squares, white, found);
                      const bool captures = found.size() > 0;
                      const bool must = captures && rules.compulsory;
                      if (!must) generators.quiet(rules, squares, white, found);
                      endgame::Outcome best = distances.terminal();
                      bool first = true;
                      for (const BasicMove<Bits>& move : found) {
                        const endgame::Outcome next =
                            distances.before(successors.outcome(after(squares, white, move, 0)));
                        if (first || endgame::better(next, best)) best = next;
                        first = false;
                      }
                      const endgame::Outcome held = *values++;
                      tally.wrong += held != best;
                      tally.captures += captures;
                      if (capture) *capture++ = must;
                      if (held == 0) {
                        ++tally.draws;
                        return;
                      }
                      const int plies = distances.plies(held);
                      (held > 0 ? tally.wins : tally.losses)++;
                      int& longest = held > 0 ? tally.longest_win : tally.longest_loss;
                      if (plies > longest) longest = plies;
                    });
    }
  }

  static constexpr endgame::EndgameOps ops{&plan, &solve, &check};

 private:
  struct Rows {
    Bits of[G::height];
    constexpr Rows() : of() {
      for (int row = 0; row < G::height; ++row) of[row] = G::row_bits(row);
    }
  };
  static constexpr Rows rows{};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead

// Define e.g. `endgame_dark8_v3()`: tables on one board, compiled for one instruction set.
#define CROWNHEAD_ENDGAME(name, geometry)                             \
  namespace crownhead::endgame {                                      \
  const EndgameOps& CROWNHEAD_JOIN(endgame_##name, CROWNHEAD_ISA)() { \
    return Endgames<geometry>::ops;                                   \
  }                                                                   \
  }
