// The legal moves of a position without their dress: what batches list by the million.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/position.hpp"
#include "rules/ruleset.hpp"

namespace crownhead::arrays {

struct LegalMove {
  SquareSet captured;
  std::uint8_t from = 0, to = 0;  // bit indices
  bool crowns = false;
  bool by_king = false;
  std::int32_t action = 0;  // its number in an `ActionSpace`

  LegalMove() = default;
  LegalMove(const SquareSet& taken, std::uint8_t origin, std::uint8_t target, bool crowned,
            bool king)
      : captured(taken), from(origin), to(target), crowns(crowned), by_king(king) {}
  explicit LegalMove(const Move& move)
      : LegalMove(move.captured, move.from, move.to, move.crowns, move.by_king) {}

  bool captures() const { return (captured.low | captured.high) != 0; }
};

using LegalList = std::vector<LegalMove>;

struct ListerOps {
  // Replace `moves` by the legal moves of a position. False past the generator's work limit.
  bool (*list)(const Position& position, LegalList& moves);
};

// The lister of a board, in the instruction set of its generators.
const ListerOps& lister(Board board);

// The position after a legal move of the side to move.
Position after(const Position& position, const LegalMove& move);

}  // namespace crownhead::arrays
