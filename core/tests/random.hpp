// Dice for the programs that try random texts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace crownhead {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
  int roll(int n) { return static_cast<int>(below(static_cast<std::size_t>(n))); }
  bool one_in(std::size_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace crownhead
