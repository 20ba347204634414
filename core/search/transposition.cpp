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

bool TranspositionTable::take() {
  const bool taken = memory_.take((mask_ + 1) * sizeof(Bucket));
  buckets_ = static_cast<Bucket*>(memory_.begin());
  age_ = 0;
  return taken;
}

}  // namespace crownhead
