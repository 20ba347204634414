#include "game/step.hpp"

#include "game/moves.hpp"
#include "game/part.hpp"

namespace crownhead::game {

namespace {

constexpr Part part_of(EventKind kind) {
  return face(kind).part;
}

// What a full record still takes: it can only be ended.
constexpr bool ends_game(EventKind kind) {
  const Part part = part_of(kind);
  return part == Part::end || part == Part::verdict || kind == EventKind::time_forfeited;
}

// What of the time is allowed while the game is paused, beside what always is.
constexpr bool possible_in_pause(EventKind kind) {
  return kind == EventKind::resumed || kind == EventKind::clock_set;
}

// What is allowed while the game is paused, and while a verdict is awaited.
constexpr bool always_possible(EventKind kind) {
  const Part part = part_of(kind);
  return part == Part::end || part == Part::offer;
}

// The move of a recorded event, which says itself whether it is a faulty one.
Refusal find_played(const Setup& setup, const State& state, const Event& event, Found& found) {
  if (Refusal refused = find(setup, state, *event.text, event.flag, found)) return refused;
  if (found.faulty && !event.flag) return RefusalKind::illegal_move;
  if (event.flag && !found.faulty) return RefusalKind::not_faulty;
  return {};
}

Refusal check_event(const Setup& setup, const State& state, const Event& event) {
  switch (part_of(event.kind)) {
    case Part::move: {
      Found found;
      return find_played(setup, state, event, found);
    }
    case Part::offer:
      return offers::check(setup, state, event);
    case Part::answer:
      return huffing::check(setup, state, event);
    case Part::takeback:
      return takeback::check(setup, state, event);
    case Part::claim:
      return claiming::check(setup, state, event);
    case Part::timing:
      return timing::check(setup, state, event);
    case Part::verdict:
      return duty::check(setup, state, event);
    case Part::end:
      return {};
  }
  return {};
}

// What follows from an event that is no move.
Refusal apply(const Setup& setup, const State& state, const Event& event, State& after) {
  switch (part_of(event.kind)) {
    case Part::move:
      break;
    case Part::offer:
      after = offers::apply(setup, state, event);
      break;
    case Part::answer:
      after = huffing::apply(setup, state, event);
      break;
    case Part::takeback:
      after = takeback::apply(setup, state, event);
      break;
    case Part::claim:
      return claiming::apply(setup, state, event, after);
    case Part::timing:
      after = timing::apply(setup, state, event);
      break;
    case Part::verdict:
      after = duty::apply(state, event);
      break;
    case Part::end:
      after = ending::apply(state, event);
      break;
  }
  return {};
}

// What follows by itself: the end of the game, a stopped clock.
Refusal settle(const Setup& setup, State& state) {
  if (!state.outcome && !state.fault && !ending::by_rules(setup, state, state.outcome))
    return RefusalKind::too_complex;
  if (state.outcome) {
    for (const QuestionFace& question : question_faces) question.drop(state);
    state.fault.reset();
  }
  const bool stands = state.outcome || verdict_due(setup, state);
  if (stands && state.clock && state.at) state.clock = paused(*state.clock, *state.at);
  return {};
}

Refusal finish(const Setup& setup, const State& state, const Event& event, State& after,
               Link& made) {
  after.events = state.events + 1;
  after.at = event.at ? event.at : state.at;
  if (event.kind == EventKind::adjudicated && after.clock && after.at)
    after.clock = resumed(*after.clock, *after.at);
  if (Refusal refused = settle(setup, after)) return refused;
  made = std::make_shared<const State>(std::move(after));
  return {};
}

}  // namespace

Refusal start(const Setup& setup, Link& made) {
  State state;
  state.position = setup.start;
  if (setup.time) state.clock = clock_of(*setup.time);
  if (Refusal refused = settle(setup, state)) return refused;
  made = std::make_shared<const State>(std::move(state));
  return {};
}

Refusal check_moment(const Setup& setup, const State& state, const Event& event) {
  if (state.outcome) return reason_of(ReasonCode::game_over);
  if (state.events >= most_events && !ends_game(event.kind))
    return reason_of(ReasonCode::record_full, most_events);
  const auto due = verdict_due(setup, state);
  if (due && !always_possible(event.kind) && event.kind != EventKind::adjudicated)
    return reason_by(ReasonCode::verdict_due, *due);
  if (state.paused && !always_possible(event.kind) && !possible_in_pause(event.kind))
    return reason_of(ReasonCode::game_paused);
  if (Refusal refused = timing::check_time(setup, state, event)) return refused;
  if (event.kind == EventKind::played) return check_turn(setup, state, *event.side);
  return {};
}

Refusal check(const Setup& setup, const State& state, const Event& event) {
  if (Refusal refused = check_moment(setup, state, event)) return refused;
  return check_event(setup, state, event);
}

Refusal step(const Setup& setup, const Link& state, const Event& event, Link& after) {
  if (Refusal refused = check_moment(setup, *state, event)) return refused;
  if (event.kind == EventKind::played) {
    Found found;
    if (Refusal refused = find_played(setup, *state, event, found)) return refused;
    return step_with(setup, state, event, found, after);
  }
  if (Refusal refused = check_event(setup, *state, event)) return refused;
  State next;
  if (Refusal refused = apply(setup, *state, event, next)) return refused;
  return finish(setup, *state, event, next, after);
}

Refusal step_with(const Setup& setup, const Link& state, const Event& event, const Found& found,
                  Link& after) {
  State next;
  if (Refusal refused = played(setup, state, event, found, next)) return refused;
  return finish(setup, *state, event, next, after);
}

}  // namespace crownhead::game
