// A move as part of the procedure: which one a text means, and what else it settles.
#pragma once

#include <string>
#include <string_view>

#include "game/step.hpp"
#include "rules/api.hpp"

namespace crownhead::game {

// The moves that can be played, and with huffing the faulty ones; none where a side was compelled.
// False if the position is too complex.
bool legal_moves(const State& state, Moves& moves);
bool may_err(const Setup& setup, const State& state);

// The legal move that a text means.
Refusal find_legal(const State& state, std::string_view text, Move& move);
// The move that a text means. A legal move goes first, unless `faulty` asks for the other kind.
Refusal find(const Setup& setup, const State& state, std::string_view text, bool faulty,
             Found& found);
// The same for a move of any position: it is looked for by its outcome.
Refusal find(const Setup& setup, const State& state, const Move& move, bool faulty, Found& found);

// The shortest notation from which `find`, asked for the same kind, gets the move back. A record
// says of a faulty move that it is one (`asked`); a player who enters it does not.
std::string text_of(const Setup& setup, const State& state, const Found& found, bool asked);

// The same for a move of a list that was made; past the budget in the form that needs no other move
// to be looked at.
void write_playable(const Position& position, const Turn& turn, const Move& move, MoveKind kind,
                    MoveText& text, Budget& budget);

// Why `by` may make no move at all now, if he may not.
Refusal check_turn(const Setup& setup, const State& state, Side by);
// The state after a move that was found.
Refusal played(const Setup& setup, const Link& state, const Event& event, const Found& found,
               State& after);

}  // namespace crownhead::game
