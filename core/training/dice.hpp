// Random numbers that are the same on every machine, and a stream of its own for every game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

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

// Put the places below `size` in another order, that of before where there was one.
inline void shuffle(std::vector<std::uint32_t>& order, std::size_t size, std::uint64_t seed) {
  if (order.size() != size) {
    order.resize(size);
    std::iota(order.begin(), order.end(), 0u);
  }
  Dice dice(seed, 0);
  for (std::size_t i = size; i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(dice.below(static_cast<int>(i)))]);
}

}  // namespace crownhead::training
