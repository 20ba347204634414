// The clock starts with `resumed`, or else with the first move, which is then free of charge. An
// arbiter may set what a side has left, while the game stands or goes on.
#include "game/part.hpp"

namespace crownhead::game::timing {

namespace {

// Whether a game with a clock needs the time of such an event.
bool needs_time(EventKind kind) {
  return face(kind).needs == Needs::time || face(kind).needs == Needs::both;
}

// Whether a side whose flag is down may no longer do this.
bool needs_time_left(EventKind kind) {
  return face(kind).needs == Needs::time_left || face(kind).needs == Needs::both;
}

}  // namespace

Refusal check_time(const Setup& setup, const State& state, const Event& event) {
  if (!event.at) {
    if (state.clock && needs_time(event.kind)) return reason_of(ReasonCode::time_missing);
    return {};
  }
  if (state.at && *event.at < *state.at)
    return reason_of(ReasonCode::time_backwards, *event.at, *state.at);
  if (!state.clock || !state.clock->running || !needs_time_left(event.kind)) return {};
  const Millis lag = event.kind == EventKind::played ? event.number : 0;
  if (event.side == *state.clock->running &&
      remaining(*setup.time, *state.clock, *event.side, event.at, lag) <= 0)
    return reason_by(ReasonCode::time_is_out, *event.side);
  return {};
}

Refusal check(const Setup& setup, const State& state, const Event& event) {
  if (event.kind == EventKind::time_forfeited) {
    if (!state.clock) return reason_of(ReasonCode::no_clock);
    const Millis left = remaining(*setup.time, *state.clock, *event.side, event.at);
    if (event.at && left <= 0) return {};
    Reason reason = reason_by(ReasonCode::time_not_out, *event.side);
    reason.first = left;
    return reason;
  }
  if (event.kind == EventKind::clock_set)
    return state.clock ? Refusal{} : Refusal(reason_of(ReasonCode::no_clock));
  const bool started = !state.clock || state.clock->begun();
  if (event.kind == EventKind::resumed && !state.paused && started)
    return reason_of(ReasonCode::game_running);
  return {};
}

State apply(const Setup& setup, State state, const Event& event) {
  static_assert(makes_up(Part::timing, {EventKind::time_forfeited, EventKind::clock_set,
                                        EventKind::paused, EventKind::resumed}));
  if (event.kind == EventKind::time_forfeited) {
    state.outcome = Outcome{!*event.side, Termination::time, ""};
    return state;
  }
  if (event.kind == EventKind::clock_set) {
    state.clock = adjusted(*setup.time, *state.clock, *event.side, event.number, *event.at);
    return state;
  }
  const bool pauses = event.kind == EventKind::paused;
  if (state.clock && event.at) {
    Clock& clock = *state.clock;
    clock = pauses          ? paused(clock, *event.at)
            : clock.begun() ? resumed(clock, *event.at)
                            : started(*setup.time, clock, state.turn(), *event.at);
  }
  state.paused = pauses;
  return state;
}

}  // namespace crownhead::game::timing
