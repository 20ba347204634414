#include "game/part.hpp"

namespace crownhead::game::ending {

namespace {

int pieces(const Position& position, Side side) {
  return count(Wide(position.side[side]));
}

// A draw by a count or a repetition that ends the game without a claim.
std::optional<Outcome> drawn(const Setup& setup, const State& state) {
  const Ruleset& ruleset = setup.ruleset();
  for (int i = 0; i < ruleset.draw_rules; ++i) {
    const int plies = state.position.counts[i];
    if (plies == Position::idle || plies < ruleset.draw_rule[i].plies) continue;
    if (setup.automatic(ruleset.draw_rule[i].automatic))
      return Outcome{
          {}, Termination::draw_count, setup.variant->draw_rules[static_cast<std::size_t>(i)]};
  }
  const int limit = setup.variant->repetition;
  if (limit && setup.repetition_automatic() && repetition::occurrences(state) >= limit)
    return Outcome{{}, Termination::repetition, setup.variant->repetition_rule};
  return std::nullopt;
}

// The first king wins (Breakthrough); the side that has just moved comes first.
std::optional<Side> first_king(const Position& position) {
  const Side turn = position.to_move();
  for (const Side side : {!turn, turn})
    if (Wide(position.side[side]) & Wide(position.kings)) return side;
  return std::nullopt;
}

}  // namespace

// A win goes before a draw count that fills with the same ply. Counts and repetitions that a player
// has to claim do not end the game here.
bool by_rules(const Setup& setup, const State& state, std::optional<Outcome>& outcome) {
  outcome.reset();
  const Position& position = state.position;
  const Aim aim = setup.ruleset().rules.aim;
  const Side turn = position.to_move();
  if (aim == Aim::king) {
    if (const auto winner = first_king(position)) {
      outcome = Outcome{winner, Termination::first_king, "breakthrough"};
      return true;
    }
  }
  Moves moves;
  if (!legal_moves(state, moves)) return false;
  if (moves.size() == 0) {
    const bool blocked = pieces(position, turn) > 0;
    outcome =
        Outcome{aim == Aim::lose ? turn : !turn,
                blocked ? Termination::blocked : Termination::no_pieces, blocked ? "E22" : "E7"};
  } else if (pieces(position, !turn) == 0) {
    outcome = Outcome{aim == Aim::lose ? !turn : turn, Termination::no_pieces, "E7"};
  } else {
    outcome = drawn(setup, state);
  }
  return true;
}

State apply(State state, const Event& event) {
  if (event.kind == EventKind::resigned)
    state.outcome = Outcome{!*event.side, Termination::resignation, ""};
  else
    state.outcome =
        Outcome{event.side, event.flag ? Termination::forfeit : Termination::adjudication, ""};
  return state;
}

}  // namespace crownhead::game::ending
