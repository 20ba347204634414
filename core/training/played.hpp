// A game as training keeps it: the start is the game's own, the moves are places in the list of
// legal moves.
//
// One game in bytes, numbers with the low byte first:
//   1  plies of the random opening
//   1  result for White: 0 lost, 1 drawn, 2 won
//   2  plies
//   then for each ply the place of its move: one byte, or 255 and two bytes
//   then for each ply after the opening the score of the search, two bytes, for the side to move
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace crownhead::training {

enum class Result : std::uint8_t { lost, drawn, won };  // for White

struct Played {
  int opening = 0;
  Result result = Result::drawn;
  std::vector<std::uint16_t> places;
  std::vector<std::int16_t> scores;  // one for each ply after the opening

  void clear();
  void write(std::vector<std::uint8_t>& bytes) const;
  // Read the game at `at` and move `at` behind it; false if the bytes hold no whole game.
  bool read(const std::uint8_t* bytes, std::size_t length, std::size_t& at);
};

}  // namespace crownhead::training
