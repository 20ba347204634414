// A repetition is claimed by the player whose move produces it: after that move, until the opponent
// moves, or before it, by announcing it. A full count is claimed by either side, or by announcing
// the move that fills it. The announced move is not played.
#include "game/part.hpp"

namespace crownhead::game {

namespace {

Outcome by_repetition(const Setup& setup) {
  return {{}, Termination::repetition, setup.variant->repetition_rule};
}

// The first full count that waits for a claim.
std::optional<Outcome> count_full(const Setup& setup, const Position& position) {
  const auto waits = [&](bool by_rules) { return !setup.automatic(by_rules); };
  return ending::count_full(*setup.variant, position, waits);
}

bool repeated(const Setup& setup, const State& state) {
  const int limit = setup.variant->repetition;
  return limit && !setup.repetition_automatic() && repetition::occurrences(state) >= limit;
}

// What a claim without an announced move is granted.
std::optional<Outcome> granted(const Setup& setup, const State& state, Side by) {
  const auto counted = count_full(setup, state.position);
  if (!counted && by != state.turn() && repeated(setup, state)) return by_repetition(setup);
  return counted;
}

// What a claim is granted that announces the move to this position.
std::optional<Outcome> granted_after(const Setup& setup, const State& state,
                                     const Position& position) {
  const auto counted = count_full(setup, position);
  const int limit = setup.variant->repetition;
  if (counted || !limit || setup.repetition_automatic()) return counted;
  if (repetition::occurrences_after(state, position) >= limit) return by_repetition(setup);
  return std::nullopt;
}

Refusal outcome_of(const Setup& setup, const State& state, const Event& event,
                   std::optional<Outcome>& outcome) {
  if (!event.text) {
    outcome = granted(setup, state, *event.side);
    return {};
  }
  Move move;
  if (Refusal refused = find_legal(state, *event.text, move)) return refused;
  outcome = granted_after(setup, state, state.position.after(move));
  return {};
}

}  // namespace

bool claims(const Setup& setup, const State& state, std::vector<Claim>& found) {
  found.clear();
  if (state.outcome || state.fault) return true;
  for (const Side by : {white, black})
    if (const auto outcome = granted(setup, state, by)) found.push_back({outcome->rule, by, {}});
  Moves moves;
  if (!legal_moves(state, moves)) return false;
  for (const Move& move : moves)
    if (const auto outcome = granted_after(setup, state, state.position.after(move)))
      found.push_back({outcome->rule, state.turn(), move});
  return true;
}

namespace claiming {

Refusal check(const Setup& setup, const State& state, const Event& event) {
  if (state.fault) return reason_at(ReasonCode::fault_unanswered, state.fault->pieces);
  if (event.text && event.side != state.turn())
    return reason_by(ReasonCode::not_your_turn, state.turn());
  std::optional<Outcome> outcome;
  if (Refusal refused = outcome_of(setup, state, event, outcome)) return refused;
  if (outcome) return {};
  const Side mover = !state.turn();
  if (!event.text && event.side != mover && repeated(setup, state))
    return reason_by(ReasonCode::repetition_not_yours, mover);
  return reason_by(ReasonCode::nothing_to_claim, *event.side);
}

Refusal apply(const Setup& setup, const State& state, const Event& event, State& after) {
  after = state;
  return outcome_of(setup, state, event, after.outcome);
}

}  // namespace claiming
}  // namespace crownhead::game
