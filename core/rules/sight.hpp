// The squares of a position as somebody sees them who says why a move is refused: lines, what
// stands between two squares, whose it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "rules/bits.hpp"
#include "rules/position.hpp"
#include "rules/ruleset.hpp"

namespace crownhead {

struct Sight {
  explicit Sight(const Position& position) : position_(position), ruleset_(*position.ruleset) {}

  struct Vector {
    int x, y;
  };
  struct Passed {
    std::uint8_t at[12];
    int size = 0;
  };

  int number(int index) const { return ruleset_.number(index); }

  int lowest_number(Wide set) const {
    int found = ruleset_.layout->squares;
    each_bit(set, [&](Wide square) { found = std::min(found, number(lowest(square))); });
    return found;
  }

  Vector vector(int start, int end) const {
    return {ruleset_.column(end) - ruleset_.column(start), ruleset_.row(end) - ruleset_.row(start)};
  }

  static int sign(int n) { return (n > 0) - (n < 0); }

  bool same_direction(int start, int end, int other_start, int other_end) const {
    const Vector one = vector(start, end), two = vector(other_start, other_end);
    return sign(one.x) == sign(two.x) && sign(one.y) == sign(two.y);
  }

  // Whether two squares share such a line, ahead or behind.
  bool on(Directions lines, int start, int end) const {
    const auto [x, y] = vector(start, end);
    return (std::abs(x) == std::abs(y) && (lines & steps::diagonal)) ||
           ((!x || !y) && (lines & steps::straight));
  }

  bool backward(int start, int end) const {
    const int y = vector(start, end).y;
    return position_.turn == white ? y < 0 : y > 0;
  }

  // The squares between two squares; none where they share no line.
  Passed passed_between(int start, int end) const {
    Passed passed;
    const auto [x, y] = vector(start, end);
    if (x && y && std::abs(x) != std::abs(y)) return passed;
    int column = ruleset_.column(start), row = ruleset_.row(start);
    for (int n = 1; n < std::max(std::abs(x), std::abs(y)); ++n) {
      const int index = ruleset_.index_at(column += sign(x), row += sign(y));
      if (index >= 0) passed.at[passed.size++] = static_cast<std::uint8_t>(index);
    }
    return passed;
  }

  // How many pieces stand between two squares; the first two of them in `nearest`.
  int between(int start, int end, int* nearest) const {
    const Passed passed = passed_between(start, end);
    int standing = 0;
    for (int i = 0; i < passed.size; ++i) {
      if (empty(passed.at[i])) continue;
      if (nearest && standing < 2) nearest[standing] = passed.at[i];
      ++standing;
    }
    return standing;
  }

  bool empty(int index) const { return !(position_.occupied() & bit<Wide>(index)); }
  bool enemy(int index) const {
    return (Wide(position_.side[!position_.to_move()]) & bit<Wide>(index)) != 0;
  }

  const Position& position_;
  const Ruleset& ruleset_;
};

}  // namespace crownhead
