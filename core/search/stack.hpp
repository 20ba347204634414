// What the search holds for each ply of the line it looks at.
#pragma once

#include "search/history.hpp"
#include "search/node.hpp"
#include "search/score.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class Bits>
struct Frame {
  Node<Bits> node;
  List<BasicMove<Bits>> moves;
  List<int> order;           // a value for each of `moves`
  std::uint16_t killer = 0;  // the code of the quiet move that last refuted a line at this ply
  Mover moved;               // by the move that led here
  int length = 0;            // of the best line from here
  BasicMove<Bits> line[score::max_ply + 1];
};

// A short name of a move, 0 for none; two moves of a position seldom share one.
template <class Bits>
CROWNHEAD_INLINE std::uint16_t code_of(const BasicMove<Bits>& move) {
  const auto captured = static_cast<std::uint64_t>(move.captured);
  const auto mixed = captured * 0x9E3779B97F4A7C15ull >> 62;
  return static_cast<std::uint16_t>(move.from | move.to << 7 | mixed << 14);
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
