// The worth of a position in a comment, `[%eval 0.45]`: always White's, in men. A proved win is
// written in the moves of the winner until it is there, `#5` for White and `#-5` for Black; `#` and
// `#-` are wins in a number of moves that nobody knows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pdn/replay.hpp"

namespace crownhead::pdn {

// Return the value of the command for a score in hundredths of a man, White's.
std::string write_evaluation(int score);

// Return what a comment says of the position, in hundredths of a man for White. A win is read as
// the longest one that the number of moves allows.
std::optional<int> read_evaluation(std::string_view comment);

// Return what each move of the main line cost its side, at most ten men to either side and no less
// than nothing; none where no evaluation stands on both its sides. Empty where the game has none.
std::vector<std::optional<int>> losses(const Replay& replay, std::string_view source);

}  // namespace crownhead::pdn
