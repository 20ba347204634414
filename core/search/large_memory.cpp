#include "search/large_memory.hpp"

#include <cstdint>
#include <cstdlib>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace crownhead {

namespace {

constexpr std::size_t line = 64;
constexpr std::size_t large_page = std::size_t{2} << 20;
// A page is cleared when it is first used: more of them would delay a short search.
constexpr std::size_t most_in_large_pages = std::size_t{256} << 20;

#ifdef __linux__
constexpr bool have_large_pages = true;
void ask_for_large_pages(void* begin, std::size_t size) {
  madvise(begin, size, MADV_HUGEPAGE);
}
#else
constexpr bool have_large_pages = false;
void ask_for_large_pages(void*, std::size_t) {}
#endif

}  // namespace

LargeMemory::~LargeMemory() {
  std::free(taken_);
}

bool LargeMemory::take(std::size_t size) {
  std::free(taken_);
  const bool large = have_large_pages && size >= large_page && size <= most_in_large_pages;
  const std::size_t page = large ? large_page : line;
  const std::size_t whole = (size + page - 1) & ~(page - 1);
  taken_ = std::calloc(whole + page, 1);
  const auto address = reinterpret_cast<std::uintptr_t>(taken_);
  begin_ = reinterpret_cast<void*>((address + page - 1) & ~(page - 1));
  if (large && taken_) ask_for_large_pages(begin_, whole);
  return taken_ != nullptr;
}

void LargeMemory::swap(LargeMemory& other) {
  std::swap(taken_, other.taken_);
  std::swap(begin_, other.begin_);
}

}  // namespace crownhead
