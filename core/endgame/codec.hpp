// How the outcomes of a slice become few bytes.
//
// An outcome is mostly that of a neighbour: the position before it in the numbering, the one with
// White's kings one place back, the one of the configuration before. Three yes-or-no questions ask
// for these, and the difference is spelled out when all are wrong. The answers are coded
// arithmetically, with probabilities that are counted once for a slice and depend on how the
// neighbours agree. Pages are coded alone, so that a probe decodes 2,048 positions at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "endgame/decoder.hpp"
#include "endgame/model.hpp"
#include "endgame/slice.hpp"
#include "endgame/source.hpp"

namespace crownhead::endgame {

inline constexpr std::size_t block_pages = 16;  // of one checksum

// A slice as it is written: model, checksums, page lengths, pages.
std::vector<std::uint8_t> pack(const Space& space, const Outcome* outcomes,
                               const std::uint8_t* capture, bool distances);

// A slice as it is read, from a part of a source that stays as long as it.
class Packed {
 public:
  // False if the bytes are not a slice of this size, or damaged.
  bool open(const Space& space, const Source& source, std::uint64_t from, std::size_t length);
  std::uint64_t positions() const { return positions_; }
  std::uint64_t pages() const { return pages_; }
  // How many outcomes a page has.
  std::size_t page_length(std::uint64_t number) const {
    const std::uint64_t left = positions_ - number * page_positions;
    return left < page_positions ? static_cast<std::size_t>(left) : page_positions;
  }
  // Decode the first `wanted` outcomes of a page, from where it stands; false if the bytes are
  // damaged.
  bool page(std::uint64_t number, std::size_t wanted, Decoding& decoding, Outcome* outcomes) const;

 private:
  Model model_;
  Strides strides_;
  std::uint64_t positions_ = 0, pages_ = 0;
  const Source* source_ = nullptr;
  std::vector<std::uint8_t> blocks_;   // offset and checksum of each
  std::vector<std::uint8_t> lengths_;  // of each page
  std::uint64_t data_ = 0;             // where the pages begin
  std::size_t data_length_ = 0;
};

}  // namespace crownhead::endgame
