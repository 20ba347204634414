// Logistic regression: the weights under which the results of the games are the most likely.
//
// The value of a position in log-odds is the sum over its terms, patterns and parts of patterns,
// tapered between an opening and an endgame weight by the men on the board. Each weight has a
// normal distribution around 0 before any game is seen; its width is given for each group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "training/dice.hpp"
#include "training/played.hpp"
#include "training/sample.hpp"
#include "training/target.hpp"

namespace crownhead::training {

struct Regularisation {
  float terms = 0.1f, parts = 3, patterns = 10;  // 1 / variance, in log-odds
};

class PatternFit {
 public:
  explicit PatternFit(const Ruleset& ruleset);

  // Take in games, numbered from `first` on; false if the bytes are no whole games of these rules.
  bool add(const std::uint8_t* bytes, std::size_t length, std::uint64_t first);
  std::size_t samples() const { return samples_.size(); }
  std::size_t games() const { return games_; }
  std::size_t held_out_samples() const { return held_out_.size(); }

  // Go through all samples once, in an order of dice; `rate` is how far a step goes at most.
  Loss epoch(float rate, Regularisation prior, Target target, std::uint64_t seed);
  // The loss on the games kept back.
  Loss held_out(Target target) const;
  // Log-odds per hundredth of a man: the slope of values over the scores of the search.
  double slope() const;

  // The weights as integers of 1/16 hundredth of a man, opening and endgame side by side: terms,
  // upper parts, lower parts, patterns. `unit` is hundredths of a man for one of log-odds. Patterns
  // seen less than `least` times are 0; those left are rounded to multiples of `grain`.
  std::vector<std::int16_t> integers(double unit, int least, int grain) const;
  const Shape& shape() const { return shape_; }

 private:
  struct Sample {
    std::size_t terms_at, patterns_at;
    std::uint16_t terms;
    std::uint8_t patterns;
    std::uint8_t men;
    std::uint8_t drawishness[2];
    std::uint8_t result;  // 0, 1, 2 for White
    std::int16_t score;   // White's view
  };

  void add_sample(const Position& position, const Played& game, int ply, bool held_out);
  void count_visits();
  template <class Visit>
  void each(const Sample& sample, Visit&& visit) const;
  double raw(const Sample& sample) const;
  double value(const Sample& sample) const;

  struct Weight {
    float at[2] = {0, 0};   // endgame, opening
    float sum[2] = {0, 0};  // of squared gradients
    std::uint32_t visits = 0;
  };

  const Ruleset& ruleset_;
  const Shape shape_;
  std::vector<Term> terms_;
  std::vector<Pattern> patterns_;
  std::vector<Sample> samples_, held_out_;
  std::vector<Weight> weights_;
  std::vector<std::uint32_t> order_;
  std::size_t games_ = 0;
  std::size_t counted_ = 0;
};

}  // namespace crownhead::training
