// An opening book: moves that were found before the game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/position.hpp"

namespace crownhead {

// A file begins with a header of 16 bytes, numbers with the lowest byte first:
//   0  "CHOB"
//   4  format: 1, 32 bits
//   8  FNV-1a of what follows, 64 bits
// Entries of 8 bytes follow to the end of the file, one for each move, in ascending order: the
// upper 48 bits of the hash of a position, and the lower 16 of that after the move.
class Book {
 public:
  static constexpr std::size_t header = 16;
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;

  enum class Fault : std::uint8_t { none, no_book, other_format, damaged };

  // Copy and check a file; on a fault nothing has changed.
  Fault read(const std::uint8_t* file, std::size_t size);

  std::size_t size() const { return entries_.size(); }

  // Those of the legal moves that the book plays.
  void moves(const Position& position, const Moves& legal, Moves& found) const;

 private:
  std::vector<std::uint64_t> entries_;
};

// The move of a list that a seed chooses in a position; null of an empty one.
const Move* drawn(const Position& position, const Moves& moves, std::uint64_t seed);

}  // namespace crownhead
