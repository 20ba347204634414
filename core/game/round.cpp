#include "game/round.hpp"

#include <cstdlib>

#include "game/part.hpp"

namespace crownhead::game {

std::optional<Reason> second_refused(const Round& round) {
  if (round.games > 1) return reason_of(ReasonCode::second_game_begun);
  if (!round.ended[0]) return reason_of(ReasonCode::first_game_running);
  return std::nullopt;
}

Score score_of(const Round& round) {
  Score score;
  for (int game = 0; game < round.games; ++game) {
    const auto& ended = round.ended[game];
    if (!ended) continue;
    const Side side = game == 0 ? round.first : !round.first;
    const int won = !ended->winner ? 1 : *ended->winner == side ? 2 : 0;
    score.points[0] += won;
    score.points[1] += 2 - won;
  }
  return score;
}

bool is_over(const Round& round) {
  return round.games > 1 && round.ended[0] && round.ended[1];
}

int ahead(const Score& score) {
  const auto& [first, second] = score.points;
  return first == second ? -1 : first < second;
}

bool is_possible(const Round& round, int winner) {
  const auto& [first, second] = score_of(round).points;
  const int open = 4 - first - second, lead = first - second;
  if (winner < 0) return std::abs(lead) <= open;
  return winner == 0 ? lead + open > 0 : open - lead > 0;
}

}  // namespace crownhead::game
