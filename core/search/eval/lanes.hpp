// Numbers of 16 bits, sixteen at a time. All of it is exact, so every processor finds the same.
#pragma once

#include <cstdint>
#include <cstring>

#include "rules/bits.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace crownhead {
inline namespace CROWNHEAD_ISA {

struct Lanes {
  static constexpr int size = 16;
  typedef std::int16_t Numbers __attribute__((vector_size(2 * size)));

  Numbers numbers;

  CROWNHEAD_INLINE static Lanes at(const std::int16_t* memory) {
    Lanes lanes;
    std::memcpy(&lanes.numbers, memory, sizeof lanes.numbers);
    return lanes;
  }
  CROWNHEAD_INLINE void store(std::int16_t* memory) const {
    std::memcpy(memory, &numbers, sizeof numbers);
  }
};

// Sums of products, kept in lanes of 32 bits.
class Products {
 public:
  // Add the squares of `units`, cut to 0..most, each times its weight.
  CROWNHEAD_INLINE void add_squares(const Lanes& units, std::int16_t most, const Lanes& weights) {
    const Lanes::Numbers none = {};
    const Lanes::Numbers all = none + most;
    Lanes::Numbers cut = units.numbers > none ? units.numbers : none;
    cut = cut < all ? cut : all;
    add(cut * cut, weights.numbers);
  }

  CROWNHEAD_INLINE std::int32_t sum() const {
    typedef std::int32_t Half __attribute__((vector_size(Lanes::size)));
    Half half[2];
    std::memcpy(half, &sums_, sizeof half);
    const Half both = half[0] + half[1];
    return (both[0] + both[2]) + (both[1] + both[3]);
  }

 private:
  typedef std::int32_t Sums __attribute__((vector_size(2 * Lanes::size)));

  CROWNHEAD_INLINE void add(const Lanes::Numbers& one, const Lanes::Numbers& other) {
#if defined(__AVX2__)
    __m256i a, b, c;
    std::memcpy(&a, &one, sizeof a);
    std::memcpy(&b, &other, sizeof b);
    std::memcpy(&c, &sums_, sizeof c);
    c = _mm256_add_epi32(c, _mm256_madd_epi16(a, b));
    std::memcpy(&sums_, &c, sizeof c);
#elif defined(__SSE2__)
    __m128i a[2], b[2], c[2];
    std::memcpy(a, &one, sizeof a);
    std::memcpy(b, &other, sizeof b);
    std::memcpy(c, &sums_, sizeof c);
    for (int half = 0; half < 2; ++half)
      c[half] = _mm_add_epi32(c[half], _mm_madd_epi16(a[half], b[half]));
    std::memcpy(&sums_, c, sizeof c);
#elif defined(__wasm_simd128__)
    v128_t a[2], b[2], c[2];
    std::memcpy(a, &one, sizeof a);
    std::memcpy(b, &other, sizeof b);
    std::memcpy(c, &sums_, sizeof c);
    for (int half = 0; half < 2; ++half)
      c[half] = wasm_i32x4_add(c[half], wasm_i32x4_dot_i16x8(a[half], b[half]));
    std::memcpy(&sums_, c, sizeof c);
#else
    for (int i = 0; i < Lanes::size; ++i) sums_[i / 2] += one[i] * other[i];
#endif
  }

  Sums sums_ = {};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
