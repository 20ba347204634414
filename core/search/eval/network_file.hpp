// The payload of a file of weights (Weights, format 1), numbers of 16 bits with the lowest byte
// first:
//   pieces at the start of the game
//   shift: outputs are in 1 / 2^shift hundredths of a man
//   then zeros up to 64 bytes, then
//     for each input, and then once as what every sum begins with, the weights of the hidden units
//     for each bucket of pieces the weights of the hidden units of the side to move, then of the
//     other side
//     for each bucket what its output begins with, as 32 bits, in 1 / (one * one * 2^shift)
//     hundredths of a man
//
// A hidden unit is the sum of the weights of what stands on the board, cut to 0..one; the output
// sums the squares of all units, each times its weight. No position can make a sum overflow:
// `fits` sees to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/rules.hpp"

namespace crownhead {

struct NetworkFile {
  static constexpr int format = 1;
  static constexpr std::size_t head = 64;  // bytes
  static constexpr int hidden = 128;
  static constexpr int buckets = 8;
  static constexpr int one = 181;  // the largest number whose square fits into 16 bits
  static constexpr int most_shift = 8;

  int inputs = 0;

  // Which of the outputs judges a position of so many pieces, of `full` at the start.
  static constexpr int bucket(int pieces, int full) {
    const int found = (pieces - 1) * buckets / full;
    return found < 0 ? 0 : found < buckets ? found : buckets - 1;
  }

  std::size_t rows() const { return static_cast<std::size_t>(inputs) + 1; }
  std::size_t outputs_at() const { return head + 2 * hidden * rows(); }
  std::size_t biases_at() const { return outputs_at() + 2 * 2 * hidden * buckets; }
  std::size_t bytes() const { return biases_at() + 4 * buckets; }
};

// How many inputs a board has.
NetworkFile network_file(Board board);

// The number of 16 bits, or of 32, that begins at this byte of a payload.
int number_at(const std::uint8_t* payload, std::size_t at);
std::int32_t bias_at(const std::uint8_t* payload, std::size_t at);

// Whether this is a payload for the board, and no sum of it can overflow.
bool fits(Board board, const std::uint8_t* payload, std::size_t size);

// The largest shift with which outputs of these weights, in hundredths of a man, do not overflow;
// less than 0 if there is none.
int shift_of(const std::vector<double>& outputs, const std::vector<double>& biases);

}  // namespace crownhead
