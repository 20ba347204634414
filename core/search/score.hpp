// Scores: hundredths of a man, seen by the side to move; wins count down with their distance.
#pragma once

#include <algorithm>

namespace crownhead::score {

inline constexpr int max_ply = 100;  // no line is followed further from the root
inline constexpr int win = 30'000;   // a win at the root; one `n` plies away scores `win - n`
inline constexpr int infinity = 31'000;
inline constexpr int decided = win - 2 * max_ply;  // from here on a score is a win on the board
// A win that the endgame tables know, `n` plies away, scores `table_win - n`.
inline constexpr int table_win = decided - 1;
inline constexpr int table_decided = decided - 2 * max_ply;
inline constexpr int highest_evaluation = table_decided - 1;
inline constexpr int none = 32'000;  // no score stored

// Whether a score says that a win is proved, by search or by endgame tables.
constexpr bool is_proven(int score) {
  return score >= table_decided || score <= -table_decided;
}

// What tables prove, as a score: 1, 0 or -1 for the side to move, in so many plies (-1: unknown).
constexpr int of_verdict(int value, int plies) {
  return value * (plies < 0 ? table_decided : std::max(table_decided, win - plies));
}

// In the transposition table the distance of a win counts from the position itself.
constexpr int stored(int score, int ply) {
  return score >= table_decided ? score + ply : score <= -table_decided ? score - ply : score;
}
constexpr int recalled(int score, int ply) {
  return score >= table_decided ? score - ply : score <= -table_decided ? score + ply : score;
}

}  // namespace crownhead::score
