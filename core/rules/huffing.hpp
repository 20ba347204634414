// Faulty moves, playable where huffing is in force (RULES H).
#pragma once

#include "rules/budget.hpp"
#include "rules/position.hpp"

namespace crownhead {

// Add the moves that neglect a capture: every quiet move although a capture exists, and every
// legal capture broken off after at least one jump. None where no capture exists.
// False if the work limit or the budget was exceeded.
bool faulty_moves(const Position& position, Moves& moves, Budget& budget);

}  // namespace crownhead
