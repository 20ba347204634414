// The weights of a learned evaluation, as they are stored in a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/rules.hpp"
#include "search/large_memory.hpp"

namespace crownhead {

// A file begins with a header of 16 bytes, numbers with the lowest byte first:
//   0  "CHEV"
//   4  the kind of evaluation that reads it: 2, a network
//   5  board (Board)
//   6  format of the payload, 16 bits (NetworkFile)
//   8  FNV-1a of the payload, 64 bits
// The payload (NetworkFile), 1 byte to `most_payload`, follows to the end of the file.
class Weights {
 public:
  static constexpr std::size_t header = 16;
  static constexpr std::size_t most_payload = std::size_t{64} << 20;

  // Why a file cannot be read.
  enum class Fault : std::uint8_t { none, no_weights, unknown_kind, damaged, misshapen, memory };

  Weights() = default;
  Weights(const Weights&) = delete;
  Weights& operator=(const Weights&) = delete;

  // Copy and check a file; on a fault nothing has changed. `unpacked`: it comes from a format whose
  // own sum was right, and its payload is not summed up again.
  Fault read(const std::uint8_t* file, std::size_t size, bool unpacked = false);

  Board board() const { return board_; }
  // The FNV-1a of the payload: tells weights apart.
  std::uint64_t id() const { return id_; }
  // Aligned to 64 bytes.
  const std::uint8_t* payload() const { return payload_; }
  // 0 as long as nothing was read.
  std::size_t size() const { return size_; }

 private:
  LargeMemory memory_;
  std::uint8_t* payload_ = nullptr;
  std::size_t size_ = 0;
  std::uint64_t id_ = 0;
  Board board_ = Board::dark8;
};

// The file with this payload, in the format that is read here.
std::vector<std::uint8_t> weights_file(Board board, const std::uint8_t* payload, std::size_t size);

std::uint64_t fnv1a(const std::uint8_t* bytes, std::size_t size);

}  // namespace crownhead
