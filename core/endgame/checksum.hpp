// The checksum of what a table file holds.
#pragma once

#include <cstddef>
#include <cstdint>

namespace crownhead::endgame {

// Return the CRC-32 of some bytes, as zlib and PNG have it.
std::uint32_t crc32(const std::uint8_t* bytes, std::size_t length);

// Four bytes, the lowest one first.
inline std::uint32_t get32(const std::uint8_t* at) {
  return static_cast<std::uint32_t>(at[0]) | static_cast<std::uint32_t>(at[1]) << 8 |
         static_cast<std::uint32_t>(at[2]) << 16 | static_cast<std::uint32_t>(at[3]) << 24;
}

}  // namespace crownhead::endgame
