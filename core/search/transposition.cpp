#include "search/transposition.hpp"

#include <cstdlib>

namespace crownhead {

TranspositionTable::TranspositionTable(std::size_t megabytes) {
  std::size_t buckets = 1;
  while (buckets * 2 * sizeof(Bucket) <= megabytes << 20) buckets *= 2;
  mask_ = buckets - 1;
  take();
}

TranspositionTable::~TranspositionTable() {
  std::free(memory_);
}

void TranspositionTable::clear() {
  std::free(memory_);
  while (!take()) mask_ /= 2;
}

// Fresh from the system, memory is zero and costs nothing until it is used.
bool TranspositionTable::take() {
  memory_ = std::calloc(mask_ + 2, sizeof(Bucket));
  const auto address = reinterpret_cast<std::uintptr_t>(memory_);
  buckets_ = reinterpret_cast<Bucket*>((address + 63) & ~std::uintptr_t{63});
  age_ = 0;
  return memory_ != nullptr;
}

}  // namespace crownhead
