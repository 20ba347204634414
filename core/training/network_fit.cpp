#include "training/network_fit.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>

#include "rules/ops_of.hpp"
#include "search/eval/network_inputs.hpp"
#include "search/threads.hpp"
#include "training/dice.hpp"
#include "training/quiet.hpp"

namespace crownhead::training {

namespace {

constexpr std::size_t hidden = NetworkShape::hidden;
constexpr std::size_t parts = 16;  // of a batch

// What Adam forgets of the moments at a step, and what keeps it from dividing by 0.
constexpr float keep_mean = 0.9f, keep_spread = 0.999f, least_spread = 1e-8f;

const GradientOps& ops_here() {
  [[maybe_unused]] const bool v3 = has_v3();
  return CROWNHEAD_CHOOSE(gradient_ops, v3);
}

// Add the inputs that are on, as `viewer` sees the position.
template <class G>
void list_inputs(const Position& position, Side viewer, std::vector<std::uint16_t>& inputs) {
  using Inputs = NetworkInputs<G>;
  const auto squares = squares_of<typename G::Bits>(position);
  for (const Side side : {white, black})
    each_bit(squares.side[side], [&](typename G::Bits square) {
      inputs.push_back(static_cast<std::uint16_t>(Inputs::of(viewer, squares, square)));
    });
  if (Inputs::is_odd(viewer, squares)) inputs.push_back(static_cast<std::uint16_t>(Inputs::odd));
}

void list_inputs(const Position& position, Side viewer, std::vector<std::uint16_t>& inputs) {
  switch (position.ruleset->rules.board) {
    case Board::dark8:
      return list_inputs<Dark8>(position, viewer, inputs);
    case Board::dark10:
      return list_inputs<Dark10>(position, viewer, inputs);
    case Board::dark12:
      return list_inputs<Dark12>(position, viewer, inputs);
    case Board::full8:
      return list_inputs<Full8>(position, viewer, inputs);
  }
}

void put16(std::uint8_t* at, std::int16_t number) {
  const auto word = static_cast<std::uint16_t>(number);
  at[0] = static_cast<std::uint8_t>(word & 0xFF);
  at[1] = static_cast<std::uint8_t>(word >> 8);
}

std::int16_t rounded(double number) {
  return static_cast<std::int16_t>(std::lround(std::clamp(number, -32'767.0, 32'767.0)));
}

}  // namespace

NetworkFit::NetworkFit(const Ruleset& ruleset, std::uint64_t seed)
    : ruleset_(ruleset), ops_(ops_here()), full_(count(initial(ruleset).occupied())) {
  shape_.inputs = static_cast<std::size_t>(network_file(ruleset.rules.board).inputs);
  weights_.resize(shape_.size());
  mean_.resize(shape_.size());
  spread_.resize(shape_.size());
  gradients_.assign(parts, std::vector<float>(shape_.size()));
  Dice dice(seed, 1);
  const auto spread = [&](float most) {
    return most * (static_cast<float>(dice.below(20'001)) / 10'000 - 1);
  };
  for (std::size_t i = 0; i < shape_.inputs * hidden; ++i) weights_[i] = spread(0.1f);
  for (std::size_t i = 0; i < hidden; ++i) weights_[shape_.inputs * hidden + i] = 0.3f;
  for (std::size_t i = shape_.outputs_at(); i < shape_.size(); ++i) weights_[i] = spread(0.1f);
}

void NetworkFit::start(const std::uint8_t* payload, double unit) {
  constexpr std::size_t outputs = 2 * hidden;
  const NetworkFile file = network_file(ruleset_.rules.board);
  const double one = NetworkFile::one, scale = unit * (1 << number_at(payload, 2));
  for (std::size_t i = 0; i < shape_.outputs_at(); ++i)
    weights_[i] = static_cast<float>(number_at(payload, NetworkFile::head + 2 * i) / one);
  for (std::size_t bucket = 0; bucket < NetworkFile::buckets; ++bucket) {
    float* const to = weights_.data() + shape_.outputs_at() + bucket * NetworkShape::output;
    const std::size_t from = file.outputs_at() + 2 * outputs * bucket;
    for (std::size_t i = 0; i < outputs; ++i)
      to[i] = static_cast<float>(number_at(payload, from + 2 * i) / scale);
    to[outputs] =
        static_cast<float>(bias_at(payload, file.biases_at() + 4 * bucket) / (scale * one * one));
  }
}

bool NetworkFit::add(const std::uint8_t* bytes, std::size_t length, std::uint64_t first) {
  return each_quiet(ruleset_, bytes, length, first, games_,
                    [&](const auto&... seen) { add_sample(seen...); });
}

void NetworkFit::add_sample(const Position& position, const Played& game, int ply, bool held_out) {
  Sample sample;
  const Side own = position.to_move();
  sample.at = inputs_.size();
  list_inputs(position, own, inputs_);
  sample.length[0] = static_cast<std::uint8_t>(inputs_.size() - sample.at);
  list_inputs(position, static_cast<Side>(!own), inputs_);
  sample.length[1] = static_cast<std::uint8_t>(inputs_.size() - sample.at - sample.length[0]);
  sample.bucket = static_cast<std::uint8_t>(NetworkFile::bucket(count(position.occupied()), full_));
  const auto result = static_cast<std::uint8_t>(game.result);
  sample.result = static_cast<std::uint8_t>(own == white ? result : 2 - result);
  const int score = game.scores[static_cast<std::size_t>(ply - game.opening)];
  sample.score = static_cast<std::int16_t>(std::clamp(score, -most_score, most_score));
  (held_out ? held_out_ : samples_).push_back(sample);
}

Seen NetworkFit::seen(const Sample& sample) const {
  Seen seen;
  seen.on[0] = inputs_.data() + sample.at;
  seen.on[1] = seen.on[0] + sample.length[0];
  seen.length[0] = sample.length[0];
  seen.length[1] = sample.length[1];
  seen.bucket = sample.bucket;
  return seen;
}

double NetworkFit::value(const Sample& sample) const {
  return static_cast<double>(ops_.value(shape_, weights_.data(), seen(sample)));
}

Loss NetworkFit::epoch(const Pass& pass) {
  shuffle(order_, samples_.size(), pass.seed);
  Loss loss;
  for (std::size_t first = 0; first < order_.size(); first += pass.batch) {
    const float done = static_cast<float>(first) / static_cast<float>(order_.size());
    const std::size_t count = std::min(pass.batch, order_.size() - first);
    loss.sum += step(pass, first, count, pass.from + (pass.to - pass.from) * done);
    loss.samples += count;
  }
  return loss;
}

// One step on `count` samples of the order; the sum of their losses before it.
double NetworkFit::step(const Pass& pass, std::size_t first, std::size_t count, float rate) {
  struct Work {
    NetworkFit& fit;
    const Pass& pass;
    std::size_t first, count;
    std::atomic<std::size_t> next{0};
    double losses[parts] = {};
  } work{*this, pass, first, count};
  run_in_threads(
      std::max(1, pass.threads),
      [](void* context, int) {
        auto& todo = *static_cast<Work*>(context);
        NetworkFit& fit = todo.fit;
        for (std::size_t part = todo.next++; part < parts; part = todo.next++) {
          std::vector<float>& gradient = fit.gradients_[part];
          std::fill(gradient.begin(), gradient.end(), 0.0f);
          const std::size_t end = todo.first + todo.count * (part + 1) / parts;
          for (std::size_t i = todo.first + todo.count * part / parts; i < end; ++i) {
            const Sample& sample = fit.samples_[fit.order_[i]];
            const double wanted = label(sample.result, sample.score, todo.pass.target);
            fit.ops_.learn(fit.shape_, fit.weights_.data(), fit.seen(sample),
                           static_cast<float>(wanted), gradient.data(), &todo.losses[part]);
          }
        }
      },
      &work);
  ++steps_;
  const auto steps = static_cast<double>(steps_);
  const auto mean_known = static_cast<float>(1 - std::pow(static_cast<double>(keep_mean), steps));
  const auto spread_known =
      static_cast<float>(1 - std::pow(static_cast<double>(keep_spread), steps));
  const float share = 1 / static_cast<float>(count);
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    float gradient = 0;
    for (const std::vector<float>& part : gradients_) gradient += part[i];
    gradient *= share;
    mean_[i] = keep_mean * mean_[i] + (1 - keep_mean) * gradient;
    spread_[i] = keep_spread * spread_[i] + (1 - keep_spread) * gradient * gradient;
    weights_[i] -=
        rate * (mean_[i] / mean_known) / (std::sqrt(spread_[i] / spread_known) + least_spread);
  }
  return std::accumulate(std::begin(work.losses), std::end(work.losses), 0.0);
}

Loss NetworkFit::held_out(Target target) const {
  return loss_of(held_out_, target, [this](const Sample& sample) { return value(sample); });
}

double NetworkFit::slope() const {
  return slope_of(samples_, [this](const Sample& sample) { return value(sample); });
}

std::vector<std::uint8_t> NetworkFit::state() const {
  const std::size_t size = sizeof(float) * weights_.size();
  std::vector<std::uint8_t> bytes(3 * size + sizeof steps_);
  std::memcpy(bytes.data(), weights_.data(), size);
  std::memcpy(bytes.data() + size, mean_.data(), size);
  std::memcpy(bytes.data() + 2 * size, spread_.data(), size);
  std::memcpy(bytes.data() + 3 * size, &steps_, sizeof steps_);
  return bytes;
}

bool NetworkFit::restore(const std::uint8_t* bytes, std::size_t length,
                         const std::vector<std::uint64_t>& seeds) {
  const std::size_t size = sizeof(float) * weights_.size();
  if (length != 3 * size + sizeof steps_) return false;
  std::memcpy(weights_.data(), bytes, size);
  std::memcpy(mean_.data(), bytes + size, size);
  std::memcpy(spread_.data(), bytes + 2 * size, size);
  std::memcpy(&steps_, bytes + 3 * size, sizeof steps_);
  // The order of a pass is made from the one before.
  order_.clear();
  for (const std::uint64_t seed : seeds) shuffle(order_, samples_.size(), seed);
  return true;
}

std::vector<std::uint8_t> NetworkFit::payload(double unit) const {
  constexpr std::size_t outputs = 2 * hidden;
  std::vector<double> weights, biases;
  for (std::size_t bucket = 0; bucket < NetworkFile::buckets; ++bucket) {
    const float* const from = weights_.data() + shape_.outputs_at() + bucket * NetworkShape::output;
    for (std::size_t i = 0; i < outputs; ++i)
      weights.push_back(static_cast<double>(from[i]) * unit);
    biases.push_back(static_cast<double>(from[outputs]) * unit);
  }
  const int shift = shift_of(weights, biases);
  if (shift < 0) return {};
  const NetworkFile file = network_file(ruleset_.rules.board);
  std::vector<std::uint8_t> bytes(file.bytes());
  put16(bytes.data(), static_cast<std::int16_t>(full_));
  put16(bytes.data() + 2, static_cast<std::int16_t>(shift));
  for (std::size_t i = 0; i < shape_.outputs_at(); ++i)
    put16(bytes.data() + NetworkFile::head + 2 * i,
          rounded(static_cast<double>(weights_[i]) * NetworkFile::one));
  for (std::size_t i = 0; i < weights.size(); ++i)
    put16(bytes.data() + file.outputs_at() + 2 * i, rounded(weights[i] * (1 << shift)));
  for (std::size_t i = 0; i < biases.size(); ++i) {
    const auto bias = static_cast<std::uint32_t>(static_cast<std::int32_t>(
        std::lround(biases[i] * (1 << shift) * NetworkFile::one * NetworkFile::one)));
    for (std::size_t k = 0; k < 4; ++k)
      bytes[file.biases_at() + 4 * i + k] = static_cast<std::uint8_t>(bias >> 8 * k & 0xFF);
  }
  return bytes;
}

}  // namespace crownhead::training
