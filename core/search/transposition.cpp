#include "search/transposition.hpp"

namespace crownhead {

TranspositionTable::TranspositionTable(std::size_t megabytes) {
  std::size_t buckets = 1;
  while (buckets * 2 * sizeof(Bucket) <= megabytes << 20) buckets *= 2;
  mask_ = buckets - 1;
  take();
}

void TranspositionTable::clear() {
  while (!take()) mask_ /= 2;
}

void TranspositionTable::renew() {
  clear();
  constexpr std::size_t page = 4096 / sizeof(Bucket);
  for (std::size_t i = 0; i <= mask_; i += page)
    buckets_[i].slots[0].bits.store(0, std::memory_order_relaxed);
}

bool TranspositionTable::take() {
  const bool taken = memory_.take((mask_ + 1) * sizeof(Bucket));
  buckets_ = static_cast<Bucket*>(memory_.begin());
  age_ = 0;
  return taken;
}

}  // namespace crownhead
