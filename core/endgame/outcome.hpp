// What a table knows of a position, in one signed byte: 0 a draw, else the sign says who wins and
// the size how far the end is. Two plies share a size; which of them it is follows from the winner,
// because every line of play ends with a side that cannot move.
#pragma once

#include <cstdint>

#include "rules/rules.hpp"

namespace crownhead::endgame {

using Outcome = std::int8_t;

inline constexpr int farthest = 127;  // outcomes farther away are all held as this

// How distances are written in a game.
class Distances {
 public:
  explicit constexpr Distances(Aim aim) : wins_odd_(aim != Aim::lose) {}

  // For the side to move in a position at its end.
  constexpr Outcome terminal() const { return wins_odd_ ? -1 : 1; }
  constexpr bool win_at(int plies) const { return (plies % 2 == 1) == wins_odd_; }
  constexpr Outcome at(int plies) const {
    const int size = plies / 2 + 1 > farthest ? farthest : plies / 2 + 1;
    return static_cast<Outcome>(win_at(plies) ? size : -size);
  }
  // Plies until the end; not for a draw.
  constexpr int plies(Outcome outcome) const {
    const int size = outcome > 0 ? outcome : -outcome;
    return 2 * (size - 1) + ((outcome > 0) == wins_odd_ ? 1 : 0);
  }
  // The outcome before a move that leads to `next`, seen by the mover.
  constexpr Outcome before(Outcome next) const {
    return next == 0 ? Outcome{0} : at(plies(next) + 1);
  }

 private:
  bool wins_odd_;
};

// Whether the side to move prefers outcome `a` to `b`: a near win, a draw, a far loss.
constexpr bool better(Outcome a, Outcome b) {
  const auto worth = [](Outcome o) { return o > 0 ? 256 - o : o < 0 ? -256 - o : 0; };
  return worth(a) > worth(b);
}

}  // namespace crownhead::endgame
