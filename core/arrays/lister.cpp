#include "arrays/lister.hpp"

#include "rules/instructions.hpp"

namespace crownhead::arrays {

CROWNHEAD_DECLARE_BOARDS(ListerOps, lister)

const ListerOps& lister(Board board) {
  [[maybe_unused]] static const bool v3 = has_v3();
  CROWNHEAD_CHOOSE_BOARD(lister, board, v3)
}

Position after(const Position& position, const LegalMove& move) {
  Move dressed;
  dressed.captured = move.captured;
  dressed.from = move.from;
  dressed.to = move.to;
  dressed.crowns = move.crowns;
  dressed.by_king = move.by_king;
  return position.after(dressed);
}

}  // namespace crownhead::arrays
