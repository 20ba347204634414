// Sets of squares as machine words. Compiled once per instruction set, hence the namespace.
#pragma once

#include <bit>
#include <cstdint>

// What is inlined by force. A generator that reads the rules at run time would take half a minute
// to compile, and gains from the steps of sets of squares alone. The instrumented build would take
// minutes a file: there, nothing.
#if defined(__GNUC__) && !defined(CROWNHEAD_SANITIZE)
#define CROWNHEAD_INLINE_STEP inline __attribute__((always_inline))
#else
#define CROWNHEAD_INLINE_STEP inline
#define CROWNHEAD_INLINE_LESS 1
#endif
#ifndef CROWNHEAD_INLINE_LESS
#define CROWNHEAD_INLINE inline __attribute__((always_inline))
#define CROWNHEAD_INLINED __attribute__((always_inline))
#else
#define CROWNHEAD_INLINE inline
#define CROWNHEAD_INLINED
#endif

#ifndef CROWNHEAD_ISA
#define CROWNHEAD_ISA baseline
#endif

// A name with that of the instruction set behind it.
#define CROWNHEAD_JOIN_(a, b) a##_##b
#define CROWNHEAD_JOIN(a, b) CROWNHEAD_JOIN_(a, b)

namespace crownhead {

__extension__ using Wide = unsigned __int128;

inline namespace CROWNHEAD_ISA {

template <class Bits>
CROWNHEAD_INLINE_STEP int count(Bits bits) {
  if constexpr (sizeof(Bits) <= 8) {
    return std::popcount(bits);
  } else {
    return std::popcount(static_cast<std::uint64_t>(bits)) +
           std::popcount(static_cast<std::uint64_t>(bits >> 64));
  }
}

// The index of the lowest set bit; `bits` must not be empty.
template <class Bits>
CROWNHEAD_INLINE_STEP int lowest(Bits bits) {
  if constexpr (sizeof(Bits) <= 8) {
    return std::countr_zero(bits);
  } else {
    const auto low = static_cast<std::uint64_t>(bits);
    return low ? std::countr_zero(low)
               : 64 + std::countr_zero(static_cast<std::uint64_t>(bits >> 64));
  }
}

template <class Bits>
CROWNHEAD_INLINE_STEP Bits lowest_bit(Bits bits) {
  return bits & (~bits + 1);
}

template <class Bits>
CROWNHEAD_INLINE_STEP Bits bit(int index) {
  return static_cast<Bits>(1) << index;
}

template <class Bits, class Visit>
CROWNHEAD_INLINE_STEP void each_bit(Bits bits, Visit&& visit) {
  for (; bits; bits &= bits - 1) visit(lowest_bit(bits));
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
