// Games of the engine against itself, native and reproducible: a game depends on its number and on
// the settings alone, not on the games before it.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "rules/position.hpp"
#include "search/endgame_probe.hpp"
#include "training/played.hpp"

namespace crownhead {
class Search;
class Weights;
}  // namespace crownhead

namespace crownhead::training {

struct Selfplay {
  const Ruleset* ruleset = nullptr;
  std::uint64_t seed = 0;
  std::uint64_t nodes = 500;  // for a move
  int opening_low = 6;        // plies played at random, at least and at most
  int opening_high = 8;
  int repetition = 3;    // occurrences that draw the game
  int most_plies = 400;  // a longer game is drawn
  // Searches ask these tables, and a quiet position that they know ends a game.
  const EndgameProbe* endgames = nullptr;
};

// Who plays a side: its transposition table and its weights, null for the evaluation by hand.
struct Player {
  Search* search = nullptr;
  const Weights* weights = nullptr;
};

// Play game number `number` and write it to `played`. False if there is no such game: its random
// opening ended it. The opening depends on seed and number alone, not on the players.
bool play_game(const Selfplay& settings, const Player& as_white, const Player& as_black,
               std::uint64_t number, Played& played);

// Play a pair of games with one opening, sides changed; the half points that `first` made, 0 to 4,
// or -1 if there is no such pair.
int play_pair(const Selfplay& settings, const Player& first, const Player& second,
              std::uint64_t number);

}  // namespace crownhead::training
