#include "search/search.hpp"

#include <chrono>
#include <cstring>

#include "rules/keys.hpp"
#include "rules/ruleset.hpp"
#include "search/threads.hpp"

namespace crownhead {

#define CROWNHEAD_BOARDS(board) board(dark8) board(dark10) board(dark12) board(full8)
#define DECLARE_BASELINE(name) const SearchOps& search_##name##_baseline();
CROWNHEAD_BOARDS(DECLARE_BASELINE)
#ifdef CROWNHEAD_HAVE_V3
#define DECLARE_V3(name) const SearchOps& search_##name##_v3();
CROWNHEAD_BOARDS(DECLARE_V3)
#define CHOOSE(name) (v3 ? search_##name##_v3() : search_##name##_baseline())
#else
#define CHOOSE(name) search_##name##_baseline()
#endif

namespace {

[[maybe_unused]] bool has_v3() {
  static const bool found = std::strcmp(instruction_set(), "v3") == 0;
  return found;
}

// The search must be of the same instruction set as the generator: they share types.
const SearchOps& ops_for(Board board, [[maybe_unused]] bool v3 = has_v3()) {
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

namespace {

constexpr int shallow = 100;  // captures are hardly ever followed further

// Scores of another game, of another evaluation or with other errors in it do not match the keys.
std::uint64_t salt_of(const SearchRequest& request) {
  const Limits& limits = request.limits;
  std::uint64_t salt = scrambled(static_cast<std::uint64_t>(request.position->ruleset->id));
  if (request.weights) salt = scrambled(salt ^ request.weights->id());
  if (limits.noise)
    salt = scrambled(scrambled(salt ^ limits.seed) + static_cast<std::uint64_t>(limits.noise));
  if (limits.quiescence_depth < shallow)
    salt = scrambled(salt + static_cast<std::uint64_t>(limits.quiescence_depth));
  return salt;
}

struct Team {
  SearchRequest request;
  SharedSearch* shared;
  SearchResult* result;
};

void work(void* given, int number) {
  const Team& team = *static_cast<Team*>(given);
  const SearchOps& ops = ops_for(team.request.position->ruleset->rules.board);
  if (number == 0) {
    ops.run(team.request, *team.shared, number, *team.result);
    return;
  }
  auto* own = new SearchResult;
  ops.run(team.request, *team.shared, number, *own);
  delete own;
}

}  // namespace

bool Search::run(const SearchRequest& request, SearchResult& result) {
  if (busy_.exchange(true)) return false;
  table_.grow_older();
  SharedSearch shared{table_, {}, {}, salt_of(request)};
  Team team{request, &shared, &result};
  team.request.control.stop = &stop_;
  if (request.limits.minimax || team.request.threads < 1) team.request.threads = 1;
  if (team.request.threads > most_threads) team.request.threads = most_threads;
  run_in_threads(team.request.threads, work, &team);
  if (team.request.threads > 1 && shared.counted > result.nodes) result.nodes = shared.counted;
  busy_ = false;
  return true;
}

bool Search::clear() {
  if (busy_.exchange(true)) return false;
  table_.clear();
  busy_ = false;
  return true;
}

int evaluate(const Position& position, const Weights* weights, bool baseline) {
  static TranspositionTable smallest(0);
  SearchRequest request;
  request.position = &position;
  request.weights = weights;
  SharedSearch shared{smallest, {}, {}, 0};
  const SearchOps& ops = ops_for(position.ruleset->rules.board, !baseline && has_v3());
  return ops.evaluate(request, shared);
}

}  // namespace crownhead
