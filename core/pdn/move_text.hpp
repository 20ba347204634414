// A move as PDN files write it, in all the forms that Position.parse leaves aside.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rules/budget.hpp"
#include "rules/position.hpp"

namespace crownhead::pdn {

// What a word of a body stands for.
enum class Meaning : std::uint8_t {
  number,   // of a move, without its dot
  move,     // a move, or an attempt at one
  capture,  // a bare x: the only capture
  pass,     // a bare hyphen: the move is unknown
  text,     // no move
};

Meaning word_meaning(std::string_view word);

// Write a word as Position.parse reads it: "47x36<42,29>" becomes "47x36x42x29", an en dash a
// hyphen, a final sign is left out.
std::string plain_move(std::string_view word);

// Keep those of the legal moves that the word can mean. Null, or what is wrong with the word.
// None are kept where the budget was exceeded.
const char* match_word(const Position& position, std::string_view word, Moves& moves,
                       Budget& budget);

}  // namespace crownhead::pdn
