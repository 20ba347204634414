// A position with the turn, or all that the sides have, exchanged; draw counts go on.
#pragma once

#include "rules/position.hpp"

namespace crownhead {

// With the other side to move: a null move.
Position turned_over(const Position& position);

// Turned by half a turn, White's pieces Black's and the other side to move: what one side could do
// the other can.
Position mirrored(const Position& position);

}  // namespace crownhead
