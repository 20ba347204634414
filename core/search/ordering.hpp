// In which order moves are tried: the best known first, captures by size, then by history.
#pragma once

#include "search/history.hpp"
#include "search/stack.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

namespace order {
inline constexpr int known_best = 1 << 24;
inline constexpr int capture = 1 << 20;
inline constexpr int crowning = 1 << 19;
inline constexpr int killer = 1 << 18;
}  // namespace order

template <class Bits>
void score_moves(Frame<Bits>& frame, std::uint16_t known_best, const History& history, Mover last,
                 Mover before) {
  const Side own = frame.node.turn;
  frame.order.clear();
  for (const BasicMove<Bits>& move : frame.moves) {
    int value;
    const std::uint16_t code = code_of(move);
    if (code == known_best && known_best)
      value = order::known_best;
    else if (move.captured)
      value = order::capture + 16 * count(move.captured) +
              8 * count(move.captured & frame.node.squares.kings) - (move.by_king ? 1 : 0);
    else if (move.crowns)
      value = order::crowning;
    else if (code == frame.killer)
      value = order::killer;
    else
      value = history.of(own, move, last, before);
    frame.order.add(value);
  }
}

// Bring the best of the moves from `first` on to the front.
template <class Bits>
CROWNHEAD_INLINE void pick(Frame<Bits>& frame, int first) {
  int best = first;
  for (int i = first + 1; i < frame.moves.size(); ++i)
    if (frame.order[i] > frame.order[best]) best = i;
  if (best == first) return;
  const BasicMove<Bits> move = frame.moves[best];
  frame.moves[best] = frame.moves[first];
  frame.moves[first] = move;
  const int value = frame.order[best];
  frame.order[best] = frame.order[first];
  frame.order[first] = value;
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
