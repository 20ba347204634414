#include "training/pattern_fit.hpp"

#include <algorithm>
#include <cmath>

#include "training/quiet.hpp"

namespace crownhead::training {

PatternFit::PatternFit(const Ruleset& ruleset) : ruleset_(ruleset), shape_(shape_of(ruleset)) {
  weights_.resize(static_cast<std::size_t>(shape_.weights()));
}

bool PatternFit::add(const std::uint8_t* bytes, std::size_t length, std::uint64_t first) {
  return each_quiet(ruleset_, bytes, length, first, games_,
                    [&](const auto&... seen) { add_sample(seen...); });
}

void PatternFit::add_sample(const Position& position, const Played& game, int ply, bool held_out) {
  static thread_local Taken taken;
  take_apart(position, taken);
  Sample sample;
  sample.terms_at = terms_.size();
  sample.patterns_at = patterns_.size();
  sample.terms = static_cast<std::uint16_t>(taken.terms.size());
  sample.patterns = static_cast<std::uint8_t>(taken.patterns.size());
  sample.men = static_cast<std::uint8_t>(taken.men < shape_.full ? taken.men : shape_.full);
  for (int side = 0; side < 2; ++side)
    sample.drawishness[side] = static_cast<std::uint8_t>(taken.drawishness[side]);
  sample.result = static_cast<std::uint8_t>(game.result);
  const int score = game.scores[static_cast<std::size_t>(ply - game.opening)];
  const int cut = std::clamp(score, -most_score, most_score);
  sample.score = static_cast<std::int16_t>(position.to_move() == white ? cut : -cut);
  terms_.insert(terms_.end(), taken.terms.begin(), taken.terms.end());
  patterns_.insert(patterns_.end(), taken.patterns.begin(), taken.patterns.end());
  (held_out ? held_out_ : samples_).push_back(sample);
}

// Call `visit(weight, coefficient)` for all that the sample is the sum of.
template <class Visit>
void PatternFit::each(const Sample& sample, Visit&& visit) const {
  for (std::size_t i = 0; i < sample.terms; ++i) {
    const Term& term = terms_[sample.terms_at + i];
    visit(static_cast<std::size_t>(term.place), static_cast<float>(term.coefficient));
  }
  const auto size = static_cast<std::size_t>(shape_.size);
  const auto part = static_cast<std::size_t>(shape_.part_size);
  const auto tables = static_cast<std::size_t>(shape_.tables);
  const auto upper = static_cast<std::size_t>(shape_.parts_at());
  const std::size_t lower = upper + tables * part;
  const auto whole = static_cast<std::size_t>(shape_.tables_at());
  for (std::size_t i = 0; i < sample.patterns; ++i) {
    const Pattern& pattern = patterns_[sample.patterns_at + i];
    const auto coefficient = static_cast<float>(pattern.coefficient);
    const std::size_t table = pattern.table, number = pattern.number;
    visit(whole + table * size + number, coefficient);
    visit(upper + table * part + number / static_cast<std::size_t>(shape_.upper_from), coefficient);
    visit(lower + table * part + number % part, coefficient);
  }
}

void PatternFit::count_visits() {
  if (counted_ == samples_.size()) return;
  for (Weight& weight : weights_) weight.visits = 0;
  for (const Sample& sample : samples_)
    each(sample, [&](std::size_t at, float) { ++weights_[at].visits; });
  counted_ = samples_.size();
}

double PatternFit::raw(const Sample& sample) const {
  const float opening = static_cast<float>(sample.men) / static_cast<float>(shape_.full);
  float sum = 0;
  each(sample, [&](std::size_t at, float coefficient) {
    const Weight& weight = weights_[at];
    sum += coefficient * (weight.at[1] * opening + weight.at[0] * (1 - opening));
  });
  return static_cast<double>(sum);
}

double PatternFit::value(const Sample& sample) const {
  const double sum = raw(sample);
  return sum / sample.drawishness[sum > 0 ? white : black];
}

Loss PatternFit::epoch(float rate, Regularisation prior, Target target, std::uint64_t seed) {
  count_visits();
  shuffle(order_, samples_.size(), seed);
  const auto parts = static_cast<std::size_t>(shape_.parts_at());
  const auto whole = static_cast<std::size_t>(shape_.tables_at());
  Loss loss;
  for (const std::uint32_t number : order_) {
    const Sample& sample = samples_[number];
    const double sum = raw(sample);
    const float factor = 1 / static_cast<float>(sample.drawishness[sum > 0 ? white : black]);
    const double odds = sum * static_cast<double>(factor);
    const double wanted = label(sample.result, sample.score, target);
    loss.sum += entropy(wanted, odds);
    ++loss.samples;
    const auto error = static_cast<float>(squashed(odds) - wanted);
    const float opening = static_cast<float>(sample.men) / static_cast<float>(shape_.full);
    const float taper[2] = {1 - opening, opening};
    each(sample, [&](std::size_t at, float coefficient) {
      Weight& weight = weights_[at];
      const float narrow = (at < parts   ? prior.terms
                            : at < whole ? prior.parts
                                         : prior.patterns) /
                           static_cast<float>(weight.visits);
      for (int phase = 0; phase < 2; ++phase) {
        const float gradient =
            error * factor * coefficient * taper[phase] + narrow * weight.at[phase];
        weight.sum[phase] += gradient * gradient;
        weight.at[phase] -= rate * gradient / (std::sqrt(weight.sum[phase]) + 1e-3f);
      }
    });
  }
  return loss;
}

Loss PatternFit::held_out(Target target) const {
  return loss_of(held_out_, target, [this](const Sample& sample) { return value(sample); });
}

double PatternFit::slope() const {
  return slope_of(samples_, [this](const Sample& sample) { return value(sample); });
}

std::vector<std::int16_t> PatternFit::integers(double unit, int least, int grain) const {
  std::vector<std::int16_t> numbers;
  numbers.reserve(2 * weights_.size());
  const auto whole = static_cast<std::size_t>(shape_.tables_at());
  for (std::size_t at = 0; at < weights_.size(); ++at) {
    const Weight& weight = weights_[at];
    const double step = at < whole ? 1 : grain;
    for (const int phase : {1, 0}) {
      double number = static_cast<double>(weight.at[phase]) * unit * 16;
      if (at >= whole && weight.visits < static_cast<std::uint32_t>(least)) number = 0;
      number = std::round(number / step) * step;
      numbers.push_back(static_cast<std::int16_t>(std::clamp(number, -32'000.0, 32'000.0)));
    }
  }
  return numbers;
}

}  // namespace crownhead::training
