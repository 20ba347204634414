#include "search/table.hpp"

#include <cstdlib>
#include <cstring>

namespace crownhead {

Table::Table(std::size_t megabytes) {
  std::size_t buckets = 1;
  while (buckets * 2 * sizeof(Bucket) <= megabytes << 20) buckets *= 2;
  // Fresh from the system, memory is zero and costs nothing until it is used.
  memory_ = std::calloc(buckets + 1, sizeof(Bucket));
  const auto address = reinterpret_cast<std::uintptr_t>(memory_);
  buckets_ = reinterpret_cast<Bucket*>((address + 63) & ~std::uintptr_t{63});
  mask_ = buckets - 1;
}

Table::~Table() {
  std::free(memory_);
}

void Table::clear() {
  std::memset(static_cast<void*>(buckets_), 0, (mask_ + 1) * sizeof(Bucket));
  age_ = 0;
}

}  // namespace crownhead
