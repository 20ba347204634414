// A position as the search moves it: squares, hash, sums and counts kept up to date move by move.
#pragma once

#include "rules/board.hpp"
#include "rules/ops_of.hpp"
#include "search/keys.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

struct Counts {
  std::uint8_t plies[Position::most_counts];
};

template <class Bits>
struct Node {
  Squares<Bits> squares;
  std::uint64_t key;
  int piece_square;  // sum over the evaluation's table, White's view
  int reversible;    // plies since one that cannot be undone: no earlier position can come back
  Counts counts;
  Side turn;

  CROWNHEAD_INLINE Bits men(Side side) const { return squares.side[side] & ~squares.kings; }
  CROWNHEAD_INLINE Bits kings(Side side) const { return squares.side[side] & squares.kings; }
};

CROWNHEAD_INLINE std::uint64_t run_key(const Runs& runs, int king_run) {
  std::uint64_t key = 0;
  for (int s = 0; s < 2; ++s) {
    int length = runs.count[s] < king_run ? runs.count[s] : king_run;
    if (length >= SearchKeys::runs) length = SearchKeys::runs - 1;
    if (length) key ^= search_keys.run[s][length][runs.index[s]];
  }
  return key;
}

template <class Bits>
std::uint64_t key_of(const Squares<Bits>& squares, Side turn, const Ruleset& ruleset) {
  std::uint64_t key = 0;
  for (int s = 0; s < 2; ++s)
    each_bit(squares.side[s], [&](Bits square) {
      key ^= search_keys.piece[s][(squares.kings & square) != 0][lowest(square)];
    });
  if (turn == black) key ^= search_keys.turn;
  if (ruleset.rules.king_run) key ^= run_key(squares.runs, ruleset.rules.king_run);
  return key;
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
