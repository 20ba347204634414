// Random numbers whose exclusive-or names a position in the search.
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

struct SearchKeys {
  static constexpr int runs = 8;  // king runs told apart; longer ones are alike
  static constexpr int plies = 256;

  std::uint64_t piece[2][2][Layout::most_bits];  // side, king, bit index
  std::uint64_t run[2][runs][Layout::most_bits];
  std::uint64_t count[Position::most_counts][plies];
  std::uint64_t turn;
};

extern const SearchKeys search_keys;

}  // namespace crownhead
