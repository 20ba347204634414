// From squares to numbers and back, for one kind of board.
#pragma once

#include "endgame/slice.hpp"
#include "rules/board.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
struct Numbering {
  using Bits = typename G::Bits;

  static constexpr Bits men_squares(Side side) { return G::board & ~G::crown_row(side); }

  static CROWNHEAD_INLINE std::uint64_t reversed(std::uint64_t word) {
    word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    word = (word >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (word & 0x0F0F0F0F0F0F0F0Fu) << 4;
    return __builtin_bswap64(word);
  }

  // The set on a board that is turned by 180 degrees.
  static CROWNHEAD_INLINE Bits turned(Bits set) {
    if constexpr (sizeof(Bits) <= 8) {
      return reversed(set) >> (64 - G::bits);
    } else {
      const Wide whole = static_cast<Wide>(reversed(static_cast<std::uint64_t>(set))) << 64 |
                         reversed(static_cast<std::uint64_t>(set >> 64));
      return whole >> (128 - G::bits);
    }
  }

  // The rank of `set` among all sets of as many squares of `among`.
  static CROWNHEAD_INLINE std::uint64_t rank(Bits set, Bits among) {
    std::uint64_t sum = 0;
    for (int chosen = 1; set; ++chosen, set &= set - 1)
      sum += endgame::binomials.of[chosen][count(static_cast<Bits>(among & (lowest_bit(set) - 1)))];
    return sum;
  }

  static CROWNHEAD_INLINE std::uint64_t configuration(const endgame::Space& space, Bits white_men,
                                                      Bits black_men) {
    return space.first[rank(white_men, men_squares(white))] +
           rank(black_men, men_squares(black) & ~white_men);
  }

  static CROWNHEAD_INLINE std::uint64_t kings(const endgame::Space& space, Bits free,
                                              Bits white_kings, Bits black_kings) {
    return rank(white_kings, free) * space.minor + rank(black_kings, free & ~white_kings);
  }

  static CROWNHEAD_INLINE std::uint64_t number(const endgame::Space& space,
                                               const Squares<Bits>& squares) {
    const Bits white_men = squares.side[white] & ~squares.kings;
    const Bits black_men = squares.side[black] & ~squares.kings;
    return configuration(space, white_men, black_men) * space.block +
           kings(space, G::board & ~(white_men | black_men), squares.side[white] & squares.kings,
                 squares.side[black] & squares.kings);
  }

  static CROWNHEAD_INLINE endgame::Slice slice(const Squares<Bits>& squares) {
    endgame::Slice found;
    for (int side = 0; side < 2; ++side) {
      found.men[side] = static_cast<std::uint8_t>(count(squares.side[side] & ~squares.kings));
      found.kings[side] = static_cast<std::uint8_t>(count(squares.side[side] & squares.kings));
    }
    return found;
  }

  // Whether no man stands where it would have been crowned.
  static CROWNHEAD_INLINE bool numbered(const Squares<Bits>& squares) {
    return !((squares.side[white] & ~squares.kings & G::crown_row(white)) |
             (squares.side[black] & ~squares.kings & G::crown_row(black)));
  }

  // The same position for the other side: turned, with the colours swapped.
  static CROWNHEAD_INLINE Squares<Bits> swapped(const Squares<Bits>& squares) {
    Squares<Bits> other;
    other.side[white] = turned(squares.side[black]);
    other.side[black] = turned(squares.side[white]);
    other.kings = turned(squares.kings);
    return other;
  }

  // The set of `number` squares of `among` that has this rank.
  static Bits unrank(std::uint64_t rank, int number, Bits among) {
    std::uint8_t at[endgame::Binomials::most];
    int squares = 0;
    for (Bits left = among; left; left &= left - 1)
      at[squares++] = static_cast<std::uint8_t>(lowest(left));
    Bits set = 0;
    for (int chosen = number; chosen > 0; --chosen) {
      int place = chosen - 1;
      while (place + 1 < squares && endgame::binomials.of[chosen][place + 1] <= rank) ++place;
      rank -= endgame::binomials.of[chosen][place];
      set |= bit<Bits>(at[place]);
      squares = place;
    }
    return set;
  }

  struct Men {
    Bits of[2];
  };

  static Men men(const endgame::Space& space, std::uint64_t configuration) {
    const endgame::Slice& slice = space.slice;
    std::uint64_t low = 0;
    std::uint64_t high =
        endgame::choose(count(men_squares(white)), slice.men[white]);  // placements of White's men
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (space.first[middle] <= configuration ? low : high) = middle;
    }
    // Of equal entries the last one is meant: earlier placements leave no square to Black.
    const Bits mine = unrank(low, slice.men[white], men_squares(white));
    return {{mine, unrank(configuration - space.first[low], slice.men[black],
                          men_squares(black) & ~mine)}};
  }

  // Call visit(set) for every set of `number` squares of `among`, in the order of their ranks.
  template <class Visit>
  static CROWNHEAD_INLINE void each_set(Bits among, int number, Visit&& visit) {
    Bits at[endgame::Binomials::most];
    int squares = 0;
    for (Bits left = among; left; left &= left - 1) at[squares++] = lowest_bit(left);
    if (number == 0) return visit(Bits{0});
    if (number == 1) {
      for (int i = 0; i < squares; ++i) visit(at[i]);
      return;
    }
    if (number == 2) {
      for (int i = 1; i < squares; ++i)
        for (int j = 0; j < i; ++j) visit(static_cast<Bits>(at[i] | at[j]));
      return;
    }
    int chosen[endgame::most_pieces];
    for (int i = 0; i < number; ++i) chosen[i] = i;
    if (number > squares) return;
    for (;;) {
      Bits set = 0;
      for (int i = 0; i < number; ++i) set |= at[chosen[i]];
      visit(set);
      int i = 0;
      while (i < number && chosen[i] + 1 == (i + 1 < number ? chosen[i + 1] : squares)) ++i;
      if (i == number) return;
      ++chosen[i];
      for (int j = 0; j < i; ++j) chosen[j] = j;
    }
  }

  // Call visit(white_kings, black_kings) for every placement of kings on `free`, in order.
  template <class Visit>
  static CROWNHEAD_INLINE void each_kings(const endgame::Slice& slice, Bits free, Visit&& visit) {
    each_set(free, slice.kings[white], [&](Bits mine) {
      each_set(static_cast<Bits>(free & ~mine), slice.kings[black],
               [&](Bits theirs) { visit(mine, theirs); });
    });
  }
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
