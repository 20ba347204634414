#include "search/line.hpp"

#include "rules/api.hpp"

namespace crownhead {

Moves moves_of(const Position& root, const Line& line) {
  Moves moves;
  Position position = root;
  for (int i = 0; i < line.length; ++i) {
    Moves legal;
    Budget budget;
    if (!list_moves(position, MoveKind::legal, legal, budget)) break;
    const Move* found = nullptr;
    for (const Move& move : legal)
      if (line.moves[i].is(move)) found = &move;
    if (!found) break;
    moves.add() = *found;
    position = position.after(*found);
  }
  return moves;
}

}  // namespace crownhead
