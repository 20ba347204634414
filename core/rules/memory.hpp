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
  // Some 30 ms of work; no position with the pieces of a real game was seen to come near it.
  static constexpr std::uint32_t limit = sizeof(Bits) <= 8 ? 3u << 17 : 1u << 18;

  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { std::free(slots_); }

  // Forget all states; the work limit goes on counting.
  void start() {
    std::free(slots_);
    slots_ = nullptr;
    capacity_ = used_ = 0;
    resize(1u << 10);
  }

  // True once the work limit has been reached; nothing is remembered from then on.
  bool full() const { return full_; }

  // Remember the state; true if it is new. `place` is any number below 2^31.
  bool insert(Bits captured, std::uint32_t place) {
    ++place;
    if (full_ || ++asked_ > limit) {
      full_ = true;
      return false;
    }
    if (used_ * 2 >= capacity_) {
      resize(capacity_ * 4);
    }
    Slot* slot = find(captured, place);
    if (slot->place) return false;
    *slot = {captured, place};
    ++used_;
    return true;
  }

 private:
  struct Slot {
    Bits captured;
    std::uint32_t place;  // 0: free
  };

  static std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0x9E3779B97F4A7C15ull;
    return x ^ x >> 29;
  }

  Slot* find(Bits captured, std::uint32_t place) const {
    std::uint64_t hash = mix(static_cast<std::uint64_t>(captured) ^ std::uint64_t{place} << 40);
    if constexpr (sizeof(Bits) > 8) hash = mix(hash ^ static_cast<std::uint64_t>(captured >> 64));
    std::uint32_t at = static_cast<std::uint32_t>(hash) & (capacity_ - 1);
    while (slots_[at].place && (slots_[at].captured != captured || slots_[at].place != place))
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
      if (old[i].place) *find(old[i].captured, old[i].place) = old[i];
    std::free(old);
  }

  Slot* slots_ = nullptr;
  std::uint32_t capacity_ = 0;
  std::uint32_t used_ = 0;
  std::uint32_t asked_ = 0;
  bool full_ = false;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
