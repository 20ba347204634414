// Fitting a network: the weights under which the games are the most likely, found step by step.
//
// Each step looks at a batch of positions and moves the weights by Adam. A batch is cut into parts
// that do not depend on how many threads work, so the same seed gives the same weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/ruleset.hpp"
#include "training/gradient.hpp"
#include "training/played.hpp"
#include "training/target.hpp"

namespace crownhead::training {

class NetworkFit {
 public:
  NetworkFit(const Ruleset& ruleset, std::uint64_t seed);
  // Go on from the weights of a file for this board (NetworkFile) instead of weights at random;
  // `unit` is that of `payload` when they were written.
  void start(const std::uint8_t* payload, double unit);

  // Take in games, numbered from `first` on; false if the bytes are no whole games of these rules.
  bool add(const std::uint8_t* bytes, std::size_t length, std::uint64_t first);
  std::size_t samples() const { return samples_.size(); }
  std::size_t games() const { return games_; }
  std::size_t held_out_samples() const { return held_out_.size(); }

  struct Pass {
    float from = 0.001f, to = 0.001f;  // how far a step goes, at the first and at the last
    std::size_t batch = 4096;
    Target target;
    std::uint64_t seed = 1;  // of the order
    int threads = 1;
  };

  // Go through all samples once.
  Loss epoch(const Pass& pass);
  // The loss on the games kept back.
  Loss held_out(Target target) const;
  // Log-odds per hundredth of a man: the slope of values over the scores of the search.
  double slope() const;

  // All that passes change, and the way back to it, once all games are taken in: `seeds` are those
  // of the passes before. False if the bytes are not the state of a network of this size.
  std::vector<std::uint8_t> state() const;
  bool restore(const std::uint8_t* bytes, std::size_t length,
               const std::vector<std::uint64_t>& seeds);

  // The payload of a file of weights (NetworkFile); empty if the weights are too large for it.
  // `unit` is hundredths of a man for one of log-odds.
  std::vector<std::uint8_t> payload(double unit) const;

 private:
  struct Sample {
    std::size_t at;  // of its inputs, as the side to move sees it, then as the other side does
    std::uint8_t length[2];
    std::uint8_t bucket;
    std::uint8_t result;  // 0, 1, 2 for the side to move
    std::int16_t score;   // for the side to move
  };

  void add_sample(const Position& position, const Played& game, int ply, bool held_out);
  Seen seen(const Sample& sample) const;
  double value(const Sample& sample) const;
  double step(const Pass& pass, std::size_t first, std::size_t count, float rate);

  const Ruleset& ruleset_;
  const GradientOps& ops_;
  const int full_;
  NetworkShape shape_;
  std::vector<std::uint16_t> inputs_;
  std::vector<Sample> samples_, held_out_;
  std::vector<std::uint32_t> order_;
  std::vector<float> weights_, mean_, spread_;  // the moments of the gradient
  std::vector<std::vector<float>> gradients_;   // one for each part of a batch
  std::uint64_t steps_ = 0;
  std::size_t games_ = 0;
};

}  // namespace crownhead::training
