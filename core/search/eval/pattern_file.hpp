// The payload of a file of pattern weights (Weights, kind `patterns`, format 1), numbers of 16 bits
// with the lowest byte first:
//   men at the start of the game
//   0
//   then for each weight two numbers in 1/16 hundredth of a man, one for the opening with all men
//   on the board, one for the endgame without any:
//     terms (PatternTerms), for each table the patterns of the upper part, then of the lower part,
//     then of the whole.
//
// A whole pattern counts with its parts. `unfold_patterns` adds the parts to the wholes, once, when
// a file is read, so that a search looks up one weight for each pattern.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/rules.hpp"

namespace crownhead {

struct PatternFile {
  static constexpr int format = 1;
  static constexpr std::size_t head = 4;  // bytes
  static constexpr int unit = 16;         // in a hundredth of a man

  // Of the weights, in weights.
  std::size_t terms = 0, parts = 0, patterns = 0;

  std::size_t bytes() const { return head + 4 * (terms + 2 * parts + patterns); }
};

// How many weights of each kind a board has.
PatternFile pattern_file(Board board);

// Add the parts to the patterns in place; false if this is no payload for the board.
bool unfold_patterns(Board board, std::uint8_t* payload, std::size_t size);

}  // namespace crownhead
