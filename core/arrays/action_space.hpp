// A fixed number for every move of a game: origin, target, and a rank among the moves that share
// both and differ in what they capture or in whether they crown.
//
// action = (rank * squares + origin) * squares + target, where a square is its number in the game's
// own numbering less one. The rank counts the legal moves of the same ends before it, ordered by
// the captured squares as a number whose bit 0 is square 1, then by crowning. A `relative` space
// sees the board as the side to move does: for Black it is turned by half a turn.
#pragma once

#include <cstdint>

#include "arrays/lister.hpp"

namespace crownhead::arrays {

struct ActionSpace {
  static constexpr int most_ranks = 64;
  static constexpr std::int32_t none = -1;  // of a move whose rank the space does not have

  ActionSpace(const Ruleset& rules, int ranked, bool seen);

  const Ruleset* ruleset;
  int ranks;
  bool relative;
  std::uint8_t square_of[Layout::most_bits];  // bit index -> number less one

  int squares() const { return ruleset->layout->squares; }
  std::int32_t size() const { return ranks * squares() * squares(); }
  int seen(int index, Side turn) const {
    const int square = square_of[index];
    return relative && turn == black ? squares() - 1 - square : square;
  }

  // Number all legal moves of a position. False if one has a rank that the space does not have.
  bool number(Side turn, LegalList& moves) const;

 private:
  bool before(const LegalMove& one, const LegalMove& other, Side turn) const;
};

}  // namespace crownhead::arrays
