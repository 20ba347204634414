// How the weights of a network should change for a part of the samples, compiled once for each
// instruction set. All sets find the same numbers: nothing is summed up in another order, nothing
// multiplied and added in one step.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/instructions.hpp"
#include "search/eval/network_file.hpp"

namespace crownhead::training {

// The weights as real numbers, in log-odds: rows of the inputs, the row every sum begins with,
// then for each bucket the outputs of the side to move, of the other side, and the bias.
struct NetworkShape {
  static constexpr std::size_t hidden = NetworkFile::hidden;
  static constexpr std::size_t output = 2 * hidden + 1;

  std::size_t inputs = 0;

  std::size_t outputs_at() const { return (inputs + 1) * hidden; }
  std::size_t size() const { return outputs_at() + NetworkFile::buckets * output; }
};

// A position: the inputs that are on, as the side to move sees it and as the other side does.
struct Seen {
  const std::uint16_t* on[2] = {nullptr, nullptr};
  int length[2] = {0, 0};
  int bucket = 0;
};

struct GradientOps {
  // The value of a position in log-odds for the side to move.
  float (*value)(const NetworkShape&, const float* weights, const Seen&);
  // Add to `gradient` how the error (probability minus label) of a position depends on each weight.
  void (*learn)(const NetworkShape&, const float* weights, const Seen&, float wanted,
                float* gradient, double* loss);
};

CROWNHEAD_DECLARE_SETS(GradientOps, gradient_ops)

}  // namespace crownhead::training
