#include "player/tasks.hpp"

#include <algorithm>

#include "game/part.hpp"
#include "rules/api.hpp"

namespace crownhead::player {

using namespace game;

namespace {

// A number between 0 and 1 that a seed, a position and its place in the game decide.
double chance(std::uint64_t seed, const Position& position, int plies) {
  std::uint64_t mixed = seed ^ position.key ^ static_cast<std::uint64_t>(plies) << 48;
  for (const std::uint64_t factor : {0xBF58476D1CE4E5B9ull, 0x94D049BB133111EBull}) {
    mixed += 0x9E3779B97F4A7C15ull;
    mixed = (mixed ^ mixed >> 30) * factor;
    mixed ^= mixed >> 31;
  }
  return static_cast<double>(mixed >> 32) / 4294967296.0;
}

}  // namespace

bool task_of(const Game& game, Side side, bool lets_stand, Task& task) {
  const State& state = game.state();
  task = Task::move;
  if (const QuestionFace* question = asked_of(state, side)) {
    task = question->asked == EventKind::draw_offered ? Task::answer_offer : Task::decline;
    return true;
  }
  if (state.fault && !lets_stand) {
    task = Task::answer_fault;
    return true;
  }
  if (state.fault) {
    std::optional<Outcome> outcome;
    if (!outcome_if_stood(game.setup(), state, outcome)) return false;
    if (outcome) task = Task::stand;
    return true;
  }
  std::vector<Claim> found;
  if (!claims(game.setup(), state, found)) return false;
  for (const Claim& claim : found)
    if (claim.by == side && !claim.move) task = Task::claim_draw;
  return true;
}

bool may_offer(const Game& game, Side side, std::optional<Millis> at) {
  const State& state = game.state();
  Event event;
  event.kind = EventKind::draw_offered;
  event.side = side;
  event.at = at ? at : state.at.value_or(0);
  return !state.outcome && !check(game.setup(), state, event);
}

std::optional<Allowance> allowance(const Game& game, Side side) {
  const std::optional<Clock>& clock = game.state().clock;
  if (!clock) return std::nullopt;
  const TimeControl& control = *game.setup().time;
  const Millis left = remaining(control, *clock, side, clock->since);
  const auto stage = static_cast<std::size_t>(clock->stage[side]);
  return Allowance{std::max(left, Allowance::least), control.stages[stage].bonus};
}

bool overlooked(const Game& game, double share, std::uint64_t seed, Moves& moves) {
  const State& state = game.state();
  moves.clear();
  if (share <= 0 || state.outcome || !may_err(game.setup(), state)) return true;
  if (chance(seed, state.position, state.plies) >= share) return true;
  Moves faulty;
  Budget budget;
  if (!list_moves(state.position, MoveKind::faulty, faulty, budget)) return false;
  for (const Move& move : faulty)
    if (!move.captures()) moves.add() = move;
  return true;
}

bool overlooks_fault(const Game& game, double share, std::uint64_t seed) {
  const State& state = game.state();
  // Another chance than that of a capture of its own.
  return share > 0 && chance(seed + 1, state.position, state.plies) < share;
}

}  // namespace crownhead::player
