// Patterns: what stands on a group of neighbouring squares, as one number with a digit for each
// square: 0 no man, 1 a man of the side that looks, 2 a man of the other.
//
// A group is `width` playing squares wide and `rows` high. Groups side by side overlap and are read
// together: each has its own field in a machine word, and a row of the board adds its digits to
// all fields at once. Tables belong to groups as White sees them; Black, who sees the board turned
// round, uses the same ones, so both sides are judged alike.
#pragma once

#include "rules/board.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

constexpr int power_of_3(int exponent) {
  int power = 1;
  for (int i = 0; i < exponent; ++i) power *= 3;
  return power;
}

// The groups of each board: the first rows of the groups, as the side that looks sees them.
template <class G>
struct Groups;
template <>
struct Groups<Dark8> {
  static constexpr int width = 2, rows = 6, part = 4, starts[] = {2};
};
template <>
struct Groups<Dark10> {
  static constexpr int width = 2, rows = 6, part = 4, starts[] = {4};
};
// Of the last two there are fewer games to learn from, and more squares: smaller groups.
template <>
struct Groups<Dark12> {
  static constexpr int width = 2, rows = 4, part = 3, starts[] = {8, 6, 4};
};
template <>
struct Groups<Full8> {
  static constexpr int width = 4, rows = 3, part = 2, starts[] = {5, 3};
};

template <class G>
class Patterns {
 public:
  using Bits = typename G::Bits;
  using Group = Groups<G>;

  static constexpr int width = Group::width;
  static constexpr int rows = Group::rows;
  static constexpr int stride = width / 2;  // playing squares from one group to the next
  static constexpr int beside = (G::per_row - width) / stride + 1;
  static constexpr int bands = static_cast<int>(std::size(Group::starts));
  static constexpr int tables = bands * beside;
  static constexpr int size = power_of_3(width * rows);
  // A table's upper and lower `part` rows, which overlap, have tables of their own: what is seldom
  // seen as a whole is known in part.
  static constexpr int part_size = power_of_3(width * Group::part);
  static constexpr int upper_part(int pattern) {
    return pattern / power_of_3(width * (rows - Group::part));
  }
  static constexpr int lower_part(int pattern) { return pattern % part_size; }

  // Call `visit(table, pattern)` for every group as `S` sees it.
  template <Side S, class Visit>
  static CROWNHEAD_INLINE void each(Bits own, Bits other, Visit&& visit) {
    for (int band = 0; band < bands; ++band) {
      std::uint64_t word[words] = {};
      for (int i = 0; i < rows; ++i) {
        const int seen = Group::starts[band] + i;
        const int row = S == white ? seen : G::height - 1 - seen;
        const int shift = G::index(row * G::per_row);
        const auto mine = static_cast<unsigned>(own >> shift) & row_mask;
        const auto theirs = static_cast<unsigned>(other >> shift) & row_mask;
        for (int w = 0; w < words; ++w)
          word[w] =
              word[w] * power_of_3(width) + digits[S].of[w][mine] + 2 * digits[S].of[w][theirs];
      }
      for (int group = 0; group < beside; ++group)
        visit(band * beside + group,
              static_cast<int>(word[group / per_word] >> (group % per_word * field) & field_mask));
    }
  }

 private:
  static constexpr int bits_for(int number) {
    int bits = 0;
    while (number >> bits) ++bits;
    return bits;
  }
  static constexpr int field = bits_for(size - 1);
  static constexpr std::uint64_t field_mask = (std::uint64_t{1} << field) - 1;
  static constexpr int per_word = 64 / field;
  static constexpr int words = (beside + per_word - 1) / per_word;
  static constexpr unsigned row_mask = (1u << G::per_row) - 1;

  // The squares of a row as digits of every group.
  struct Digits {
    std::uint64_t of[words][1u << G::per_row];
    constexpr explicit Digits(bool turned) : of() {
      for (unsigned squares = 0; squares <= row_mask; ++squares)
        for (int group = 0; group < beside; ++group) {
          std::uint64_t number = 0;
          for (int i = width - 1; i >= 0; --i) {
            const int seen = group * stride + i;
            const int square = turned ? G::per_row - 1 - seen : seen;
            number = 3 * number + (squares >> square & 1);
          }
          of[group / per_word][squares] |= number << (group % per_word * field);
        }
    }
  };
  static constexpr Digits digits[2] = {Digits(false), Digits(true)};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
