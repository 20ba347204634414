// What the coder and the decoder of pages agree on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "endgame/outcome.hpp"

namespace crownhead::endgame {

inline constexpr std::size_t page_positions = 2048;

// Renewed a byte at a time, the range of the arithmetic coder stays above this.
inline constexpr std::uint32_t least_range = 1u << 24;

// Probabilities, times 65536, that the answer to a question is yes. `signs` tells which sides win
// in the neighbours of a position, a context how they agree, too.
struct Model {
  static constexpr int signs = 27;
  static constexpr int contexts = signs * 8;
  static constexpr int up = contexts;       // like the one with White's kings one place back?
  static constexpr int far = 2 * contexts;  // like the one of the configuration before?
  static constexpr int tree = far + signs;  // bit by bit, what the difference to the one before is
  static constexpr int slots = tree + 256;
  std::uint16_t yes[slots];  // the first ones: like the position before?
};

// Lengths within the numbering at which an outcome tends to repeat.
struct Strides {
  std::uint64_t minor = 1;
  std::uint64_t block = 1;
};

// Who wins, as contexts count it.
constexpr int sign(Outcome outcome) {
  return (outcome > 0) - (outcome < 0) + 1;
}

}  // namespace crownhead::endgame
