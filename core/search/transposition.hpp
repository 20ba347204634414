// The transposition table: what earlier visits found out about a position. Positions of every board
// share it. Entries are written without locks; one torn by two threads does not verify.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "rules/bits.hpp"
#include "search/large_memory.hpp"

namespace crownhead {

enum class Bound : std::uint8_t { none, upper, lower, exact };

// Always inlined: objects of several instruction sets use it.
struct Entry {
  std::uint16_t move = 0;  // a short code, 0 for none
  std::int16_t score = 0;
  std::int16_t evaluation = 0;
  std::int8_t depth = 0;
  Bound bound = Bound::none;
  std::uint8_t age = 0;  // 6 bits

  CROWNHEAD_INLINE std::uint64_t packed() const {
    return move | static_cast<std::uint64_t>(static_cast<std::uint16_t>(score)) << 16 |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(evaluation)) << 32 |
           static_cast<std::uint64_t>(static_cast<std::uint8_t>(depth)) << 48 |
           static_cast<std::uint64_t>(static_cast<std::uint8_t>(bound)) << 56 |
           static_cast<std::uint64_t>(age) << 58;
  }

  static CROWNHEAD_INLINE Entry unpacked(std::uint64_t bits) {
    Entry entry;
    entry.move = static_cast<std::uint16_t>(bits);
    entry.score = static_cast<std::int16_t>(bits >> 16);
    entry.evaluation = static_cast<std::int16_t>(bits >> 32);
    entry.depth = static_cast<std::int8_t>(bits >> 48);
    entry.bound = static_cast<Bound>(bits >> 56 & 3);
    entry.age = static_cast<std::uint8_t>(bits >> 58);
    return entry;
  }
};

class TranspositionTable {
 public:
  explicit TranspositionTable(std::size_t megabytes);
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  bool usable() const { return buckets_ != nullptr; }
  // Forget everything, without touching the memory. The table is smaller afterwards if the system
  // has less.
  void clear();
  // Forget everything, and have the memory in place: what is used for the first time in a search is
  // cleared by the system while the clock runs.
  void renew();
  // Begin a search: what earlier ones left gives way first.
  void grow_older() { age_ = static_cast<std::uint8_t>((age_ + 1) & 63); }

  CROWNHEAD_INLINE void prefetch(std::uint64_t key) const {
    __builtin_prefetch(&buckets_[key & mask_]);
  }

  CROWNHEAD_INLINE bool find(std::uint64_t key, Entry& found) const {
    for (const Slot& slot : buckets_[key & mask_].slots) {
      const std::uint64_t bits = slot.bits.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ bits) == key && bits) {
        found = Entry::unpacked(bits);
        return true;
      }
    }
    return false;
  }

  CROWNHEAD_INLINE void store(std::uint64_t key, Entry entry) {
    entry.age = age_;
    Slot* worst = nullptr;
    int least = 1000;
    for (Slot& slot : buckets_[key & mask_].slots) {
      const std::uint64_t bits = slot.bits.load(std::memory_order_relaxed);
      const Entry old = Entry::unpacked(bits);
      if ((slot.check.load(std::memory_order_relaxed) ^ bits) == key) {
        if (!entry.move) entry.move = old.move;
        worst = &slot;
        break;
      }
      const int value = bits ? old.depth - 8 * ((age_ - old.age) & 63) : -1000;
      if (value < least) {
        least = value;
        worst = &slot;
      }
    }
    const std::uint64_t bits = entry.packed();
    worst->bits.store(bits, std::memory_order_relaxed);
    worst->check.store(key ^ bits, std::memory_order_relaxed);
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> check;
    std::atomic<std::uint64_t> bits;
  };
  struct alignas(64) Bucket {
    Slot slots[4];
  };
  static_assert(sizeof(Bucket) == 64);

  bool take();

  LargeMemory memory_;
  Bucket* buckets_ = nullptr;
  std::size_t mask_ = 0;
  std::uint8_t age_ = 0;
};

}  // namespace crownhead
