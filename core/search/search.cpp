#include "search/search.hpp"

#include <chrono>
#include <cstring>

#include "rules/ruleset.hpp"

namespace crownhead {

#define CROWNHEAD_BOARDS(board) board(dark8) board(dark10) board(dark12) board(full8)
#define DECLARE_BASELINE(name) const SearchOps& search_##name##_baseline();
CROWNHEAD_BOARDS(DECLARE_BASELINE)
#ifdef CROWNHEAD_HAVE_V3
#define DECLARE_V3(name) const SearchOps& search_##name##_v3();
CROWNHEAD_BOARDS(DECLARE_V3)
#define CHOOSE(name) (has_v3() ? search_##name##_v3() : search_##name##_baseline())
#else
#define CHOOSE(name) search_##name##_baseline()
#endif

namespace {

[[maybe_unused]] bool has_v3() {
  static const bool found = std::strcmp(instruction_set(), "v3") == 0;
  return found;
}

// The search must be of the same instruction set as the generator: they share types.
const SearchOps& ops_for(Board board) {
  switch (board) {
    case Board::dark8:
      return CHOOSE(dark8);
    case Board::dark10:
      return CHOOSE(dark10);
    case Board::dark12:
      return CHOOSE(dark12);
    case Board::full8:
      break;
  }
  return CHOOSE(full8);
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool Search::run(Task& task) {
  if (busy_.exchange(true)) return false;
  const std::uint64_t weights = task.weights ? task.weights->id() : 0;
  // Scores of another game, or with other errors in them, must not be mixed.
  if (task.position->ruleset != ruleset_ || weights != weights_ || task.limits.noise != noise_ ||
      (noise_ && task.limits.seed != seed_))
    table_.clear();
  ruleset_ = task.position->ruleset;
  weights_ = weights;
  noise_ = task.limits.noise;
  seed_ = task.limits.seed;
  table_.grow_older();
  task.table = &table_;
  task.control->stop = &stop_;
  ops_for(task.position->ruleset->rules.board).run(task);
  busy_ = false;
  return true;
}

bool Search::clear() {
  if (busy_.exchange(true)) return false;
  table_.clear();
  busy_ = false;
  return true;
}

int evaluate(const Position& position, const Weights* weights) {
  static Table smallest(0);
  Control control;
  Task task;
  task.position = &position;
  task.weights = weights;
  task.table = &smallest;
  task.control = &control;
  return ops_for(position.ruleset->rules.board).evaluate(task);
}

}  // namespace crownhead
