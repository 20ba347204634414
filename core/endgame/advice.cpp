#include "endgame/advice.hpp"

#include <algorithm>

#include "endgame/line.hpp"
#include "rules/api.hpp"

namespace crownhead::endgame {

namespace {

int pieces(const Position& position) {
  return count(position.occupied());
}

bool has_half_count(const Position& position) {
  for (int i = 0; i < position.ruleset->draw_rules; ++i)
    if (position.counts[i] != Position::idle &&
        2 * position.counts[i] >= position.ruleset->draw_rule[i].plies)
      return true;
  return false;
}

}  // namespace

Advice::Advice(const Tables& tables, const Position& root, const Position* const* past,
               int past_length)
    : tables_(tables), position_(root) {
  Budget budget;
  // A capture takes one piece at least off the board, and may lead into the tables from above.
  if (!list_moves(root, MoveKind::legal, moves_, budget)) {
    moves_.clear();
    return;
  }
  if (pieces(root) <= tables.pieces()) root_ = tables.probe(root, true);
  for (const Move& move : moves_) {
    MoveWorth& worth = worth_.emplace_back();
    const Position next = root.after(move);
    if (pieces(next) > tables.pieces()) continue;
    worth.verdict = tables.probe(next, true);
    if (worth.verdict.kind == Verdict::damaged) root_.kind = Verdict::damaged;
    if (!worth.known()) continue;
    worth.verdict.value = -worth.verdict.value;
    if (worth.verdict.plies >= 0) ++worth.verdict.plies;
    for (int i = 0; i < past_length; ++i) worth.returns |= past[i]->key == next.key;
    worth.lingers = has_half_count(next);
  }
  if (root_.kind != Verdict::known) return;
  for (const MoveWorth& worth : worth_)
    if (!worth.known() && root_.kind == Verdict::known) root_.kind = Verdict::unknown;
}

int Advice::best() const {
  int best = 0;
  for (int i = 1; i < moves_.size(); ++i)
    if (better(worth(i).verdict, worth(best).verdict)) best = i;
  return best;
}

const Move* Advice::perfect() const {
  if (root_.kind != Verdict::known || root_.plies < 0 || !moves_.size()) return nullptr;
  return &moves_[best()];
}

void Advice::spoiling(Moves& found) const {
  found.clear();
  if (root_.kind != Verdict::known || !moves_.size()) return;
  const int value = worth(best()).verdict.value;
  // How little a move that keeps the value leads on: the least is best.
  const auto idleness = [&](const MoveWorth& worth) {
    return value > 0 ? 2 * worth.returns + worth.lingers : 0;
  };
  int least = 3;
  for (const MoveWorth& worth : worth_)
    if (worth.verdict.value == value) least = std::min(least, idleness(worth));
  for (int i = 0; i < moves_.size(); ++i)
    if (worth(i).verdict.value < value || idleness(worth(i)) > least) found.add() = moves_[i];
}

void Advice::follow(int move) {
  MoveWorth& worth = worth_[static_cast<std::size_t>(move)];
  if (!worth.known() || worth.far() || worth.verdict.value == 0) return;
  const Followed found =
      endgame::follow(tables_, position_.after(moves_[move]), worth.verdict.plies - 1);
  if (found.kind == Verdict::known) worth.draw_rule = found.draw_rule;
}

}  // namespace crownhead::endgame
