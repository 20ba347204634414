#include "rules/huffing.hpp"

#include <algorithm>
#include <cstdlib>

#include "rules/memory.hpp"
#include "rules/ruleset.hpp"

namespace crownhead {

namespace {

constexpr int routes_followed = 256;

// Adds each proper beginning of a route as a move that stops there.
class Breaker final : public RouteVisitor {
 public:
  Breaker(const Position& position, const Moves& legal, Moves& moves, Budget& budget)
      : position_(position), moves_(moves), budget_(budget) {
    seen_.start();
    for (const Move& move : legal) is_new(move);
  }

  bool within_limits() const { return !seen_.full() && !budget_.exhausted(); }

  void start(const Move& move) { move_ = &move; }

  void visit(const std::uint8_t* at, int jumps) override {
    part_ = *move_;
    part_.captured = SquareSet();
    part_.ambiguous = false;
    bool king = move_->by_king;
    int here = move_->from;
    for (int i = 0; i + 1 < jumps && i < Move::longest && budget_.spend(); ++i) {
      const Line in = line(here, at[i]);
      const Line out = line(at[i], at[i + 1]);
      part_.captured = Wide(part_.captured) | (in.passed & Wide(move_->captured));
      part_.jumps = static_cast<std::uint8_t>(i + 1);
      here = part_.route[i] = at[i];
      const bool far = (board_.crown_row[position_.turn] & bit<Wide>(here)) != 0;
      king |= far && ruleset_.rules.crowning == Crowning::goes_on;
      stop(here, !move_->by_king && (king || far));
      // A flying king that goes on along the same line could have landed further behind.
      const bool same_line = in.right * out.up == in.up * out.right;
      if (!king || !same_line || !ruleset_.rules.flying ||
          ruleset_.rules.landing == Landing::behind)
        continue;
      for (int next = beyond(here, in); next >= 0 && open(next); next = beyond(next, in))
        stop(next, !move_->by_king);
    }
  }

 private:
  struct Line {
    int right, up;  // one step, in columns and rows as shown
    Wide passed;
  };

  void stop(int index, bool crowns) {
    Move part = part_;
    part.to = part.route[part.jumps - 1] = static_cast<std::uint8_t>(index);
    part.crowns = crowns;
    if (is_new(part) && budget_.spend(Budget::listed_move)) moves_.add() = part;
  }

  // Whether no move with this outcome was met before.
  bool is_new(const Move& move) {
    const auto ends = static_cast<std::uint32_t>(move.from << 9 | move.to << 1 | move.crowns);
    return seen_.insert(move.captured, ends);
  }

  Line line(int from, int to) const {
    int column = ruleset_.column(from), row = ruleset_.row(from);
    const int to_column = ruleset_.column(to), to_row = ruleset_.row(to);
    Line found{(to_column > column) - (to_column < column), (to_row > row) - (to_row < row), 0};
    const int steps = std::max(std::abs(to_column - column), std::abs(to_row - row));
    for (int n = 0; n < steps; ++n) {
      const int index = ruleset_.index_at(column += found.right, row += found.up);
      if (index >= 0) found.passed |= bit<Wide>(index);
    }
    return found;
  }

  // The next playing square along a line, -1 at the edge.
  int beyond(int index, const Line& line) const {
    int column = ruleset_.column(index), row = ruleset_.row(index);
    for (int n = 0; n < 2; ++n) {
      const int next = ruleset_.index_at(column += line.right, row += line.up);
      if (next >= 0) return next;
    }
    return -1;
  }

  bool open(int index) const {
    Wide taken = position_.occupied() & ~bit<Wide>(move_->from);
    if (ruleset_.rules.removal == Removal::at_once) taken &= ~Wide(part_.captured);
    return !(taken & bit<Wide>(index));
  }

  const Position& position_;
  const Ruleset& ruleset_ = *position_.ruleset;
  const Layout& board_ = *ruleset_.layout;
  Moves& moves_;
  Budget& budget_;
  Memory<Wide> seen_;
  const Move* move_ = nullptr;
  Move part_;
};

}  // namespace

bool faulty_moves(const Position& position, Moves& moves, Budget& budget) {
  const Ruleset& ruleset = *position.ruleset;
  Moves legal;
  if (!ruleset.ops->legal(ruleset.rules, position, legal, budget)) return false;
  if (legal.size() == 0 || !legal[0].captures() || !ruleset.rules.compulsory) return true;
  ruleset.ops->quiet(ruleset.rules, position, moves);
  Breaker breaker(position, legal, moves, budget);
  for (const Move& move : legal) {
    if (count(Wide(move.captured)) < 2) continue;
    breaker.start(move);
    if (!ruleset.ops->routes(ruleset.rules, position, move, breaker, routes_followed, budget) ||
        !breaker.within_limits())
      return false;
  }
  moves.mark_ambiguous();
  return true;
}

}  // namespace crownhead
