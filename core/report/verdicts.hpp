// Scores and what is proved, one ply earlier and seen by the other side.
#pragma once

#include <cstdlib>

#include "report/builder.hpp"
#include "search/score.hpp"

namespace crownhead::report {

inline Proven proven_by(int score) {
  if (!score::is_proven(score)) return Proven::nothing;
  return score > 0 ? Proven::win : Proven::loss;
}

inline Proven turned(Proven proven) {
  switch (proven) {
    case Proven::win:
      return Proven::loss;
    case Proven::loss:
      return Proven::win;
    case Proven::nothing:
    case Proven::draw:
      break;
  }
  return proven;
}

// A score one ply earlier: a win on the board is one ply further away.
inline int earlier(int score) {
  if (std::abs(score) < score::decided) return score;
  return score > 0 ? score - 1 : score + 1;
}

// What a position without a move is worth to the side to move.
inline int without_move(const Position& position) {
  return position.ruleset->rules.aim == Aim::lose ? score::win : -score::win;
}

inline bool begins_with(const std::vector<Move>& line, const Move& move) {
  return !line.empty() && line[0].same_outcome(move);
}

}  // namespace crownhead::report
