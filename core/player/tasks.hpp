// What the computer has to do when it has to act: it answers an offer, then a fault; it claims a
// draw where it may; otherwise it moves, and then it may offer a draw. Whatever else it is asked it
// declines.
#pragma once

#include <cstdint>
#include <optional>

#include "game/game.hpp"

namespace crownhead::player {

using game::Game;
using game::Millis;

enum class Task : std::uint8_t { answer_offer, decline, answer_fault, stand, claim_draw, move };

inline constexpr const char* tasks[] = {"answer_offer", "decline",    "answer_fault",
                                        "stand",        "claim_draw", "move"};

// What `side` has to do now; `lets_stand`: it has decided to let the fault of the other stand.
// False if the position is too complex.
bool task_of(const Game& game, Side side, bool lets_stand, Task& task);

// Whether a draw may be offered by `side`, which has just moved.
bool may_offer(const Game& game, Side side, std::optional<Millis> at);

// The quiet faulty moves among which a level that overlooks this share of all captures, where
// huffing is agreed, chooses now; none where it sees them. Which ones it overlooks follows from the
// seed and the position. False if the position is too complex.
bool overlooked(const Game& game, double share, std::uint64_t seed, Moves& moves);

// Whether a level that overlooks this share does not notice the fault that it could answer.
bool overlooks_fault(const Game& game, double share, std::uint64_t seed);

// What a clock gives to the next move of a side: what it still shows, in the end a little all the
// same, and what the move brings. As of the moment when the clock was last started.
struct Allowance {
  Millis clock, increment;

  static constexpr Millis least = 50;
};

// None without a clock.
std::optional<Allowance> allowance(const Game& game, Side side);

}  // namespace crownhead::player
