#include "endgame/line.hpp"

#include "rules/api.hpp"

namespace crownhead::endgame {

namespace {

int full_count(const Position& position) {
  for (int i = 0; i < position.ruleset->draw_rules; ++i)
    if (position.counts[i] != Position::idle &&
        position.counts[i] >= position.ruleset->draw_rule[i].plies)
      return i;
  return -1;
}

// Whether a count may be full within so many plies, whatever is played.
bool may_fill(const Position& position, int plies) {
  for (int i = 0; i < position.ruleset->draw_rules; ++i) {
    const int begun = position.counts[i] == Position::idle ? 0 : position.counts[i];
    if (begun + plies >= position.ruleset->draw_rule[i].plies) return true;
  }
  return false;
}

}  // namespace

Verdict::Kind best_move(const Tables& tables, const Position& position, Move& best) {
  Moves legal;
  Budget budget;
  if (!list_moves(position, MoveKind::legal, legal, budget)) return Verdict::unknown;
  Verdict most;
  for (const Move& move : legal) {
    Verdict worth = tables.probe(position.after(move), true);
    if (worth.kind != Verdict::known) return worth.kind;
    worth.value = -worth.value;
    if (most.kind == Verdict::known && !better(worth, most)) continue;
    most = worth;
    best = move;
  }
  return most.kind;
}

Followed follow(const Tables& tables, Position position, int plies) {
  if (!may_fill(position, plies)) return {};
  for (int ply = 0; ply < plies; ++ply) {
    const int rule = full_count(position);
    if (rule >= 0) return {Verdict::known, rule};
    Move best;
    const Verdict::Kind kind = best_move(tables, position, best);
    if (kind != Verdict::known) return {kind, -1};
    position = position.after(best);
  }
  return {};
}

}  // namespace crownhead::endgame
