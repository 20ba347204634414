// Endgame tables as the search sees them: the theoretical value of a quiet position.
#pragma once

#include <cstdint>

#include "rules/position.hpp"

namespace crownhead {

class EndgameProbe {
 public:
  // For the side to move. Draw counts and repetition are not part of it.
  enum class Value : std::uint8_t { unknown, loss, draw, win };

  EndgameProbe() = default;
  virtual ~EndgameProbe() = default;
  EndgameProbe(const EndgameProbe&) = delete;
  EndgameProbe& operator=(const EndgameProbe&) = delete;

  // The tables know positions of at most so many pieces.
  virtual int most_pieces() const = 0;
  // The value of a position in which the side to move has no capture; `sides` and `kings` are bit
  // indices of the board. Called by several threads at once.
  virtual Value probe(const SquareSet sides[2], const SquareSet& kings, Side turn) const = 0;
};

}  // namespace crownhead
