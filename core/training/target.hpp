// What the value of a position is compared with.
#pragma once

#include <cmath>
#include <cstddef>

namespace crownhead::training {

// The result, in part, and for the rest the score of the search as a probability. `score_unit` is
// hundredths of a man for one of log-odds.
struct Target {
  double result_share = 0, score_unit = 90;
};

struct Loss {
  double sum = 0;  // cross entropy in nats
  std::size_t samples = 0;
};

inline constexpr int most_score = 600;  // hundredths of a man; beyond it a score says no more

inline double squashed(double odds) {
  return 1 / (1 + std::exp(-odds));
}

// What a position should be worth as a probability of winning, for the side that `result` (0, 1 or
// 2) and `score` are of.
inline double label(int result, int score, Target target) {
  const double scored = squashed(score / target.score_unit);
  return target.result_share * result / 2.0 + (1 - target.result_share) * scored;
}

inline double entropy(double label, double odds) {
  // log(1 + exp(-x)), without overflow
  const double sure = odds > 0 ? std::log1p(std::exp(-odds)) : -odds + std::log1p(std::exp(odds));
  return sure + (1 - label) * odds;
}

// The loss on samples, each of a `result` and a `score`; `value(sample)` is in log-odds.
template <class Samples, class Value>
Loss loss_of(const Samples& samples, Target target, Value&& value) {
  Loss loss;
  for (const auto& sample : samples) {
    loss.sum += entropy(label(sample.result, sample.score, target), value(sample));
    ++loss.samples;
  }
  return loss;
}

// Log-odds per hundredth of a man: the slope of values over the scores of the search.
template <class Samples, class Value>
double slope_of(const Samples& samples, Value&& value) {
  double products = 0, squares = 0;
  for (const auto& sample : samples) {
    if (sample.score <= -most_score || sample.score >= most_score) continue;
    products += value(sample) * sample.score;
    squares += static_cast<double>(sample.score) * sample.score;
  }
  return squares > 0 ? products / squares : 0;
}

}  // namespace crownhead::training
