// Where the squares are, and how a whole set of them steps in a direction.
//
// Squares are numbered row by row from the top left as White sees the board. On boards of dark
// squares every second row is followed by one unused ("ghost") bit, so that each diagonal step is
// a single shift and whatever falls off the board lands on a bit that is never occupied or empty.
#pragma once

#include <array>
#include <type_traits>

#include "rules/bits.hpp"
#include "rules/rules.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <int Width, int Height, bool AllSquares>
struct Geometry {
  static constexpr int width = Width;
  static constexpr int height = Height;
  static constexpr int per_row = AllSquares ? Width : Width / 2;
  static constexpr int squares = per_row * Height;

  static constexpr int index(int square) {
    return AllSquares ? square : square + square / (2 * per_row);
  }
  static constexpr int bits = index(squares - 1) + 1;
  using Bits = std::conditional_t<(bits <= 64), std::uint64_t, Wide>;

  static constexpr int column(int square) {
    if (AllSquares) return square % per_row;
    return 2 * (square % per_row) + (square / per_row % 2 == 0 ? 1 : 0);
  }
  static constexpr int row(int square) { return square / per_row; }

  // The distance in bits of one step; a straight step on dark squares spans two rows or columns.
  static constexpr int shift(int direction) {
    constexpr int p = per_row;
    constexpr std::array<int, 8> dark = {-2 * p - 1, -p, 1, p + 1, 2 * p + 1, p, -1, -p - 1};
    constexpr std::array<int, 8> full = {-p, 1 - p, 1, p + 1, p, p - 1, -1, -p - 1};
    return (AllSquares ? full : dark)[static_cast<std::size_t>(direction)];
  }

  static constexpr Bits make_board() {
    Bits all = 0;
    for (int s = 0; s < squares; ++s) all |= static_cast<Bits>(1) << index(s);
    return all;
  }
  static constexpr Bits board = make_board();

  static constexpr Bits row_bits(int wanted) {
    Bits found = 0;
    for (int s = 0; s < squares; ++s)
      if (row(s) == wanted) found |= static_cast<Bits>(1) << index(s);
    return found;
  }
  static constexpr Bits first_row = row_bits(0);
  static constexpr Bits last_row = row_bits(Height - 1);
  static constexpr Bits crown_row(Side side) { return side == white ? first_row : last_row; }

  // Squares from which a sideways step would wrap into another row.
  static constexpr Bits make_leaving(int direction) {
    const bool right = direction >= north_east && direction <= south_east;
    const bool left = direction >= south_west;
    if (!AllSquares && direction != east && direction != west) return 0;
    Bits found = 0;
    for (int s = 0; s < squares; ++s) {
      const int at = s % per_row;
      if ((right && at == per_row - 1) || (left && at == 0))
        found |= static_cast<Bits>(1) << index(s);
    }
    return found;
  }

  // Move every square of the set one step on. The result may hold bits off the board: callers
  // intersect it with squares of the board.
  template <int D>
  static CROWNHEAD_INLINE_STEP constexpr Bits step(Bits set) {
    constexpr Bits leaving = make_leaving(D);
    constexpr int by = shift(D);
    if constexpr (leaving != 0) set &= static_cast<Bits>(~leaving);
    if constexpr (by > 0)
      return static_cast<Bits>(set << by);
    else
      return static_cast<Bits>(set >> -by);
  }

  // All squares reached by sliding over `path`, the start squares included.
  template <int D>
  static CROWNHEAD_INLINE_STEP constexpr Bits slide(Bits set, Bits path) {
    constexpr int by = shift(D);
    constexpr Bits leaving = make_leaving(D);
    if constexpr (leaving != 0) path &= step<D>(board);  // nothing slides in over an edge
    auto on = [](Bits b, int n) CROWNHEAD_INLINED {
      return by > 0 ? static_cast<Bits>(b << (by * n)) : static_cast<Bits>(b >> (-by * n));
    };
    set |= path & on(set, 1);
    path &= on(path, 1);
    set |= path & on(set, 2);
    path &= on(path, 2);
    set |= path & on(set, 4);
    if constexpr (Width > 8 && 8 * (by > 0 ? by : -by) < bits) {
      path &= on(path, 4);
      set |= path & on(set, 8);
    }
    return set;
  }
};

using Dark8 = Geometry<8, 8, false>;
using Dark10 = Geometry<10, 10, false>;
using Dark12 = Geometry<12, 12, false>;
using Full8 = Geometry<8, 8, true>;

template <class Visit>
CROWNHEAD_INLINE void each_direction(Directions directions, Visit&& visit) {
  if (directions & 1u << 0) visit(std::integral_constant<int, 0>{});
  if (directions & 1u << 1) visit(std::integral_constant<int, 1>{});
  if (directions & 1u << 2) visit(std::integral_constant<int, 2>{});
  if (directions & 1u << 3) visit(std::integral_constant<int, 3>{});
  if (directions & 1u << 4) visit(std::integral_constant<int, 4>{});
  if (directions & 1u << 5) visit(std::integral_constant<int, 5>{});
  if (directions & 1u << 6) visit(std::integral_constant<int, 6>{});
  if (directions & 1u << 7) visit(std::integral_constant<int, 7>{});
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
