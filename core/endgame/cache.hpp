// Decoded pages that any number of threads read and write without waiting for each other.
//
// A slot counts its changes: odd while a thread writes it. A reader that finds the same even count
// before and after has read one page and nothing else; otherwise it decodes the page for itself.
#pragma once

#include <atomic>
#include <cstring>
#include <memory>

#include <bit>
#include <cstdlib>

#include "endgame/codec.hpp"

namespace crownhead::endgame {

class PageCache {
 public:
  explicit PageCache(std::size_t megabytes) {
    std::size_t wanted = megabytes * (1024 * 1024 / sizeof(Slot));
    if (wanted < 16) wanted = 16;
    slots_ = std::bit_floor(wanted);
  }
  PageCache(const PageCache&) = delete;
  PageCache& operator=(const PageCache&) = delete;
  ~PageCache() { std::free(memory_.load(std::memory_order_relaxed)); }

  // Find one outcome of a page; false if the page is not held.
  bool find(std::uint64_t page, std::size_t at, Outcome& outcome) const {
    const Slot* slots = place(page);
    if (!slots) return false;
    for (std::size_t way = 0; way < ways; ++way)
      if (read(slots[way], page, at, outcome)) return true;
    return false;
  }

  // Keep a page; nothing happens while another thread writes to the same place.
  void keep(std::uint64_t page, const Outcome* outcomes) {
    if (!memory_.load(std::memory_order_acquire)) allocate();
    Slot* slot = place(page);
    if (!slot) return;
    std::size_t way = 0;
    while (way < ways && slot[way].page.load(std::memory_order_relaxed)) ++way;
    // All taken: one of them goes, which one depends on the page.
    slot += way < ways ? way : page * 0xC2B2AE3D27D4EB4Full >> 62;
    std::uint32_t before = slot->changes.load(std::memory_order_relaxed);
    if (before & 1 ||
        !slot->changes.compare_exchange_strong(before, before + 1, std::memory_order_acq_rel))
      return;
    slot->page.store(page + 1, std::memory_order_release);
    for (std::size_t i = 0; i < words; ++i) {
      std::uint64_t word = 0;
      for (std::size_t k = 0; k < 8; ++k)
        word |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(outcomes[i * 8 + k]))
                << (8 * k);
      slot->words[i].store(word, std::memory_order_release);
    }
    slot->changes.store(before + 2, std::memory_order_release);
  }

 private:
  static constexpr std::size_t words = page_positions / 8;
  static constexpr std::size_t ways = 4;
  struct Slot {
    std::atomic<std::uint32_t> changes;
    std::atomic<std::uint64_t> page;  // 0: none, else its number and 1
    std::atomic<std::uint64_t> words[PageCache::words];
  };

  // Whether this slot holds the page, and then what stands there.
  static bool read(const Slot& slot, std::uint64_t page, std::size_t at, Outcome& outcome) {
    if (slot.page.load(std::memory_order_relaxed) != page + 1) return false;
    const std::uint32_t before = slot.changes.load(std::memory_order_acquire);
    if (before & 1) return false;
    const std::uint64_t held = slot.page.load(std::memory_order_acquire);
    const std::uint64_t word = slot.words[at / 8].load(std::memory_order_acquire);
    if (held != page + 1 || slot.changes.load(std::memory_order_relaxed) != before) return false;
    outcome = static_cast<Outcome>(static_cast<std::uint8_t>(word >> at % 8 * 8));
    return true;
  }

  // The first of the slots where a page may be.
  Slot* place(std::uint64_t page) const {
    auto* slots = static_cast<Slot*>(memory_.load(std::memory_order_acquire));
    if (!slots) return nullptr;
    return slots + ((page * 0x9E3779B97F4A7C15ull) >> 20 & (slots_ - 1) & ~(ways - 1));
  }

  // Zeroed memory that the system hands out page by page: nothing is touched before it is used.
  void allocate() {
    void* fresh = std::calloc(slots_, sizeof(Slot));
    void* none = nullptr;
    if (fresh && !memory_.compare_exchange_strong(none, fresh, std::memory_order_acq_rel))
      std::free(fresh);
  }

  std::size_t slots_;
  std::atomic<void*> memory_{nullptr};
};

}  // namespace crownhead::endgame
