// What threads share, used by several at once: rulesets and what they are made of, positions, the
// states of a game, one search and its table, the cache of endgame tables, the building of slices,
// batches of games.
// Built under ThreadSanitizer (CROWNHEAD_SANITIZE=thread) it tells every race; without, it asks for
// the same results whatever the threads do.
//
// usage: threads [rounds]; a thousand where CROWNHEAD_NIGHTLY is set
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "arrays/games.hpp"
#include "arrays/parallel.hpp"
#include "endgame/builder.hpp"
#include "endgame/cache.hpp"
#include "game/game.hpp"
#include "rules/api.hpp"
#include "rules/known.hpp"
#include "rules/ruleset.hpp"
#include "search/search.hpp"
#include "tests/random.hpp"

using namespace crownhead;

namespace {

constexpr int team = 4;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "threads: %s\n", what);
  std::exit(1);
}

// Let all threads of a team begin with the same at once.
template <class Work>
void together(Work&& work) {
  std::barrier start(team);
  std::vector<std::thread> threads;
  for (int n = 0; n < team; ++n)
    threads.emplace_back([&, n] {
      start.arrive_and_wait();
      work(n);
    });
  for (std::thread& thread : threads) thread.join();
}

const Rules games[] = {known::english, known::international, known::canadian, known::turkish};

Ruleset made(const Rules& rules) {
  Ruleset ruleset;
  ruleset.rules = rules;
  ruleset.first = white;
  ruleset.prepare();
  return ruleset;
}

std::uint64_t leaves(const Ruleset& ruleset, int depth) {
  std::uint64_t count = 0;
  const Position start = initial(ruleset);
  if (!ruleset.ops->perft(ruleset.rules, start, depth, Leaves::bulk, count)) fail("too complex");
  return count;
}

// The very first use of layouts, hashes and generators, by all at once.
void make_rulesets() {
  std::uint64_t found[team][std::size(games)];
  together([&](int n) {
    for (std::size_t i = 0; i < std::size(games); ++i) found[n][i] = leaves(made(games[i]), 3);
  });
  for (int n = 1; n < team; ++n)
    for (std::size_t i = 0; i < std::size(games); ++i)
      if (found[n][i] != found[0][i]) fail("threads count other leaves");
}

// One position, asked by all; the lists are each thread's own.
void share_positions(const Ruleset& ruleset) {
  const Position start = initial(ruleset);
  together([&](int) {
    Position position = start;
    for (int ply = 0; ply < 40; ++ply) {
      Moves moves;
      Budget budget;
      if (!list_moves(position, MoveKind::legal, moves, budget) || !moves.size()) break;
      position = position.after(moves[ply % moves.size()]);
    }
    if (!position.same(position) || start.key != initial(ruleset).key) fail("a position changed");
  });
}

// A long chain of states that several hold, and let go in any order.
void share_states(const std::shared_ptr<const game::Variant>& variant, Random& random) {
  game::Setup setup;
  setup.variant = variant;
  setup.start = initial(*variant->ruleset);
  auto played = std::make_unique<game::Game>(std::move(setup), game::Players{"a", "b"});
  if (played->begin()) fail("the start is refused");
  for (int ply = 0; ply < 120 && !played->state().outcome; ++ply) {
    Moves moves;
    Budget budget;
    if (!list_moves(played->state().position, MoveKind::legal, moves, budget)) break;
    game::Found found;
    const Move& move = moves[random.roll(moves.size())];
    if (played->play(played->state().turn(), move, 0, std::nullopt, found))
      fail("a move is refused");
  }
  std::vector<game::Link> links(team, played->link());
  std::vector<int> counted(team);
  const int whole = played->state().plies;
  played.reset();
  together([&](int n) {
    const auto at = static_cast<std::size_t>(n);
    for (const game::State* state = links[at].get(); state->before; state = state->before.get())
      ++counted[at];
    links[at].reset();
  });
  for (const int plies : counted)
    if (plies != whole) fail("a chain is shorter for one thread");
}

// One search on several threads; meanwhile others ask for one more, which is refused, and stop it.
void share_search(const Ruleset& ruleset, Search& search) {
  const Position root = initial(ruleset);
  std::atomic<int> searched{0};
  together([&](int n) {
    if (n == team - 1) {
      for (int i = 0; i < 20; ++i) {
        search.stop();
        search.ready();
        std::this_thread::yield();
      }
      return;
    }
    SearchRequest request;
    request.position = &root;
    request.threads = 3;
    request.limits.nodes = 3'000;
    request.limits.depth = 30;
    const auto result = std::make_unique<SearchResult>();
    if (search.run(request, *result)) ++searched;
  });
  if (!searched) fail("nobody searched");
}

// What a decoder would go on with after so many outcomes of a page.
endgame::Decoding stopped_at(std::uint64_t page, std::uint32_t known) {
  const auto number = static_cast<std::uint32_t>(page);
  return {known, number + known, number * 4096 + known, number ^ known};
}

// Pages that are written, gone on with and read by all; what is found is what was kept.
void share_cache(endgame::PageCache& cache) {
  constexpr std::uint32_t whole = endgame::page_positions;
  together([&](int n) {
    std::vector<endgame::Outcome> page(whole);
    for (std::uint64_t turn = 0; turn < 200; ++turn) {
      const std::uint64_t number = (turn * 7 + static_cast<std::uint64_t>(n)) % 40;
      std::fill(page.begin(), page.end(), endgame::Outcome{0});
      endgame::Decoding held;
      cache.take(number, held, page.data());
      for (std::uint32_t i = 0; i < held.known; ++i)
        if (page[i] != static_cast<endgame::Outcome>(number))
          fail("a page holds another's outcome");
      const endgame::Decoding kept = stopped_at(number, held.known);
      if (held.known > 0 && held.known < whole &&
          (held.next != kept.next || held.range != kept.range || held.code != kept.code))
        fail("a page that is not whole goes on otherwise");
      std::fill(page.begin(), page.end(), static_cast<endgame::Outcome>(number));
      const std::uint32_t known = turn % 5 ? static_cast<std::uint32_t>(turn * 64 % whole) : whole;
      cache.keep(number, stopped_at(number, known), page.data());
      endgame::Outcome found{};
      const std::uint64_t other = (number + turn) % 40;
      const std::size_t at = static_cast<std::size_t>(turn * 31) % whole;
      if (cache.find(other, at, found) && found != static_cast<endgame::Outcome>(other))
        fail("a page of the cache holds another's outcome");
    }
  });
}

// A slice solved by several threads has the values that one finds.
void share_slices(const Ruleset& ruleset) {
  const endgame::Slice kings{{0, 0}, {1, 1}};
  std::vector<endgame::Outcome> values[2];
  for (int n = 0; n < 2; ++n) {
    endgame::Builder builder(ruleset);
    values[n].resize(builder.positions(kings));
    builder.attach(kings, values[n].data());
    if (!builder.solve(kings, n ? team : 1)) fail("a build was stopped");
    endgame::Tally tally;
    if (!builder.check(kings, n ? team : 1, nullptr, tally)) fail("a check was stopped");
  }
  if (values[0] != values[1]) fail("threads solve a slice otherwise");
}

// A batch that is stepped on threads comes out as on one, and so does each of several batches of
// one game that are stepped at once; meanwhile what the others have reached is only read.
void share_batches(const std::shared_ptr<const game::Variant>& variant, std::uint64_t seed) {
  constexpr std::size_t size = 2 * arrays::fewest_per_thread;
  constexpr int ranks = 8, plies = 12;
  const arrays::ActionSpace space(*variant->ruleset, ranks, true);
  arrays::GameSettings settings;
  settings.variant = variant;
  settings.seed = seed;
  settings.most_plies = plies;
  settings.starts = {initial(*variant->ruleset)};
  struct Batch {
    explicit Batch(const arrays::GameSettings& settings, const arrays::ActionSpace& space)
        : games(size, settings, space), actions(size), rewards(size), standings(size) {}
    void play(std::uint64_t seed, int threads) {
      games.begin_all(seed, threads);
      for (int ply = 0; ply < plies + 2; ++ply) {
        games.sample(seed + static_cast<std::uint64_t>(ply), actions.data(), threads);
        games.step(actions.data(), rewards.data(), standings.data(), true, threads);
      }
    }
    arrays::Games games;
    std::vector<std::int32_t> actions;
    std::vector<float> rewards;
    std::vector<std::uint8_t> standings;
  };
  const auto alike = [](const Batch& one, const Batch& other) {
    for (std::size_t i = 0; i < size; ++i)
      if (!one.games.position(i).same(other.games.position(i)) ||
          one.standings[i] != other.standings[i] || one.games.plies(i) != other.games.plies(i))
        return false;
    return one.actions == other.actions && one.rewards == other.rewards;
  };
  Batch alone(settings, space);
  alone.play(seed, 1);
  std::vector<std::unique_ptr<Batch>> batches;
  for (int n = 0; n < team; ++n) batches.push_back(std::make_unique<Batch>(settings, space));
  together([&](int n) {
    Batch& own = *batches[static_cast<std::size_t>(n)];
    own.play(seed, 1 + n % 2);
    if (!alike(own, alone)) fail("a batch comes out otherwise beside others");
  });
}

}  // namespace

int main(int argc, char** argv) {
  const int usual = std::getenv("CROWNHEAD_NIGHTLY") ? 1'000 : 5;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : usual;
  make_rulesets();
  Random random(1);
  Search search(1);
  if (!search.usable()) fail("no memory");
  endgame::PageCache cache(1);
  std::vector<std::unique_ptr<Ruleset>> rulesets;
  std::vector<std::shared_ptr<const game::Variant>> variants;
  for (const Rules& rules : games) {
    rulesets.push_back(std::make_unique<Ruleset>(made(rules)));
    auto variant = std::make_shared<game::Variant>();
    variant->ruleset = rulesets.back().get();
    variant->json = "\"one\"";
    variants.push_back(std::move(variant));
  }
  for (int round = 0; round < rounds; ++round) {
    const std::size_t which = static_cast<std::size_t>(round) % std::size(games);
    share_positions(*rulesets[which]);
    share_states(variants[which], random);
    share_search(*rulesets[which], search);
    share_cache(cache);
    if (round < 2) share_slices(*rulesets[which]);
    if (round % 10 == 0) share_batches(variants[which], static_cast<std::uint64_t>(round));
  }
  std::printf("threads: %d rounds of %d threads\n", rounds, team);
}
