#include "search/eval/weights.hpp"

#include <cstdlib>
#include <cstring>

namespace crownhead {

namespace {

constexpr std::size_t alignment = 64;

bool known(WeightsKind kind) {
  switch (kind) {
    case WeightsKind::none:
      break;
  }
  return false;
}

}  // namespace

std::uint64_t fnv1a(const std::uint8_t* bytes, std::size_t size) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3ull;
  return hash;
}

Weights::~Weights() {
  std::free(memory_);
}

Weights::Fault Weights::read(const std::uint8_t* file, std::size_t size) {
  if (size <= header || size - header > most_payload || std::memcmp(file, "CHEV", 4) != 0)
    return Fault::no_weights;
  const auto kind = static_cast<WeightsKind>(file[4]);
  if (!known(kind) || file[5] > static_cast<std::uint8_t>(Board::full8)) return Fault::unknown_kind;
  std::uint64_t sum = 0;
  for (int i = 7; i >= 0; --i) sum = sum << 8 | file[8 + i];
  const std::size_t length = size - header;
  if (fnv1a(file + header, length) != sum) return Fault::damaged;
  void* const memory = std::calloc(1, length + 2 * alignment);
  if (!memory) return Fault::memory;
  std::free(memory_);
  memory_ = memory;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  payload_ = reinterpret_cast<std::uint8_t*>((address + alignment - 1) & ~(alignment - 1));
  std::memcpy(payload_, file + header, length);
  size_ = length;
  id_ = sum;
  kind_ = kind;
  board_ = static_cast<Board>(file[5]);
  format_ = file[6] | file[7] << 8;
  return Fault::none;
}

}  // namespace crownhead
