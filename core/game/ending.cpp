#include "game/part.hpp"
#include "rules/api.hpp"

namespace crownhead::game {

namespace ending {

namespace {

int pieces(const Position& position, Side side) {
  return count(Wide(position.side[side]));
}

// A draw by a count or a repetition that ends the game without a claim.
std::optional<Outcome> drawn(const Setup& setup, const State& state) {
  const auto ends = [&](bool by_rules) { return setup.automatic(by_rules); };
  if (auto counted = count_full(*setup.variant, state.position, ends)) return counted;
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

// A side without a move or with too few pieces, or the first king; if none of these, the moves are
// listed. False if the position is too complex.
bool won(const Position& position, Moves& moves, std::optional<Outcome>& outcome) {
  const Aim aim = position.ruleset->rules.aim;
  const Side turn = position.to_move();
  if (aim == Aim::king) {
    if (const auto winner = first_king(position)) {
      outcome = Outcome{winner, Termination::first_king, "breakthrough"};
      return true;
    }
  }
  if (const auto loser = position.outnumbered()) {
    const Side winner = aim == Aim::lose ? *loser : !*loser;
    outcome = pieces(position, *loser) > 0 ? Outcome{winner, Termination::too_few, "ghanaian"}
                                           : Outcome{winner, Termination::no_pieces, "E7"};
    return true;
  }
  Budget budget;
  if (!list_moves(position, MoveKind::legal, moves, budget)) return false;
  if (moves.size() > 0) return true;
  const bool blocked = pieces(position, turn) > 0;
  outcome =
      Outcome{aim == Aim::lose ? turn : !turn,
              blocked ? Termination::blocked : Termination::no_pieces, blocked ? "E22" : "E7"};
  return true;
}

}  // namespace

// A win goes before a draw count that fills with the same ply. Counts and repetitions that a player
// has to claim do not end the game here.
bool by_rules(const Setup& setup, const State& state, std::optional<Outcome>& outcome) {
  outcome.reset();
  const Position& position = state.position;
  Moves moves;
  if (!won(position, moves, outcome)) return false;
  if (outcome) return true;
  const Side turn = position.to_move();
  if (pieces(position, !turn) > 0)
    outcome = drawn(setup, state);
  else
    outcome = Outcome{setup.ruleset().rules.aim == Aim::lose ? !turn : turn, Termination::no_pieces,
                      "E7"};
  return true;
}

State apply(State state, const Event& event) {
  static_assert(makes_up(Part::end, {EventKind::resigned, EventKind::awarded}));
  if (event.kind == EventKind::resigned)
    state.outcome = Outcome{!*event.side, Termination::resignation, ""};
  else
    state.outcome =
        Outcome{event.side, event.flag ? Termination::forfeit : Termination::adjudication, ""};
  return state;
}

}  // namespace ending

bool won_on_board(const Position& position, Moves& moves, std::optional<Outcome>& outcome) {
  outcome.reset();
  return ending::won(position, moves, outcome);
}

bool outcome_on_board(const Variant& variant, const Position& position,
                      std::optional<Outcome>& outcome) {
  Moves moves;
  if (!won_on_board(position, moves, outcome)) return false;
  const auto ends = [](bool by_rules) { return by_rules; };
  if (!outcome) outcome = ending::count_full(variant, position, ends);
  return true;
}

}  // namespace crownhead::game
