// Positions as text: FEN for draughts, and the one-letter-per-square forms of Hub and DXP.
#pragma once

#include <cstddef>

#include "rules/position.hpp"
#include "rules/ruleset.hpp"
#include "rules/text.hpp"

namespace crownhead {

using FenText = Text<1024>;

// What is wrong with a FEN: a code for the catalogues, and how it goes on after "FEN '...' ".
struct FenFault {
  const char* code;
  const char* text;
};

// Read a position. Null if it is one, else what is wrong; `column` counts from 1.
// Reading is permissive about form and says nothing about whether a game can reach the position.
const FenFault* read_fen(const char* text, std::size_t length, const Ruleset& ruleset,
                         Position& position, int& column);

// Write side to move, White, Black; squares in the game's own notation, ascending, no ranges.
// With `counters`, the plies of the first unconditional draw count follow as ":H<plies>", and the
// runs of kings (Frisian) as "+<black>[square]+<white>[square]".
void write_fen(FenText& text, const Position& position, bool counters);

// Write "W" or "B" and one letter per square: w b men, W B kings, e empty; in the DXP form
// "z" and "Z" stand for black pieces.
void write_squares(FenText& text, const Position& position, bool dxp);

}  // namespace crownhead
