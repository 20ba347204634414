#include "game/view.hpp"

#include "game/part.hpp"

namespace crownhead::game {

namespace {

constexpr std::uint8_t irreversible = capture | man_move;

Event made(EventKind kind, Side side, Millis at) {
  Event event;
  event.kind = kind;
  event.side = side;
  event.at = at;
  return event;
}

// Whether `by` can bring about an event of this kind: one is tried, the one most likely allowed.
bool is_possible(const Setup& setup, const State& state, EventKind kind, Side by, Millis at) {
  Event event = made(kind, by, at);
  const auto is_allowed = [&] { return !check(setup, state, event); };
  switch (kind) {
    case EventKind::played: {
      Moves moves;
      return by == state.turn() && !check_moment(setup, state, event) &&
             legal_moves(state, moves) && moves.size() > 0;
    }
    case EventKind::huffed:
      if (by != state.turn() || !state.fault) return false;
      event.number = setup.ruleset().number(lowest(Wide(state.fault->pieces)));
      return is_allowed();
    case EventKind::compelled:
    case EventKind::stood:
      return by == state.turn() && state.fault && is_allowed();
    case EventKind::draw_claimed: {
      std::vector<Claim> found;
      if (check_moment(setup, state, event) || !claims(setup, state, found)) return false;
      for (const Claim& claim : found)
        if (claim.by == by) return true;
      return false;
    }
    case EventKind::takeback_requested:
      event.number = 1;
      return is_allowed();
    case EventKind::adjudicated:
    case EventKind::time_forfeited:
      if (is_allowed()) return true;
      event.side = !by;
      return is_allowed();
    case EventKind::draw_offered:
    case EventKind::draw_accepted:
    case EventKind::draw_declined:
    case EventKind::draw_withdrawn:
    case EventKind::resigned:
    case EventKind::takeback_accepted:
    case EventKind::takeback_declined:
    case EventKind::awarded:
    case EventKind::paused:
    case EventKind::resumed:
      return is_allowed();
  }
  return false;
}

}  // namespace

std::vector<Counter> counters(const Setup& setup, const State& state) {
  std::vector<Counter> found;
  const Ruleset& ruleset = setup.ruleset();
  const Variant& variant = *setup.variant;
  for (int i = 0; i < ruleset.draw_rules; ++i) {
    const int plies = state.position.counts[i];
    const DrawRule& rule = ruleset.draw_rule[i];
    if (plies == Position::idle) continue;  // its ending is not on the board
    found.push_back({variant.draw_rules[static_cast<std::size_t>(i)],
                     plies,
                     rule.plies,
                     Unit::plies,
                     {},
                     rule.resets,
                     setup.automatic(rule.automatic)});
  }
  const int seen = variant.repetition ? repetition::occurrences(state) : 1;
  if (seen > 1)
    found.push_back({variant.repetition_rule,
                     seen,
                     variant.repetition,
                     Unit::occurrences,
                     {},
                     irreversible,
                     setup.repetition_automatic()});
  for (const Duty& duty : duties(setup, state))
    found.push_back({"E24", duty.made, duty.limit, Unit::own_moves, duty.side,
                     setup.reset_on_progress ? irreversible : std::uint8_t{0}, true});
  return found;
}

bool outcome_if_stood(const Setup& setup, const State& state, std::optional<Outcome>& outcome) {
  outcome.reset();
  return !state.fault || ending::by_rules(setup, state, outcome);
}

Side author_of(const Setup& setup, const State& state, EventKind kind) {
  switch (kind) {
    case EventKind::draw_accepted:
    case EventKind::draw_declined:
      if (state.draw_offer) return !*state.draw_offer;
      break;
    case EventKind::draw_withdrawn:
      if (state.draw_offer) return *state.draw_offer;
      break;
    case EventKind::takeback_accepted:
    case EventKind::takeback_declined:
      if (state.takeback) return !state.takeback->by;
      break;
    case EventKind::draw_claimed: {
      std::vector<Claim> found;
      if (claims(setup, state, found) && !found.empty()) return found.front().by;
      break;
    }
    case EventKind::played:
    case EventKind::draw_offered:
    case EventKind::huffed:
    case EventKind::compelled:
    case EventKind::stood:
    case EventKind::resigned:
    case EventKind::takeback_requested:
    case EventKind::adjudicated:
    case EventKind::awarded:
    case EventKind::time_forfeited:
    case EventKind::paused:
    case EventKind::resumed:
      break;
  }
  return state.turn();
}

std::uint32_t allowed(const Setup& setup, const State& state, Side by, std::optional<Millis> at) {
  const Millis now = at.value_or(state.at.value_or(0));
  std::uint32_t found = 0;
  for (const EventKind kind : event_kinds)
    if (is_possible(setup, state, kind, by, now)) found |= bit_of(kind);
  return found;
}

bool can_abort(const Setup& setup, const State& state) {
  return !state.outcome && state.plies < setup.opening + 2;
}

std::optional<Side> fallen_flag(const Setup& setup, const State& state, Millis at) {
  if (state.outcome || !state.clock || !state.clock->runs()) return std::nullopt;
  const Side side = *state.clock->running;
  if (remaining(*setup.time, *state.clock, side, at) > 0) return std::nullopt;
  return side;
}

std::optional<Millis> flag_falls(const Setup& setup, const State& state) {
  if (state.outcome || !state.clock || !state.clock->runs()) return std::nullopt;
  return falls(*setup.time, *state.clock);
}

}  // namespace crownhead::game
