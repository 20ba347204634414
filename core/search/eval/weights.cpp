#include "search/eval/weights.hpp"

#include <cstring>

#include "search/eval/network_file.hpp"

namespace crownhead {

namespace {

constexpr std::uint8_t network = 2;  // the kind

}  // namespace

std::vector<std::uint8_t> weights_file(Board board, const std::uint8_t* payload, std::size_t size) {
  std::vector<std::uint8_t> file = {'C', 'H', 'E', 'V'};
  file.push_back(network);
  file.push_back(static_cast<std::uint8_t>(board));
  file.push_back(NetworkFile::format);
  file.push_back(0);
  const std::uint64_t sum = fnv1a(payload, size);
  for (int shift = 0; shift < 64; shift += 8)
    file.push_back(static_cast<std::uint8_t>(sum >> shift & 0xFF));
  file.insert(file.end(), payload, payload + size);
  return file;
}

std::uint64_t fnv1a(const std::uint8_t* bytes, std::size_t size) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3ull;
  return hash;
}

Weights::Fault Weights::read(const std::uint8_t* file, std::size_t size, bool unpacked) {
  if (size <= header || size - header > most_payload || std::memcmp(file, "CHEV", 4) != 0)
    return Fault::no_weights;
  if (file[4] != network || file[5] > static_cast<std::uint8_t>(Board::full8))
    return Fault::unknown_kind;
  std::uint64_t sum = 0;
  for (int i = 7; i >= 0; --i) sum = sum << 8 | file[8 + i];
  const std::size_t length = size - header;
  if (!unpacked && fnv1a(file + header, length) != sum) return Fault::damaged;
  LargeMemory memory;
  if (!memory.take(length)) return Fault::memory;
  auto* const payload = static_cast<std::uint8_t*>(memory.begin());
  std::memcpy(payload, file + header, length);
  const auto board = static_cast<Board>(file[5]);
  const int format = file[6] | file[7] << 8;
  if (format != NetworkFile::format || !fits(board, payload, length)) return Fault::misshapen;
  memory_.swap(memory);
  payload_ = payload;
  size_ = length;
  id_ = sum;
  board_ = board;
  return Fault::none;
}

}  // namespace crownhead
