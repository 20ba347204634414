#include "search/search.hpp"

#include <chrono>

#include "rules/instructions.hpp"
#include "rules/keys.hpp"
#include "rules/ruleset.hpp"
#include "search/threads.hpp"

namespace crownhead {

CROWNHEAD_DECLARE_BOARDS(SearchOps, search)

namespace {

const SearchOps& ops_for(Board board, [[maybe_unused]] bool v3 = has_v3()) {
  CROWNHEAD_CHOOSE_BOARD(search, board, v3)
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
  if (request.given)
    salt = scrambled(scrambled(salt) ^ request.given->id());
  else if (request.weights)
    salt = scrambled(salt ^ request.weights->id());
  if (limits.noise || limits.taste || limits.blind)
    salt = scrambled(scrambled(salt ^ limits.seed) + static_cast<std::uint64_t>(limits.noise) +
                     (static_cast<std::uint64_t>(limits.taste) << 32) +
                     (static_cast<std::uint64_t>(limits.blind) << 48));
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
  if (request.limits.minimax || request.given || team.request.threads < 1) team.request.threads = 1;
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

bool Search::renew() {
  if (busy_.exchange(true)) return false;
  table_.renew();
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
