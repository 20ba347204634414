// A position as the fit sees it: what its value is the sum of, and how the game ended.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/ruleset.hpp"

namespace crownhead::training {

// Where the weights stand, and which of them are parts of which.
struct Shape {
  int terms = 0;       // single weights
  int tables = 0;      // of patterns
  int size = 0;        // patterns in a table
  int part_size = 0;   // patterns in either of its two parts
  int upper_from = 0;  // pattern / upper_from is the upper part, pattern % part_size the lower one
  int full = 0;        // men at the start of the game: a position with all of them is all opening

  int parts_at() const { return terms; }
  int tables_at() const { return terms + 2 * tables * part_size; }
  int weights() const { return tables_at() + tables * size; }
};

struct Term {
  std::uint16_t place;
  std::int16_t coefficient;
};

struct Pattern {
  std::uint8_t table;
  std::int8_t coefficient;
  std::uint32_t number;
};

struct Taken {
  std::vector<Term> terms;
  std::vector<Pattern> patterns;
  int men = 0;
  // By what the value is divided if White, or Black, is the better one.
  int drawishness[2] = {1, 1};
};

Shape shape_of(const Ruleset& ruleset);
// Take a position apart; `taken` is emptied first.
void take_apart(const Position& position, Taken& taken);

}  // namespace crownhead::training
