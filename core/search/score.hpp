// Scores: hundredths of a man, seen by the side to move; wins count down with their distance.
#pragma once

namespace crownhead::score {

inline constexpr int max_ply = 100;  // no line is followed further from the root
inline constexpr int win = 30'000;   // a win at the root; one `n` plies away scores `win - n`
inline constexpr int infinity = 31'000;
inline constexpr int decided = win - 2 * max_ply;  // from here on a score is a proven win
inline constexpr int highest_evaluation = decided - 1;
inline constexpr int none = 32'000;  // no evaluation stored

}  // namespace crownhead::score
