#include "search/meaning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace crownhead::score {

namespace {

constexpr int men_of_a_win = 1'000;
constexpr double scale = 140;  // hundredths of a man at which the stronger side scores 73 %
constexpr int level = 5;       // below it a score is written as level

}  // namespace

int bounded(int score) {
  return std::clamp(score, -men_of_a_win, men_of_a_win);
}

double chance(int score) {
  return 1 / (1 + std::exp(-bounded(score) / scale));
}

std::optional<int> decided_in(int score) {
  if (std::abs(score) < decided) return std::nullopt;
  return score > 0 ? win - score : -win - score;
}

std::string moves_to_end(int score) {
  const std::optional<int> plies = decided_in(score);
  return plies ? std::to_string((std::abs(*plies) + 1) / 2) : "";
}

std::string text(int score, char point) {
  const std::string sign = score < 0 ? "–" : "";
  if (is_proven(score)) return sign + "#" + moves_to_end(score);
  if (std::abs(score) < level) return std::string("0") + point + "0";
  const int tenths = (std::abs(score) + 5) / 10;
  return (score < 0 ? sign : "+") + std::to_string(tenths / 10) + point +
         std::to_string(tenths % 10);
}

}  // namespace crownhead::score
