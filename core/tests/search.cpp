// Searches random positions of every game and of random house rules, with random limits. Whatever
// the search answers must be a legal line of play, and no limit may be exceeded.
//
// usage: search [iterations] [seed]
#include "search/search.hpp"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "rules/api.hpp"
#include "rules/fen.hpp"
#include "rules/ruleset.hpp"
#include "tests/random_rules.hpp"

using namespace crownhead;

namespace {

constexpr int most_past = 80;

[[noreturn]] void fail(const char* what, const Position& position) {
  FenText fen;
  write_fen(fen, position, true);
  std::fprintf(stderr, "search: %s: %s (game %d)\n", what, fen.c_str(), position.ruleset->id);
  std::exit(1);
}

Ruleset make(Random& random, int n) {
  Ruleset made;
  made.id = n;
  made.rules = rules_of(random, n);
  made.draw_rules = random.roll(Position::most_counts + 1);
  for (int i = 0; i < made.draw_rules; ++i) {
    DrawRule& rule = made.draw_rule[i];
    rule.plies = static_cast<std::uint8_t>(1 + random.roll(100));
    rule.resets = static_cast<std::uint8_t>(random.roll(8));
    rule.endings = static_cast<std::uint8_t>(random.roll(3));
    for (Ending& ending : rule.ending)
      ending.total.high = static_cast<std::uint8_t>(random.roll(9));
  }
  made.prepare();
  return made;
}

Position scatter(Random& random, const Ruleset& ruleset) {
  Position position;
  position.ruleset = &ruleset;
  position.turn = static_cast<std::uint8_t>(random.roll(2));
  const int share = 3 + random.roll(12);
  const bool kings = ruleset.rules.aim != Aim::king || random.one_in(9);
  for (int square = 0; square < ruleset.layout->squares; ++square) {
    if (!random.one_in(static_cast<std::size_t>(share))) continue;
    const Wide here = bit<Wide>(ruleset.layout->index_of[square]);
    SquareSet& side = position.side[random.roll(2)];
    side = Wide(side) | here;
    if (kings && random.one_in(3)) position.kings = Wide(position.kings) | here;
  }
  position.refresh();
  return position;
}

// Play random moves; return how many positions came before the last one.
int walk(Random& random, Position* path, int plies) {
  int length = 0;
  while (length < plies) {
    Moves legal;
    const Position& now = path[length];
    Budget budget;
    if (!list_moves(now, MoveKind::legal, legal, budget) || !legal.size()) break;
    path[length + 1] = now.after(legal[random.roll(legal.size())]);
    ++length;
  }
  return length;
}

void check_line(const Position& root, const Line& line) {
  Position position = root;
  for (int i = 0; i < line.length; ++i) {
    Moves legal;
    Budget budget;
    if (!list_moves(position, MoveKind::legal, legal, budget)) return;
    const Move* found = nullptr;
    for (const Move& move : legal)
      if (line.moves[i].is(move)) found = &move;
    if (!found) fail("the line has an illegal move", root);
    position = position.after(*found);
  }
}

// Tables that call every small position with an even number of pieces a draw, others lost.
class Knowing final : public EndgameProbe {
 public:
  int most_pieces() const override { return 6; }
  Value probe(const SquareSet sides[2], const SquareSet&, Side) const override {
    const int pieces = std::popcount(sides[0].low) + std::popcount(sides[0].high) +
                       std::popcount(sides[1].low) + std::popcount(sides[1].high);
    return pieces % 3 == 0 ? Value::unknown : pieces % 2 == 0 ? Value::draw : Value::loss;
  }
};

void check(Random& random, Search& search, const Position* path, int past) {
  const Position& position = path[past];
  const Position* earlier[most_past];
  for (int i = 0; i < past; ++i) earlier[i] = path + i;
  static SearchResult result;
  result = SearchResult();
  SearchRequest request;
  request.position = &position;
  request.past = earlier;
  request.past_length = past;
  Limits& limits = request.limits;
  limits.depth = random.roll(random.one_in(4) ? 3 : 30);
  limits.nodes = static_cast<std::uint64_t>(1 + random.roll(random.one_in(9) ? 20'000 : 600));
  limits.seconds = random.one_in(2) ? 0.05 : 0;
  if (random.one_in(4)) limits.clock = 0.1 * (1 + random.roll(20));
  limits.noise = random.one_in(3) ? random.roll(200) : 0;
  limits.taste = random.one_in(4) ? random.roll(200) : 0;
  limits.blind = random.one_in(6) ? random.roll(600) : 0;
  limits.quiescence_depth = random.one_in(5) ? random.roll(4) : 1000;
  limits.repetition = random.roll(5);
  limits.minimax = random.one_in(6);
  request.lines = random.one_in(3) ? random.roll(6) : 1;
  request.threads = random.one_in(8) ? 1 + random.roll(3) : 1;
  const Knowing knowing;
  if (random.one_in(3)) request.endgames = &knowing;
  if (!search.run(request, result)) fail("nobody else is searching", position);
  if (result.too_complex) return;
  Moves legal;
  Budget budget;
  if (!list_moves(position, MoveKind::legal, legal, budget)) return;
  if (limits.depth > 0 && legal.size() && !result.line[0].length)
    fail("no move was found", position);
  if (limits.nodes >= 20'000 && request.threads == 1 && result.nodes > limits.nodes)
    fail("too many nodes", position);
  for (int i = 0; i < result.lines; ++i) {
    const Line& line = result.line[i];
    if (line.score > score::win || line.score < -score::win)
      fail("the score is out of range", position);
    check_line(position, line);
    for (int j = 0; j < i; ++j) {
      if (line.length && line.moves[0] == result.line[j].moves[0])
        fail("two lines begin with the same move", position);
      if (line.score > result.line[j].score) fail("the lines are not in order", position);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const long iterations = argc > 1 ? std::atol(argv[1]) : 2'000;
  const auto seed = static_cast<std::uint64_t>(argc > 2 ? std::atol(argv[2]) : 1);
  Random random(seed);
  Search search(1);
  static Ruleset rulesets[std::size(known_rules) + 16];
  static Position path[most_past + 1];
  for (long n = 0; n < iterations; ++n) {
    const int which = random.roll(static_cast<int>(std::size(rulesets)));
    if (!rulesets[which].layout || random.one_in(200)) rulesets[which] = make(random, which);
    const Ruleset& ruleset = rulesets[which];
    path[0] = random.one_in(2) ? scatter(random, ruleset) : initial(ruleset);
    check(random, search, path, walk(random, path, random.roll(most_past)));
  }
  std::printf("search: %ld positions, seed %llu\n", iterations,
              static_cast<unsigned long long>(seed));
  return 0;
}
