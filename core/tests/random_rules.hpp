// Rules for the programs that try games of every kind: those of the known games, and rules at
// random.
#pragma once

#include <iterator>

#include "rules/known.hpp"
#include "tests/random.hpp"

namespace crownhead {

#define RULES_OF(name, geometry) known::name,
inline constexpr Rules known_rules[] = {CROWNHEAD_GAMES(RULES_OF)};
#undef RULES_OF

// The rules of the known games by their number, at random beyond them.
inline Rules rules_of(Random& random, int number) {
  if (number < static_cast<int>(std::size(known_rules))) return known_rules[number];
  Rules made;
  made.board = static_cast<Board>(random.below(4));
  if (made.board == Board::full8 && !random.one_in(4))
    made.men_move = made.king_move = steps::straight;
  made.men_capture = static_cast<Directions>(1 + random.below(255));
  made.king_capture = static_cast<Directions>(1 + random.below(255));
  made.men_take_kings = !random.one_in(4);
  made.flying = !random.one_in(3);
  made.turn_back = !random.one_in(3);
  made.compulsory = !random.one_in(5);
  made.crowning = static_cast<Crowning>(random.below(3));
  made.landing = static_cast<Landing>(random.below(4));
  made.choice = static_cast<Choice>(random.below(6));
  made.removal = static_cast<Removal>(random.below(2));
  made.aim = static_cast<Aim>(random.below(3));
  made.king_run = static_cast<std::uint8_t>(random.below(4));
  made.too_few = static_cast<std::uint8_t>(random.one_in(4) ? random.below(4) : 0);
  return made;
}

}  // namespace crownhead
