// Endgame tables as a browser has them: what they know of a position, and what to play by it.
#pragma once

#include <optional>

#include "endgame/table_probe.hpp"

namespace crownhead::wasm {

// The tables of a game, null without any.
const endgame::TableProbe* endgames_of(int number);

// What the tables of a game say of a position.
endgame::Verdict verdict_on(int number, const Position& position);

// What the tables prove of a position for the side to move: 1, 0 or -1. Nothing where they do not
// know it, or where a draw rule comes before the end, or may.
std::optional<int> proven_value(int number, const Position& position);

}  // namespace crownhead::wasm
