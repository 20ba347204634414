#include "arrays/boards.hpp"

#include <bit>
#include <cstring>

#include "rules/bits.hpp"

namespace crownhead::arrays {

BoardShape::BoardShape(const Ruleset& ruleset, bool relative)
    : ruleset_(ruleset),
      relative_(relative),
      squares_(ruleset.layout->squares),
      cells_(ruleset.layout->width * ruleset.layout->height),
      square_of_{},
      cell_of_{},
      index_of_square_{},
      index_of_cell_{} {
  std::memset(index_of_cell_, nowhere, sizeof index_of_cell_);
  const Layout& board = *ruleset.layout;
  for (int s = 0; s < squares_; ++s) {
    const int index = board.index_of[s];
    const int square = ruleset.number(index) - 1;
    const int cell = (board.height - 1 - ruleset.row(index)) * board.width + ruleset.column(index);
    square_of_[index] = static_cast<std::uint8_t>(square);
    cell_of_[index] = static_cast<std::uint8_t>(cell);
    index_of_square_[square] = static_cast<std::uint8_t>(index);
    index_of_cell_[cell] = static_cast<std::uint8_t>(index);
  }
}

Wide BoardShape::set(const Position& position, int board) const {
  const int side = (board / 2) ^ (turned(position) ? 1 : 0);
  const Wide pieces = position.side[side], kings = position.kings;
  return board % 2 ? pieces & kings : pieces & ~kings;
}

bool BoardShape::put(Position& position, const Wide (&sets)[boards]) const {
  Wide all = 0;
  for (const Wide& pieces : sets) {
    if (all & pieces) return false;
    all |= pieces;
  }
  const int first = turned(position) ? 1 : 0;
  position.side[first] = sets[0] | sets[1];
  position.side[1 - first] = sets[2] | sets[3];
  position.kings = sets[1] | sets[3];
  return true;
}

void BoardShape::write_bits(const Position& position, std::uint64_t* bits) const {
  const bool turn = turned(position);
  for (int board = 0; board < boards; ++board, bits += words()) {
    std::memset(bits, 0, sizeof *bits * static_cast<std::size_t>(words()));
    each_bit<Wide>(set(position, board), [&](Wide piece) {
      const int there = square_of_[lowest(piece)];
      const int square = turn ? squares_ - 1 - there : there;
      bits[square / 64] |= std::uint64_t{1} << square % 64;
    });
  }
}

void BoardShape::write_planes(const Position& position, std::uint8_t* planes) const {
  const bool turn = turned(position);
  std::memset(planes, 0, static_cast<std::size_t>(boards * cells_));
  for (int board = 0; board < boards; ++board, planes += cells_)
    each_bit<Wide>(set(position, board), [&](Wide piece) {
      const int there = cell_of_[lowest(piece)];
      planes[turn ? cells_ - 1 - there : there] = 1;
    });
}

bool BoardShape::read_bits(const std::uint64_t* bits, Position& position) const {
  const bool turn = turned(position);
  Wide sets[boards] = {};
  for (Wide& pieces : sets)
    for (int word = 0; word < words(); ++word)
      for (std::uint64_t left = *bits++; left; left &= left - 1) {
        const int square = 64 * word + lowest(left);
        if (square >= squares_) return false;
        pieces |= bit<Wide>(index_of_square_[turn ? squares_ - 1 - square : square]);
      }
  return put(position, sets);
}

bool BoardShape::read_planes(const std::uint8_t* planes, Position& position) const {
  const bool turn = turned(position);
  Wide sets[boards] = {};
  for (Wide& pieces : sets) {
    // Eight cells are looked at together.
    for (int cell = 0; cell < cells_; cell += 8) {
      std::uint64_t eight = 0;
      if (std::endian::native == std::endian::little && cell + 8 <= cells_)
        std::memcpy(&eight, planes + cell, sizeof eight);
      else
        for (int i = 0; i < 8 && cell + i < cells_; ++i)
          eight |= std::uint64_t{planes[cell + i]} << 8 * i;
      if (eight & ~0x0101'0101'0101'0101ull) return false;
      for (; eight; eight &= eight - 1) {
        const int at = cell + lowest(eight) / 8;
        const int index = index_of_cell_[turn ? cells_ - 1 - at : at];
        if (index == nowhere) return false;
        pieces |= bit<Wide>(index);
      }
    }
    planes += cells_;
  }
  return put(position, sets);
}

void BoardShape::write_counts(const Position& position, std::int16_t* counts) const {
  for (int i = 0; i < ruleset_.draw_rules; ++i)
    counts[i] =
        position.counts[i] == Position::idle ? std::int16_t{-1} : std::int16_t{position.counts[i]};
}

bool BoardShape::read_counts(const std::int16_t* counts, Position& position) const {
  for (int i = 0; i < ruleset_.draw_rules; ++i) {
    if (counts[i] < -1 || counts[i] >= Position::idle) return false;
    position.counts[i] = counts[i] < 0 ? Position::idle : static_cast<std::uint8_t>(counts[i]);
  }
  return true;
}

void BoardShape::write_runs(const Position& position, std::uint8_t* runs) const {
  const bool turn = turned(position);
  for (int i = 0; i < 2; ++i, runs += 2) {
    const int side = turn ? 1 - i : i;
    const int there = square_of_[position.runs.index[side]];
    runs[0] = position.runs.count[side];
    runs[1] = static_cast<std::uint8_t>(!runs[0] ? 0 : (turn ? squares_ - 1 - there : there) + 1);
  }
}

bool BoardShape::read_runs(const std::uint8_t* runs, Position& position) const {
  const bool turn = turned(position);
  for (int i = 0; i < 2; ++i, runs += 2) {
    const int side = turn ? 1 - i : i;
    position.runs.count[side] = runs[0];
    position.runs.index[side] = 0;
    if (!runs[0]) continue;
    if (runs[0] > Runs::longest || runs[1] < 1 || runs[1] > squares_) return false;
    const int square = turn ? squares_ - runs[1] : runs[1] - 1;
    const int index = index_of_square_[square];
    const Wide king = bit<Wide>(index) & Wide(position.kings) & Wide(position.side[side]);
    if (!king) return false;
    position.runs.index[side] = static_cast<std::uint8_t>(index);
  }
  return true;
}

}  // namespace crownhead::arrays
