// Random numbers that are the same on every machine, and a stream of its own for every game.
#pragma once

#include <cstdint>

namespace crownhead::training {

class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t stream) : state_(seed * 0xD1342543DE82EF95ull + stream) {
    next();
  }

  // A number from 0 to n - 1; the bias is below n / 2^31.
  int below(int n) { return static_cast<int>(next() >> 33) % n; }

 private:
  std::uint64_t next() {
    std::uint64_t x = state_ += 0x9E3779B97F4A7C15ull;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ x >> 27) * 0x94D049BB133111EBull;
    return x ^ x >> 31;
  }

  std::uint64_t state_;
};

}  // namespace crownhead::training
