#include "pdn/positions.hpp"

namespace crownhead::pdn {

TrailStep step(const Position& position) {
  return {position.key, 0, position.side[white], position.side[black], position.kings};
}

std::uint32_t code(const Move& move) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15ull;
  std::uint64_t mixed = (std::uint64_t{move.from} << 8 | move.to) << 1 | move.crowns;
  for (const std::uint64_t part : {move.captured.low, move.captured.high})
    mixed = ((mixed ^ mixed >> 29) + part + 1) * factor;
  return static_cast<std::uint32_t>(mixed >> 32) | 1;
}

}  // namespace crownhead::pdn
