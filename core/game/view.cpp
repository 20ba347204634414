#include "game/view.hpp"

#include <algorithm>
#include <string_view>

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

bool claims_now(const Setup& setup, const State& state, Side by) {
  std::vector<Claim> found;
  if (!claims(setup, state, found)) return false;
  return std::any_of(found.begin(), found.end(), [by](const Claim& c) { return c.by == by; });
}

// What belongs to neither player names the side that it is about.
bool belongs_to_nobody(EventKind kind) {
  for (const EventField& field : fields(kind))
    if (field.slot == EventSlot::side && !field.nullable)
      return std::string_view(field.name) != "by";
  return false;
}

// Whether `by` can bring about an event of this kind: one is tried, the one most likely allowed.
bool is_possible(const Setup& setup, const State& state, EventKind kind, Side by, Millis at) {
  Event event = made(kind, by, at);
  if (kind == EventKind::played) {
    Moves moves;
    return by == state.turn() && !check_moment(setup, state, event) && legal_moves(state, moves) &&
           moves.size() > 0;
  }
  if (kind == EventKind::draw_claimed)
    return !check_moment(setup, state, event) && claims_now(setup, state, by);
  const bool huffs = kind == EventKind::huffed && state.fault;
  event.number = huffs ? setup.ruleset().number(lowest(Wide(state.fault->pieces))) : 1;
  if (!check(setup, state, event)) return true;
  if (!belongs_to_nobody(kind)) return false;
  event.side = !by;
  return !check(setup, state, event);
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
  switch (face(kind).author) {
    case Author::mover:
      break;
    case Author::able: {
      const Side other = !state.turn();
      const Millis now = state.at.value_or(0);
      if (is_possible(setup, state, kind, other, now) &&
          !is_possible(setup, state, kind, state.turn(), now))
        return other;
      break;
    }
    case Author::claimant: {
      std::vector<Claim> found;
      if (claims(setup, state, found) && !found.empty()) return found.front().by;
      break;
    }
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
