// Squares by number, and the two systems of a board: what evaluations look up for every position.
#pragma once

#include "rules/board.hpp"
#include "rules/ruleset.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

// The square of each bit index.
template <class G>
struct SquareOf {
  std::uint8_t of[Layout::most_bits];
  constexpr SquareOf() : of() {
    for (int s = 0; s < G::squares; ++s) of[G::index(s)] = static_cast<std::uint8_t>(s);
  }
};

// Each side's system: every second row, its own back row included.
template <class G>
struct Systems {
  typename G::Bits of[2];
  constexpr Systems() : of() {
    for (int s = 0; s < G::squares; ++s)
      of[(G::row(s) & 1) == ((G::height - 1) & 1) ? white : black] |=
          static_cast<typename G::Bits>(1) << G::index(s);
  }
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
