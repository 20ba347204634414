#include "search/eval/network_file.hpp"

#include <cmath>
#include <limits>

#include "search/eval/network_inputs.hpp"

namespace crownhead {

namespace {

constexpr auto hidden = static_cast<std::size_t>(NetworkFile::hidden);
constexpr std::int64_t most_sum = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t square_of_one = NetworkFile::one * NetworkFile::one;

std::int64_t size_of(std::int64_t number) {
  return number < 0 ? -number : number;
}

// Whether each hidden sum stays within 16 bits, whatever stands on every square.
bool sums_fit(const NetworkFile& file, const std::uint8_t* payload) {
  constexpr std::size_t kinds = NetworkInputs<Dark8>::kinds;
  const std::size_t squares = static_cast<std::size_t>(file.inputs) / kinds;
  const auto weight = [&](std::size_t input, std::size_t unit) {
    return size_of(number_at(payload, NetworkFile::head + 2 * (input * hidden + unit)));
  };
  for (std::size_t unit = 0; unit < hidden; ++unit) {
    std::int64_t most = weight(kinds * squares, unit) + weight(kinds * squares + 1, unit);
    for (std::size_t square = 0; square < squares; ++square) {
      std::int64_t here = 0;
      for (std::size_t kind = 0; kind < kinds; ++kind)
        here = std::max(here, weight(kind * squares + square, unit));
      most += here;
    }
    if (most > std::numeric_limits<std::int16_t>::max()) return false;
  }
  return true;
}

bool outputs_fit(const NetworkFile& file, const std::uint8_t* payload) {
  for (std::size_t bucket = 0; bucket < NetworkFile::buckets; ++bucket) {
    std::int64_t most = size_of(bias_at(payload, file.biases_at() + 4 * bucket));
    for (std::size_t i = 0; i < 2 * hidden; ++i)
      most += square_of_one *
              size_of(number_at(payload, file.outputs_at() + 2 * (bucket * 2 * hidden + i)));
    if (most > most_sum) return false;
  }
  return true;
}

}  // namespace

int number_at(const std::uint8_t* payload, std::size_t at) {
  return static_cast<std::int16_t>(payload[at] | payload[at + 1] << 8);
}

std::int32_t bias_at(const std::uint8_t* payload, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t k = 0; k < 4; ++k) word |= static_cast<std::uint32_t>(payload[at + k]) << 8 * k;
  return static_cast<std::int32_t>(word);
}

NetworkFile network_file(Board board) {
  switch (board) {
    case Board::dark8:
      return {NetworkInputs<Dark8>::count_of};
    case Board::dark10:
      return {NetworkInputs<Dark10>::count_of};
    case Board::dark12:
      return {NetworkInputs<Dark12>::count_of};
    case Board::full8:
      break;
  }
  return {NetworkInputs<Full8>::count_of};
}

bool fits(Board board, const std::uint8_t* payload, std::size_t size) {
  const NetworkFile file = network_file(board);
  if (size != file.bytes()) return false;
  const int pieces = number_at(payload, 0), shift = number_at(payload, 2);
  if (pieces < 1 || pieces > Layout::most_squares) return false;
  if (shift < 0 || shift > NetworkFile::most_shift) return false;
  return sums_fit(file, payload) && outputs_fit(file, payload);
}

int shift_of(const std::vector<double>& outputs, const std::vector<double>& biases) {
  for (int shift = NetworkFile::most_shift; shift >= 0; --shift) {
    bool small = true;
    for (std::size_t bucket = 0; bucket < biases.size(); ++bucket) {
      double most = std::fabs(biases[bucket]) + 1;
      for (std::size_t i = 0; i < 2 * hidden; ++i) {
        const double weight = std::fabs(outputs[bucket * 2 * hidden + i]) * (1 << shift) + 1;
        small &= weight < std::numeric_limits<std::int16_t>::max();
        most += weight / (1 << shift);
      }
      small &=
          most * (1 << shift) * static_cast<double>(square_of_one) < static_cast<double>(most_sum);
    }
    if (small) return shift;
  }
  return -1;
}

}  // namespace crownhead
