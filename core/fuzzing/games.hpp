// The games that fuzzed texts are read in: the first byte of an input chooses one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "rules/known.hpp"
#include "rules/ruleset.hpp"

namespace crownhead::fuzzing {

inline const Rules games[] = {
    known::english,   known::italian, known::spanish,  known::czech,         known::thai,
    known::brazilian, known::russian, known::canadian, known::international, known::breakthrough,
    known::killer,    known::frisian, known::turkish};

// What the law has to say of each is the least: a count that ends games soon.
inline const Ruleset& ruleset(std::uint8_t byte) {
  static Ruleset made[std::size(games)];
  const std::size_t which = byte % std::size(games);
  Ruleset& found = made[which];
  if (!found.layout) {
    found.rules = games[which];
    found.id = static_cast<int>(which);
    found.algebraic = (byte / std::size(games)) % 2;
    found.draw_rules = 1;
    found.draw_rule[0].plies = 12;
    found.draw_rule[0].resets = capture | man_move;
    found.prepare();
  }
  return found;
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data) + 1, size - 1};
}

inline void require(bool good) {
  if (!good) __builtin_trap();
}

}  // namespace crownhead::fuzzing
