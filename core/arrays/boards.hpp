// Positions as plain numbers: bitboards, planes, and what else belongs to a position.
//
// Four boards each: White's men and kings, then Black's; where they are `relative`, those of the
// side to move come first and the board is turned by half a turn for Black. Bit n of a bitboard is
// square n + 1 in the game's own numbering; planes are rows from the top as the board is shown.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/position.hpp"
#include "rules/ruleset.hpp"

namespace crownhead::arrays {

class BoardShape {
 public:
  static constexpr int boards = 4;

  BoardShape(const Ruleset& ruleset, bool relative);

  int words() const { return squares_ > 64 ? 2 : 1; }  // of a bitboard
  int cells() const { return cells_; }                 // of a plane

  void write_bits(const Position& position, std::uint64_t* bits) const;
  void write_planes(const Position& position, std::uint8_t* planes) const;

  // Set the pieces of a position whose side to move is set. False if two stand on one square, or
  // one where there is none.
  bool read_bits(const std::uint64_t* bits, Position& position) const;
  bool read_planes(const std::uint8_t* planes, Position& position) const;

  // Plies of each draw count, -1 for one whose ending is not on the board.
  void write_counts(const Position& position, std::int16_t* counts) const;
  bool read_counts(const std::int16_t* counts, Position& position) const;
  // Length and square number of the run of each side's king (Frisian), of nobody's: 0, 0.
  void write_runs(const Position& position, std::uint8_t* runs) const;
  bool read_runs(const std::uint8_t* runs, Position& position) const;

 private:
  bool turned(const Position& position) const { return relative_ && position.turn == black; }
  // The set of pieces that a board shows.
  Wide set(const Position& position, int board) const;
  bool put(Position& position, const Wide (&sets)[boards]) const;

  const Ruleset& ruleset_;
  bool relative_;
  int squares_, cells_;
  std::uint8_t square_of_[Layout::most_bits], cell_of_[Layout::most_bits];
  std::uint8_t index_of_square_[Layout::most_squares];
  std::uint8_t index_of_cell_[144];  // nowhere: no square
  static constexpr std::uint8_t nowhere = 255;
};

}  // namespace crownhead::arrays
