// What scores mean to people.
#include "pdn/evaluation.hpp"
#include "search/meaning.hpp"
#include "wasm/boundary.hpp"

namespace crownhead::wasm {

// The share of the points that a score promises, 0 to 1.
EXPORT(score_chance) double score_chance(int score) {
  return score::chance(score);
}

// Write a score as text, with this sign before its tenths.
EXPORT(score_text) void score_text(int score, int point) {
  answer_with(score::text(score, static_cast<char>(point)));
}

// What a comment of `length` bytes in the input says of a position: a score for White, or
// `score::none`.
EXPORT(score_told) int score_told(std::uint32_t length) {
  if (length > room) return score::none;
  return pdn::read_evaluation({in, length}).value_or(score::none);
}

}  // namespace crownhead::wasm
