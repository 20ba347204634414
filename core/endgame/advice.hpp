// What tables say of each move of a position: what to play by them, and what not.
#pragma once

#include <vector>

#include "endgame/tables.hpp"

namespace crownhead::endgame {

// What tables say of a move, for whoever makes it.
struct MoveWorth {
  Verdict verdict;       // plies to the end count the move itself
  bool returns = false;  // to a position that has been on the board in this game
  bool lingers = false;  // a draw rule has counted half of its plies
  int draw_rule = -1;    // once followed: the number of the rule that ends best play before, or -1

  bool known() const { return verdict.kind == Verdict::known; }
  bool far() const { return known() && verdict.value != 0 && verdict.plies < 0; }
};

class Advice {
 public:
  // `past` are the earlier positions of the game.
  Advice(const Tables& tables, const Position& root, const Position* const* past, int past_length);

  // `known` where the tables hold the position itself, and so all that its moves lead to.
  Verdict::Kind kind() const { return root_.kind; }

  const Moves& moves() const { return moves_; }
  const MoveWorth& worth(int move) const { return worth_[static_cast<std::size_t>(move)]; }

  // The move that wins soonest or loses latest, where the tables know how far that is.
  const Move* perfect() const;

  // The moves that give away a win or a draw. Where the position is won, others are among them as
  // long as another move wins: moves back to what has been on the board, and moves that let the
  // count of a draw rule run on which is half full. Whoever knows of a win, but not how far it is,
  // must not go round in circles.
  void spoiling(Moves& found) const;

  // Find out whether a draw rule ends best play after a move before it has won.
  void follow(int move);

 private:
  int best() const;

  const Tables& tables_;
  const Position& position_;
  Verdict root_;
  Moves moves_;
  std::vector<MoveWorth> worth_;  // of each move
};

}  // namespace crownhead::endgame
