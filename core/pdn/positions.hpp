// The positions that the main line of a game runs through, in a form that can be sorted and stored.
#pragma once

#include <cstdint>
#include <vector>

#include "pdn/replay.hpp"

namespace crownhead::pdn {

// One position: its hash, the code of the move played in it (0: none), its squares by bit index.
struct TrailStep {
  std::uint64_t key = 0;
  std::uint64_t move = 0;
  SquareSet white, black, kings;
};
static_assert(sizeof(TrailStep) == 64);

TrailStep step(const Position& position);

// A number, never 0, that tells a move from the others of its position.
std::uint32_t code(const Move& move);

// Every position of the main line, set-ups among them; after a huff the position is the one
// without the huffed piece.
std::vector<TrailStep> trail(const Replay& replay);

}  // namespace crownhead::pdn
