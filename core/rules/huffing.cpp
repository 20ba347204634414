#include "rules/huffing.hpp"

#include "rules/ruleset.hpp"

namespace crownhead {

namespace {

constexpr int routes_followed = 256;

// Adds each proper beginning of a route as a move that stops there.
class Breaker final : public RouteVisitor {
 public:
  Breaker(const Position& position, const Moves& legal, Moves& moves)
      : position_(position), board_(*position.ruleset->layout), legal_(legal), moves_(moves) {}

  void start(const Move& move) { move_ = &move; }

  void visit(const std::uint8_t* at, int jumps) override {
    Move part = *move_;
    part.captured = SquareSet();
    part.ambiguous = false;
    int here = move_->from;
    for (int i = 0; i + 1 < jumps; ++i) {
      part.captured = Wide(part.captured) | taken(here, at[i]);
      here = at[i];
      part.to = part.route[i] = at[i];
      part.jumps = static_cast<std::uint8_t>(i + 1);
      const Wide far = board_.crown_row[position_.turn];
      part.crowns = !move_->by_king && (crowned_by(at, i) || (far & bit<Wide>(here)));
      if (!legal_.find(part) && !moves_.find(part)) moves_.add() = part;
    }
  }

 private:
  // Russian: a man that touched the far row on its way is a king from there on.
  bool crowned_by(const std::uint8_t* at, int last) const {
    if (position_.ruleset->rules.crowning != Crowning::goes_on) return false;
    for (int i = 0; i <= last; ++i)
      if (board_.crown_row[position_.turn] & bit<Wide>(at[i])) return true;
    return false;
  }

  // The piece of the move's captured set between two squares of its route.
  Wide taken(int from, int to) const {
    const Ruleset& ruleset = *position_.ruleset;
    int column = ruleset.column(from), row = ruleset.row(from);
    const int right = (ruleset.column(to) > column) - (ruleset.column(to) < column);
    const int up = (ruleset.row(to) > row) - (ruleset.row(to) < row);
    Wide found = 0;
    while (column != ruleset.column(to) || row != ruleset.row(to)) {
      column += right;
      row += up;
      const int index = ruleset.index_at(column, row);
      if (index >= 0) found |= bit<Wide>(index);
      if (column < 0 || row < 0 || column > 16 || row > 16) break;
    }
    return found & Wide(move_->captured);
  }

  const Position& position_;
  const Layout& board_;
  const Move* move_ = nullptr;
  const Moves& legal_;
  Moves& moves_;
};

}  // namespace

bool faulty_moves(const Position& position, Moves& moves) {
  const Ruleset& ruleset = *position.ruleset;
  Moves legal;
  if (!ruleset.ops->legal(ruleset.rules, position, legal)) return false;
  if (legal.size() == 0 || !legal[0].captures() || !ruleset.rules.compulsory) return true;
  ruleset.ops->quiet(ruleset.rules, position, moves);
  Breaker breaker(position, legal, moves);
  for (const Move& move : legal) {
    if (move.jumps < 2) continue;
    breaker.start(move);
    ruleset.ops->routes(ruleset.rules, position, move, breaker, routes_followed);
  }
  moves.mark_ambiguous();
  return true;
}

}  // namespace crownhead
