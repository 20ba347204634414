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

// Play the first of the best moves.
Verdict::Kind play_best(const Tables& tables, Position& position) {
  Moves legal;
  Budget budget;
  if (!list_moves(position, MoveKind::legal, legal, budget)) return Verdict::unknown;
  Position best = position;
  Verdict most;
  for (const Move& move : legal) {
    const Position next = position.after(move);
    Verdict worth = tables.probe(next, true);
    if (worth.kind != Verdict::known) return worth.kind;
    worth.value = -worth.value;
    if (most.kind == Verdict::known && !better(worth, most)) continue;
    most = worth;
    best = next;
  }
  position = best;
  return Verdict::known;
}

}  // namespace

Followed follow(const Tables& tables, Position position, int plies) {
  if (!position.ruleset->draw_rules) return {};
  for (int ply = 0; ply < plies; ++ply) {
    const int rule = full_count(position);
    if (rule >= 0) return {Verdict::known, rule};
    const Verdict::Kind kind = play_best(tables, position);
    if (kind != Verdict::known) return {kind, -1};
  }
  return {};
}

}  // namespace crownhead::endgame
