// One material balance of an endgame table, and how its positions are numbered.
//
// White is always to move: a position with Black to move is turned by 180 degrees and its colours
// are swapped. A slice is numbered densely, men first: every placement of the men (a
// configuration) owns a block of consecutive numbers, one for each placement of the kings on the
// squares that the men leave free.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rules/ruleset.hpp"

namespace crownhead::endgame {

inline constexpr int most_pieces = 8;

struct Slice {
  std::uint8_t men[2] = {0, 0};
  std::uint8_t kings[2] = {0, 0};

  bool operator==(const Slice&) const = default;
  Slice mirrored() const { return {{men[1], men[0]}, {kings[1], kings[0]}}; }
  int pieces() const { return men[0] + men[1] + kings[0] + kings[1]; }
  // Below 9 ** 4 for every slice of up to eight pieces.
  std::size_t key() const {
    return static_cast<std::size_t>(((men[0] * 9 + kings[0]) * 9 + men[1]) * 9 + kings[1]);
  }
  static constexpr std::size_t keys = 9 * 9 * 9 * 9;
  // Whether a table can hold it: both sides have a piece, and there are not too many.
  bool valid() const {
    return men[0] + kings[0] > 0 && men[1] + kings[1] > 0 && pieces() <= most_pieces;
  }
};

struct Binomials {
  static constexpr int most = Layout::most_squares;
  std::uint64_t of[most_pieces + 1][most + 1];  // by the number chosen, then by what it is from
  constexpr Binomials() : of() {
    for (int n = 0; n <= most; ++n) {
      of[0][n] = 1;
      for (int k = 1; k <= most_pieces; ++k)
        of[k][n] = n == 0 ? 0 : of[k - 1][n - 1] + of[k][n - 1];
    }
  }
};

inline constexpr Binomials binomials;

inline std::uint64_t choose(int from, int number) {
  return binomials.of[number][from];
}

// The numbering of one slice.
struct Space {
  Slice slice;
  std::uint64_t minor = 0;               // placements of Black's kings for each one of White's
  std::uint64_t block = 0;               // positions of one configuration
  std::uint64_t configurations = 0;      // placements of the men
  std::uint64_t size = 0;                // positions
  const std::uint64_t* first = nullptr;  // by White's men: the first of their configurations
};

// The numberings of one board, made as they are asked for.
class Spaces {
 public:
  explicit Spaces(const Layout& layout) : layout_(layout) {}

  // The numbering of a valid slice; not to be called by several threads at once.
  const Space& prepare(const Slice& slice);
  // The same for a slice that was prepared before; null otherwise. For any thread.
  const Space* find(const Slice& slice) const { return spaces_[slice.key()].get(); }

 private:
  const std::vector<std::uint64_t>& firsts(int white_men, int black_men);

  const Layout& layout_;
  std::unique_ptr<Space> spaces_[Slice::keys];
  std::unique_ptr<std::vector<std::uint64_t>> firsts_[81];
};

// How many positions a slice has.
std::uint64_t positions(const Layout& layout, const Slice& slice);

}  // namespace crownhead::endgame
