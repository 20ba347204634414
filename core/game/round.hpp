// A round of the three-move restriction: one card, two games, sides swapped (C1 to C5). Points are
// half points: 2 for a won game, 1 for a draw (C4).
#pragma once

#include <optional>

#include "game/reasons.hpp"
#include "game/state.hpp"

namespace crownhead::game {

// How the two games of a round ended, as far as they have, and who had which side in the first.
struct Round {
  std::optional<Outcome> ended[2];
  int games = 1;       // begun
  Side first = black;  // of the first of the two players, in the first game
};

struct Score {
  int points[2] = {0, 0};  // of the first player and of the second
};

// Why the second game cannot be begun, if it cannot.
std::optional<Reason> second_refused(const Round& round);

Score score_of(const Round& round);

// Whether both games have ended.
bool is_over(const Round& round);

// Who is ahead: 0 the first player, 1 the second, -1 neither.
int ahead(const Score& score);

// Whether the round can still be won by a player, or drawn (-1).
bool is_possible(const Round& round, int winner);

}  // namespace crownhead::game
