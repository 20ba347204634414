// In which order moves are tried: what was best before, captures by size, what often refuted.
#pragma once

#include "search/node.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

// A short name of a move, 0 for none; two moves of a position seldom share one.
template <class Bits>
CROWNHEAD_INLINE std::uint16_t code_of(const BasicMove<Bits>& move) {
  const auto captured = static_cast<std::uint64_t>(move.captured);
  const auto mixed = captured * 0x9E3779B97F4A7C15ull >> 62;
  return static_cast<std::uint16_t>(move.from | move.to << 7 | mixed << 14);
}

// How often a quiet move was good enough, by piece, origin and target.
class History {
 public:
  static constexpr int most = 8192;

  CROWNHEAD_INLINE int of(Side side, bool king, int from, int to) const {
    return worth_[side][king][from][to];
  }

  CROWNHEAD_INLINE void change(Side side, bool king, int from, int to, int by) {
    std::int16_t& worth = worth_[side][king][from][to];
    const int size = by < 0 ? -by : by;
    worth = static_cast<std::int16_t>(worth + by - worth * size / most);
  }

 private:
  std::int16_t worth_[2][2][Layout::most_bits][Layout::most_bits] = {};
};

namespace order {
inline constexpr int best_before = 1 << 24;
inline constexpr int capture = 1 << 20;
inline constexpr int crowning = 1 << 19;
inline constexpr int killer = 1 << 18;
}  // namespace order

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
