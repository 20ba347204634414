// Endgame tables as a browser has them: what they know of a position, and what to play by it.
#pragma once

#include "rules/position.hpp"
#include "search/endgame_probe.hpp"

namespace crownhead::wasm {

// The tables of a game, null without any.
const EndgameProbe* endgames_of(int number);

// What the tables advise, nothing where they do not know the position: in `perfect` the move that
// wins soonest or loses latest, in `spoiling` the moves that give away a win or a draw.
void advise(int number, const Position& position, Moves& perfect, Moves& spoiling);

}  // namespace crownhead::wasm
