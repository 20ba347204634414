// Which games a text may belong to, by what it looks like.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pdn/sniff.hpp"

namespace crownhead::pdn {

// What of a game decides whether a text may be one of it. It comes from outside as three bytes:
// squares, columns, and its marks.
struct Guessed {
  enum Mark : std::uint8_t {
    letters = 1,  // squares are written by letters
    colons = 2,   // captures with a colon
    twin = 4,     // it shares its GameType with the game closest to it
    lenient = 8,  // it allows what that refuses: each game with a wrong move would be taken for it
    cyrillic = 16,  // what a text in Cyrillic is on a small board
    seldom = 32,    // behind all others
  };

  std::uint8_t squares = 0, columns = 0, marks = 0;
};

std::vector<Guessed> read_guessed(std::string_view bytes);

// The games a text may belong to, as places in `games`, the likeliest first: squares decide the
// board, signs of captures and the form of the result the order; `previous`, what the game before
// in the same file was, goes first where it is among them (-1: none).
std::vector<int> candidates(const std::vector<Guessed>& games, const Looks& looks,
                            std::string_view fen, int previous);

}  // namespace crownhead::pdn
