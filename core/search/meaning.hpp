// What scores mean to people: a share of the points, a win that is proved, a text.
#pragma once

#include <optional>
#include <string>

#include "search/score.hpp"

namespace crownhead::score {

// Return a score as costs are measured: a win on the board is ten men.
int bounded(int score);

// Return the share of the points that a score promises, 0 to 1.
double chance(int score);

// Return the plies to the end of a win on the board, negative for a loss; none if neither is seen.
std::optional<int> decided_in(int score);

// Return a score as men with a sign, or the moves in which a proved win is there: `+1.2`, `–0.4`,
// `#5`. Tenths are rounded, halves away from zero; `point` stands before them. `#` alone is a win
// in a number of moves that nobody knows.
std::string text(int score, char point);

// Return how many moves of the winner a proved win takes, as text; empty if nobody knows.
std::string moves_to_end(int score);

}  // namespace crownhead::score
