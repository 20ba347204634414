// Decoded pages that any number of threads read and write without waiting for each other.
//
// A place counts its changes: odd while a thread writes it. A reader that finds the same even count
// before and after has read one page and nothing else; otherwise it decodes the page for itself.
// A page is held as far as it was decoded, with what it takes to go on from there. What tells the
// pages of four places apart is one line of the processor's cache, apart from the pages.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "endgame/decoder.hpp"

namespace crownhead::endgame {

class PageCache {
 public:
  explicit PageCache(std::size_t megabytes) {
    std::size_t wanted = megabytes * (1024 * 1024 / page_positions);
    if (wanted < 16) wanted = 16;
    places_ = std::bit_floor(wanted);
  }
  PageCache(const PageCache&) = delete;
  PageCache& operator=(const PageCache&) = delete;
  ~PageCache() { std::free(memory_.load(std::memory_order_relaxed)); }

  // Find one outcome of a page; false if it is not held.
  bool find(std::uint64_t page, std::size_t at, Outcome& outcome) const {
    std::uint64_t word;
    const bool found = consult(page, [&](const Tags& tags, std::size_t way, const Page& held) {
      word = held.words[at / 8].load(std::memory_order_acquire);
      return at < tags.known[way].load(std::memory_order_acquire);
    });
    if (found) outcome = static_cast<Outcome>(static_cast<std::uint8_t>(word >> at % 8 * 8));
    return found;
  }

  // Take out what is held of a page; nothing happens if that is nothing.
  void take(std::uint64_t page, Decoding& decoding, Outcome* outcomes) const {
    Decoding found;
    const bool whole = consult(page, [&](const Tags& tags, std::size_t way, const Page& held) {
      found.known = tags.known[way].load(std::memory_order_acquire);
      for (std::size_t i = 0; i * 8 < found.known; ++i) {
        const std::uint64_t word = held.words[i].load(std::memory_order_acquire);
        for (std::size_t k = 0; k < 8; ++k)
          outcomes[i * 8 + k] = static_cast<Outcome>(static_cast<std::uint8_t>(word >> 8 * k));
      }
      if (found.known > most_unfinished) return true;
      const std::uint64_t coder = held.words[coder_at].load(std::memory_order_acquire);
      found.range = static_cast<std::uint32_t>(coder >> 32);
      found.code = static_cast<std::uint32_t>(coder);
      found.next = static_cast<std::uint32_t>(held.words[next_at].load(std::memory_order_acquire));
      return true;
    });
    if (whole) decoding = found;
  }

  // Hold a page as far as it is decoded: up to its end, or to some outcome that is not among the
  // last ones of it. Nothing happens while another thread writes to the same place.
  void keep(std::uint64_t page, const Decoding& decoding, const Outcome* outcomes) {
    if (!memory_.load(std::memory_order_acquire)) allocate();
    const std::size_t first = place(page);
    Tags* tags = tags_.load(std::memory_order_acquire);
    if (!tags) return;
    tags += first / ways;
    std::size_t way = 0;
    while (way < ways && tags->page[way].load(std::memory_order_relaxed) != page + 1) ++way;
    if (way == ways)
      for (way = 0; way < ways && tags->page[way].load(std::memory_order_relaxed);) ++way;
    // All taken: one of them goes, which one depends on the page.
    if (way == ways) way = page * 0xC2B2AE3D27D4EB4Full >> 62;
    std::atomic<std::uint32_t>& changes = tags->changes[way];
    std::uint32_t before = changes.load(std::memory_order_relaxed);
    if (before & 1 ||
        !changes.compare_exchange_strong(before, before + 1, std::memory_order_acq_rel))
      return;
    const bool held = tags->page[way].load(std::memory_order_relaxed) == page + 1;
    // Its beginning is the same, whoever decoded it.
    const std::uint32_t known = held ? tags->known[way].load(std::memory_order_relaxed) : 0;
    if (known < decoding.known) {
      tags->page[way].store(page + 1, std::memory_order_release);
      tags->known[way].store(decoding.known, std::memory_order_release);
      write(pages_.load(std::memory_order_relaxed)[first + way], known, decoding, outcomes);
    }
    changes.store(before + 2, std::memory_order_release);
  }

 private:
  static constexpr std::size_t words = page_positions / 8;
  static constexpr std::size_t ways = 4;
  static constexpr std::size_t line = 64;
  // While the end of a page is not known, what the decoder goes on with stands in its place.
  static constexpr std::size_t coder_at = words - 2, next_at = words - 1;
  static constexpr std::size_t most_unfinished = coder_at * 8;

  struct Tags {
    std::atomic<std::uint64_t> page[ways];  // 0: none, else its number and 1
    std::atomic<std::uint32_t> changes[ways];
    std::atomic<std::uint32_t> known[ways];  // outcomes from the first one on
  };
  static_assert(sizeof(Tags) == line);
  struct Page {
    std::atomic<std::uint64_t> words[PageCache::words];
  };

  // Let `look` read what is held of a page; false if that is nothing, `look` says so, or another
  // thread wrote meanwhile.
  template <class Look>
  bool consult(std::uint64_t page, Look&& look) const {
    const std::size_t first = place(page);
    const Tags* tags = tags_.load(std::memory_order_acquire);
    if (!tags) return false;
    tags += first / ways;
    const Page* const pages = pages_.load(std::memory_order_relaxed) + first;
    for (std::size_t way = 0; way < ways; ++way) {
      if (tags->page[way].load(std::memory_order_relaxed) != page + 1) continue;
      const std::uint32_t before = tags->changes[way].load(std::memory_order_acquire);
      if (before & 1) continue;
      const std::uint64_t held = tags->page[way].load(std::memory_order_acquire);
      const bool found = look(*tags, way, pages[way]);
      if (held == page + 1 && tags->changes[way].load(std::memory_order_relaxed) == before)
        return found;
    }
    return false;
  }

  static void write(Page& place, std::uint32_t known, const Decoding& decoding,
                    const Outcome* outcomes) {
    for (std::size_t i = known / 8; i * 8 < decoding.known; ++i) {
      std::uint64_t word = 0;
      for (std::size_t k = 8; k-- > 0;)
        word = word << 8 | static_cast<std::uint8_t>(outcomes[i * 8 + k]);
      place.words[i].store(word, std::memory_order_release);
    }
    if (decoding.known > most_unfinished) return;
    place.words[coder_at].store(std::uint64_t{decoding.range} << 32 | decoding.code,
                                std::memory_order_release);
    place.words[next_at].store(decoding.next, std::memory_order_release);
  }

  // Where a page may be: the first of its places.
  std::size_t place(std::uint64_t page) const {
    return (page * 0x9E3779B97F4A7C15ull) >> 20 & (places_ - 1) & ~(ways - 1);
  }

  // Zeroed memory that the system hands out piece by piece: all tags now, pages as they are used.
  // No page lies in two of those pieces.
  void allocate() {
    const std::size_t sets = places_ / ways;
    void* fresh = std::calloc(1, (places_ + 1) * sizeof(Page) + sets * sizeof(Tags));
    if (!fresh) return;
    void* none = nullptr;
    if (!memory_.compare_exchange_strong(none, fresh, std::memory_order_acq_rel))
      return std::free(fresh);
    const auto end = reinterpret_cast<std::uintptr_t>(fresh) + sizeof(Page) - 1;
    Page* const pages = reinterpret_cast<Page*>(end - end % sizeof(Page));
    Tags* const tags = reinterpret_cast<Tags*>(pages + places_);
    for (std::size_t i = 0; i < sets; ++i) tags[i].page[0].store(0, std::memory_order_relaxed);
    pages_.store(pages, std::memory_order_release);
    tags_.store(tags, std::memory_order_release);
  }

  std::size_t places_;
  std::atomic<void*> memory_{nullptr};
  std::atomic<Page*> pages_{nullptr};
  std::atomic<Tags*> tags_{nullptr};  // null until all is there
};

}  // namespace crownhead::endgame
