// Until his own next move the opponent huffs a piece that should have captured, compels the player
// to capture, or lets the move stand. What the books leave open is decided like this:
//
// - A faulty move that would end the game (the opponent has no move left, a draw count is full)
//   does not end it before the opponent has answered; he then huffs, compels or says `stood`.
// - A huff that takes the last piece wins at once (where the aim is to lose: it loses at once).
// - A huff is a capture for every count of progress. It can take away the huffer's own last
//   capture; if he has no move left he has lost (E22), the warning of the old manuals.
// - A compelled player may not err again, and can no longer answer an earlier fault of the
//   opponent. His clock stands as when he made the faulty move, without a bonus for it.
#include "game/part.hpp"
#include "rules/api.hpp"

namespace crownhead::game::huffing {

namespace {

// The clock of the state before, with the time that both sides really used.
std::optional<Clock> given_back(const Setup& setup, const State& state, std::optional<Millis> at) {
  const std::optional<Clock>& before = state.before->clock;
  if (!before || !state.clock || !state.fault || !state.fault->at || !at) return before;
  Clock clock = settled(*setup.time, *before, *state.fault->at, state.fault->lag);
  clock.left[state.turn()] = settled(*setup.time, *state.clock, *at).left[state.turn()];
  return started(*setup.time, clock, state.fault->by, *at);
}

State compelled(const Setup& setup, const State& state, const Event& event) {
  State after = *state.before;
  after.events = state.events;
  after.at = state.at;
  after.fault.reset();
  after.compelled = true;
  after.takeback.reset();
  after.clock = given_back(setup, state, event.at);
  return after;
}

}  // namespace

// After a series broken off it is the moving piece that should have captured; else every piece that
// could, wherever it stands after the move.
bool fault(const Position& position, const Move& move, const Event& event, Fault& fault) {
  Wide pieces = 0;
  if (move.captures()) {
    pieces = bit<Wide>(move.to);
  } else {
    Moves legal;
    Budget budget;
    if (!list_moves(position, MoveKind::legal, legal, budget)) return false;
    for (const Move& other : legal)
      if (other.captures()) pieces |= bit<Wide>(other.from == move.from ? move.to : other.from);
  }
  fault = {*event.side, pieces, event.at, event.number};
  return true;
}

Refusal check(const Setup& setup, const State& state, const Event& event) {
  if (!setup.huffing) return reason_of(ReasonCode::huffing_off);
  if (!state.fault) return reason_of(ReasonCode::nothing_to_huff);
  if (event.side != state.turn()) return reason_by(ReasonCode::not_your_turn, state.turn());
  if (event.kind != EventKind::huffed) return {};
  const int most = setup.ruleset().layout->squares;
  const int index = 1 <= event.number && event.number <= most
                        ? setup.ruleset().index(static_cast<int>(event.number))
                        : -1;
  if (index >= 0 && (Wide(state.fault->pieces) & bit<Wide>(index))) return {};
  Reason reason = reason_at(ReasonCode::not_huffable, state.fault->pieces);
  reason.first = event.number;
  return reason;
}

State apply(const Setup& setup, const State& state, const Event& event) {
  static_assert(
      makes_up(Part::answer, {EventKind::compelled, EventKind::stood, EventKind::huffed}));
  if (event.kind == EventKind::compelled) return compelled(setup, state, event);
  State after = state;
  after.fault.reset();
  if (event.kind == EventKind::stood) return after;
  after.position = state.position.without(setup.ruleset().index(static_cast<int>(event.number)));
  after.plies_since_capture = 0;
  after.huff = state.events;
  return duty::progressed(setup, std::move(after));
}

}  // namespace crownhead::game::huffing
