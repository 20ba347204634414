// How a level of the engine thinks, and from which level on it goes by what.
#pragma once

#include <cstdint>

#include "search/request.hpp"

namespace crownhead::player {

struct Level {
  static constexpr int highest = 10;
  static constexpr int first_with_tables = 7;       // whose search asks endgame tables
  static constexpr int first_by_distance = 9;       // that plays small endings by the tables
  static constexpr int first_with_book = 10;        // that plays by the opening book
  static constexpr std::uint64_t sound = 4'000;     // nodes of a decision, at least
  static constexpr std::uint64_t enough = 400'000;  // and at most: it comes on top of a move
  static constexpr double patience = 20.0;  // seconds that no level needs but among many kings
  // While fewer men than these have left their first places, a level errs by so much at least, to
  // vary its play with the seed.
  static constexpr int opening_men = 8;
  static constexpr int opening_noise = 6;
  static constexpr int all_captures = 1000;

  int number = highest;
  std::uint64_t nodes = 10'000'000;  // of a move
  int noise = 0, taste = 0, blind = 0;
  int quiescence_depth = all_captures;
  bool learned = true;   // whether it plays by the weights of the game
  double oversight = 0;  // the share of captures, and of faults, overlooked where huffing is agreed
  double seconds = patience;  // after which a move is made

  bool asks_tables() const { return number >= first_with_tables; }
  bool plays_tables() const { return number >= first_by_distance; }
  bool plays_book() const { return number >= first_with_book; }
};

}  // namespace crownhead::player
