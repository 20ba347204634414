#include "rules/ops.hpp"

#include "rules/instructions.hpp"
#include "rules/known.hpp"

namespace crownhead {

#define DECLARE(name, geometry) CROWNHEAD_DECLARE_SETS(Ops, moves_##name)
CROWNHEAD_GAMES(DECLARE)
CROWNHEAD_DECLARE_BOARDS(Ops, moves)

const Ops& ops_for(const Rules& given) {
  Rules rules = given;
  if (rules.aim == Aim::lose) rules.aim = Aim::normal;  // the moves are the same
#define TRY(name, geometry) \
  if (rules == known::name) return CROWNHEAD_CHOOSE(moves_##name, has_v3());
  CROWNHEAD_GAMES(TRY)
#undef TRY
  return dynamic_ops(rules.board);
}

const Ops& dynamic_ops(Board board) {
  CROWNHEAD_CHOOSE_BOARD(moves, board, has_v3())
}

}  // namespace crownhead
