// A set of states the capture search has entered, bounded in size.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "rules/bits.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class Bits>
class Memory {
 public:
  static constexpr std::uint32_t limit = 1u << 20;

  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { std::free(slots_); }

  void start() { resize(1u << 12); }

  // True once the work limit has been reached; nothing is remembered from then on.
  bool full() const { return full_; }

  // Remember the state; true if it is new.
  bool insert(Bits captured, int squares, int kind) {
    if (full_) return false;
    if (used_ * 2 >= capacity_) {
      if (used_ >= limit) {
        full_ = true;
        return false;
      }
      resize(capacity_ * 4);
    }
    Slot* slot = find(captured, squares, kind);
    if (slot->used) return false;
    *slot = {captured, squares, kind, true};
    ++used_;
    return true;
  }

 private:
  struct Slot {
    Bits captured;
    std::int32_t squares;
    std::int32_t kind;
    bool used;
  };

  static std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0x9E3779B97F4A7C15ull;
    return x ^ x >> 29;
  }

  Slot* find(Bits captured, int squares, int kind) const {
    std::uint64_t hash = mix(static_cast<std::uint64_t>(captured));
    if constexpr (sizeof(Bits) > 8) hash = mix(hash ^ static_cast<std::uint64_t>(captured >> 64));
    hash = mix(hash ^ static_cast<std::uint32_t>(squares) ^
               static_cast<std::uint64_t>(static_cast<std::uint32_t>(kind)) << 20);
    std::uint32_t at = static_cast<std::uint32_t>(hash) & (capacity_ - 1);
    while (slots_[at].used && !(slots_[at].captured == captured && slots_[at].squares == squares &&
                                slots_[at].kind == kind))
      at = (at + 1) & (capacity_ - 1);
    return &slots_[at];
  }

  void resize(std::uint32_t capacity) {
    Slot* old = slots_;
    const std::uint32_t old_capacity = capacity_;
    slots_ = static_cast<Slot*>(std::calloc(capacity, sizeof(Slot)));
    if (!slots_) std::abort();
    capacity_ = capacity;
    for (std::uint32_t i = 0; i < old_capacity; ++i)
      if (old[i].used) *find(old[i].captured, old[i].squares, old[i].kind) = old[i];
    std::free(old);
  }

  Slot* slots_ = nullptr;
  std::uint32_t capacity_ = 0;
  std::uint32_t used_ = 0;
  bool full_ = false;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
