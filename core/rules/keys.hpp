// Random numbers whose exclusive-or is the hash of a position: one set of them for repetition in a
// game and for the search.
#pragma once

#include <cstdint>

#include "rules/ruleset.hpp"

namespace crownhead {

constexpr std::uint64_t scrambled(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

struct ZobristKeys {
  std::uint64_t piece[2][2][Layout::most_bits];  // side, king, bit index
  std::uint64_t black_to_move;
};

extern const ZobristKeys zobrist;

// Both sides' runs of one king (Frisian). Rare, so that these keys are computed and not kept.
inline std::uint64_t runs_key(const Runs& runs) {
  std::uint64_t key = 0;
  for (int s = 0; s < 2; ++s)
    if (runs.count[s])
      key ^= scrambled(1000u + static_cast<unsigned>(s) * 65536u + runs.count[s] * 256u +
                       runs.index[s]);
  return key;
}

// So many plies of one draw count. No part of a position's own hash: repetition ignores counts.
inline std::uint64_t count_key(int rule, int plies) {
  return scrambled(1'000'000u + static_cast<unsigned>(rule) * 256u + static_cast<unsigned>(plies));
}

}  // namespace crownhead
