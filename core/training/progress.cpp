#include "training/progress.hpp"

namespace crownhead::training {

Progress::Progress(const Ruleset& ruleset, int repetition, int most_plies)
    : ruleset_(ruleset), repetition_(repetition < 2 ? 3 : repetition), most_plies_(most_plies) {
  restart();
}

void Progress::restart() {
  positions_.clear();
  positions_.push_back(initial(ruleset_));
  result_ = Result::drawn;
}

bool Progress::goes_on() {
  const Position& now = position();
  const Side own = now.to_move();
  if (ruleset_.rules.aim == Aim::king && Wide(now.kings))
    return end(win_of((Wide(now.kings) & Wide(now.side[own])) ? own : !own));
  const bool losing_wins = ruleset_.rules.aim == Aim::lose;
  if (const auto few = now.outnumbered()) return end(win_of(losing_wins ? *few : !*few));
  if (!list_moves()) return end(Result::drawn);
  if (legal_.size() == 0) return end(win_of(losing_wins ? own : !own));
  return drawn() ? end(Result::drawn) : true;
}

bool Progress::list_moves() {
  legal_.clear();
  Budget budget;
  return ruleset_.ops->legal(ruleset_.rules, position(), legal_, budget);
}

void Progress::play(int place) {
  const Position next = position().after(legal_[place]);
  positions_.push_back(next);
}

bool Progress::drawn() const {
  if (plies() >= most_plies_) return true;
  const Position& now = position();
  for (int i = 0; i < ruleset_.draw_rules; ++i)
    if (now.counts[i] != Position::idle && now.counts[i] >= ruleset_.draw_rule[i].plies)
      return true;
  return occurrences() >= repetition_;
}

int Progress::occurrences() const {
  const Position& now = position();
  int seen = 1;
  for (int back = plies() - 2; back >= 0; back -= 2) {
    const Position& before = positions_[static_cast<std::size_t>(back)];
    if (count(before.occupied()) != count(now.occupied())) break;
    if (before.key == now.key && before.same(now)) ++seen;
  }
  return seen;
}

bool Progress::end(Result result) {
  result_ = result;
  return false;
}

}  // namespace crownhead::training
