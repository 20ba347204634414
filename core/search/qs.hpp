// Quiescence: captures are followed to their end before a position is evaluated.
#pragma once

#include "search/alphabeta.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

// The value of the position within a window, `done` plies after the search proper has ended. At the
// first of them, where the opponent threatens a capture, all answers are tried.
template <class G>
int AlphaBeta<G>::qs(int ply, int alpha, int beta, int done) {
  Frame<Bits>& frame = stack_[ply];
  const Node<Bits>& node = frame.node;
  frame.length = 0;
  if (!enter(node)) return 0;
  if (decided(node)) return decided_score(node, ply);
  if (done == 0 && repetition_.repeated(ply, node.reversible)) return 0;
  frame.moves.clear();
  const bool further = ply < score::max_ply && done < limits_.quiescence_depth && !overlooked(node);
  const Outlook outlook = generators_.look(rules_, node.squares, node.turn,
                                           done == 0 && !limits_.minimax && further, frame.moves);
  if (!outlook.listed) return evaluation(node);
  const int captures = frame.moves.size();
  const bool forced = captures > 0 && rules_.compulsory;
  int best = -score::infinity;
  if (forced) {
    if (draws_.full(node.counts.plies)) return 0;
  } else {
    if (!captures && !outlook.can_move) return blocked_score(ply);
    if (draws_.full(node.counts.plies)) return 0;
    if (!captures && most_probed_ &&
        count(node.squares.side[white] | node.squares.side[black]) <= most_probed_) {
      const Value value = probe(node);
      if (value == Value::draw) return 0;
      if (value == Value::win) return score::table_win - ply;
      if (value == Value::loss) return ply - score::table_win;
    }
    if (outlook.threatened) {
      generators_.quiet(rules_, node.squares, node.turn, frame.moves);
    } else {
      best = evaluation(node);
      if (best >= beta) return best;
      if (!captures) return best;
      if (best > alpha) alpha = best;
    }
  }
  if (!further) return evaluation(node);

  const int size = frame.moves.size();
  if (size > 1) score_moves(frame, 0, history_, mover(ply), mover_before(ply));
  for (int i = 0; i < size; ++i) {
    if (size > 1) pick(frame, i);
    const Move& move = frame.moves[i];
    play(ply, move);
    const int score = -qs(ply + 1, -beta, -alpha, done + 1);
    if (counter_.stopped()) return 0;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    alpha = score;
    update_pv(ply, move);
    if (score >= beta) break;
  }
  return best;
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
