// How the outcomes of a slice become few bytes.
//
// An outcome is mostly that of a neighbour: the position before it in the numbering, the one with
// White's kings one place back, the one of the configuration before. Three yes-or-no questions ask
// for these, and the difference is spelled out when all are wrong. The answers are coded
// arithmetically, with probabilities that are counted once for a slice and depend on how the
// neighbours agree. Pages are coded alone, so that a probe decodes 2,048 positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "endgame/outcome.hpp"
#include "endgame/slice.hpp"

namespace crownhead::endgame {

inline constexpr std::size_t page_positions = 2048;
inline constexpr std::size_t block_pages = 16;  // of one checksum

struct Model {
  static constexpr int contexts = 27 * 8;
  static constexpr int slots = contexts * 2 + 27 + 256;
  std::uint16_t yes[slots];  // probability times 65536
};

// Lengths within the numbering at which an outcome tends to repeat.
struct Strides {
  std::uint64_t minor = 1;
  std::uint64_t block = 1;
};

// Decode one page of `positions` outcomes.
void decode(const Model& model, const Strides& strides, const std::uint8_t* data,
            std::size_t length, std::size_t positions, Outcome* outcomes);

// A slice as it is written: model, checksums, page lengths, pages.
std::vector<std::uint8_t> pack(const Space& space, const Outcome* outcomes,
                               const std::uint8_t* capture, bool distances);

// A slice as it is read, out of bytes that stay where they are.
class Packed {
 public:
  // False if the bytes are not a slice of this size, or damaged.
  bool open(const Space& space, const std::uint8_t* bytes, std::size_t length);
  std::uint64_t positions() const { return positions_; }
  std::uint64_t pages() const { return pages_; }
  // Decode a page; false if the bytes are damaged.
  bool page(std::uint64_t number, Outcome* outcomes) const;

 private:
  Model model_;
  Strides strides_;
  std::uint64_t positions_ = 0, pages_ = 0;
  const std::uint8_t* blocks_ = nullptr;   // offset and checksum of each
  const std::uint8_t* lengths_ = nullptr;  // of each page
  const std::uint8_t* data_ = nullptr;
  std::size_t data_length_ = 0;
};

std::uint32_t crc32(const std::uint8_t* bytes, std::size_t length);

}  // namespace crownhead::endgame
