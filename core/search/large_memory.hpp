// Memory for tables that are read here and there.
#pragma once

#include <cstddef>

namespace crownhead {

class LargeMemory {
 public:
  LargeMemory() = default;
  ~LargeMemory();
  LargeMemory(const LargeMemory&) = delete;
  LargeMemory& operator=(const LargeMemory&) = delete;

  // Give back what is held and take so many bytes; false if the system has not so many. They are
  // zero, begin at a multiple of 64, and cost little until they are used. Linux is asked for large
  // pages: with small ones most accesses would miss the processor's list of pages, too.
  bool take(std::size_t size);
  void swap(LargeMemory& other);
  void* begin() const { return begin_; }

 private:
  void* taken_ = nullptr;
  void* begin_ = nullptr;
};

}  // namespace crownhead
