// The refusal starts a count of the refuser's own moves; a duty that runs already is not started
// again by a second refusal. Both sides may be under it at once. When the count is full the game
// waits for a verdict, once a faulty move by that side has been answered.
#include <utility>

#include "game/part.hpp"

namespace crownhead::game {

Duties duties(const Setup& setup, const State& state) {
  Duties found;
  for (const Side side : {white, black})
    if (const auto made = state.duties[side])
      found.at[found.size++] = {side, *made, setup.refusal_duty};
  if (found.size == 2 && found.at[1].left() < found.at[0].left())
    std::swap(found.at[0], found.at[1]);
  return found;
}

std::optional<Side> verdict_due(const Setup& setup, const State& state) {
  if (state.outcome) return std::nullopt;
  for (const Duty& duty : duties(setup, state))
    if (!duty.left() && (!state.fault || state.fault->by != duty.side)) return duty.side;
  return std::nullopt;
}

bool would_refuse(const Setup& setup, const State& state) {
  return state.draw_offer && setup.refusal_duty && !state.duties[!*state.draw_offer];
}

namespace duty {

State taken_on(const Setup& setup, State state, Side refuser) {
  if (setup.refusal_duty && !state.duties[refuser]) state.duties[refuser] = 0;
  return state;
}

State moved(State state, Side by) {
  if (state.duties[by]) ++*state.duties[by];
  return state;
}

State progressed(const Setup& setup, State state) {
  if (setup.reset_on_progress)
    for (auto& made : state.duties)
      if (made) made = 0;
  return state;
}

Refusal check(const Setup& setup, const State& state, const Event& event) {
  if (verdict_due(setup, state) == event.side) return {};
  return reason_by(ReasonCode::no_verdict_due, *event.side);
}

State apply(State state, const Event& event) {
  if (event.flag)
    state.duties[*event.side].reset();
  else
    state.outcome = Outcome{{}, Termination::refusal_duty, "E24"};
  return state;
}

}  // namespace duty
}  // namespace crownhead::game
