#include "training/gradient.hpp"

#include "rules/bits.hpp"
#include "training/target.hpp"

namespace crownhead::training {

inline namespace CROWNHEAD_ISA {

namespace {

constexpr std::size_t hidden = NetworkShape::hidden;
constexpr std::size_t lanes = 8;

struct Layer {
  alignas(64) float sums[2][hidden];   // of the weights that are on
  alignas(64) float units[2][hidden];  // cut to 0..1, squared
};

void forward(const NetworkShape& shape, const float* weights, const Seen& seen, Layer& layer) {
  for (int side = 0; side < 2; ++side) {
    float* const sums = layer.sums[side];
    const float* const first = weights + shape.inputs * hidden;
    for (std::size_t i = 0; i < hidden; ++i) sums[i] = first[i];
    for (int n = 0; n < seen.length[side]; ++n) {
      const float* const row = weights + seen.on[side][n] * hidden;
      for (std::size_t i = 0; i < hidden; ++i) sums[i] += row[i];
    }
    for (std::size_t i = 0; i < hidden; ++i) {
      const float cut = sums[i] < 0 ? 0 : sums[i] > 1 ? 1 : sums[i];
      layer.units[side][i] = cut * cut;
    }
  }
}

float output(const float* weights, const Layer& layer) {
  float parts[lanes] = {};
  for (int side = 0; side < 2; ++side)
    for (std::size_t i = 0; i < hidden; i += lanes)
      for (std::size_t k = 0; k < lanes; ++k)
        parts[k] +=
            layer.units[side][i + k] * weights[static_cast<std::size_t>(side) * hidden + i + k];
  float sum = weights[2 * hidden];
  for (const float part : parts) sum += part;
  return sum;
}

float value(const NetworkShape& shape, const float* weights, const Seen& seen) {
  Layer layer;
  forward(shape, weights, seen, layer);
  return output(
      weights + shape.outputs_at() + static_cast<std::size_t>(seen.bucket) * NetworkShape::output,
      layer);
}

void learn(const NetworkShape& shape, const float* weights, const Seen& seen, float wanted,
           float* gradient, double* loss) {
  Layer layer;
  forward(shape, weights, seen, layer);
  const std::size_t at =
      shape.outputs_at() + static_cast<std::size_t>(seen.bucket) * NetworkShape::output;
  const float* const out = weights + at;
  const double odds = static_cast<double>(output(out, layer));
  *loss += entropy(static_cast<double>(wanted), odds);
  const float error = static_cast<float>(squashed(odds)) - wanted;
  float* const outer = gradient + at;
  outer[2 * hidden] += error;
  for (int side = 0; side < 2; ++side) {
    const std::size_t half = static_cast<std::size_t>(side) * hidden;
    alignas(64) float back[hidden];
    for (std::size_t i = 0; i < hidden; ++i) {
      outer[half + i] += error * layer.units[side][i];
      const float sum = layer.sums[side][i];
      const float slope = sum > 0 && sum < 1 ? 2 * sum : 0;
      back[i] = error * out[half + i] * slope;
    }
    float* const first = gradient + shape.inputs * hidden;
    for (std::size_t i = 0; i < hidden; ++i) first[i] += back[i];
    for (int n = 0; n < seen.length[side]; ++n) {
      float* const row = gradient + seen.on[side][n] * hidden;
      for (std::size_t i = 0; i < hidden; ++i) row[i] += back[i];
    }
  }
}

}  // namespace

}  // namespace CROWNHEAD_ISA

const GradientOps& CROWNHEAD_JOIN(gradient_ops, CROWNHEAD_ISA)() {
  static constexpr GradientOps ops{&value, &learn};
  return ops;
}

}  // namespace crownhead::training
