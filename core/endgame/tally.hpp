// What is counted of a slice.
#pragma once

#include <cstdint>

namespace crownhead::endgame {

struct Tally {
  std::uint64_t wins = 0, draws = 0, losses = 0;
  std::uint64_t captures = 0;  // positions whose side to move must capture
  std::uint64_t wrong = 0;     // positions whose value does not follow from those of their moves
  int longest_win = 0, longest_loss = 0;  // plies

  void add(const Tally& other) {
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
    captures += other.captures;
    wrong += other.wrong;
    if (other.longest_win > longest_win) longest_win = other.longest_win;
    if (other.longest_loss > longest_loss) longest_loss = other.longest_loss;
  }
};

}  // namespace crownhead::endgame
