// Proves random positions of few pieces, with little room and with enough. A win that was proved
// rests on positions that were proved before it, down to ends of the game; nothing that a short
// look finds to be forced is called impossible.
//
// usage: proof [iterations] [seed]
#include "proof/prover.hpp"

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <optional>

#include "game/view.hpp"
#include "rules/api.hpp"
#include "rules/fen.hpp"
#include "rules/known.hpp"
#include "tests/random.hpp"

using namespace crownhead;
using namespace crownhead::proof;

namespace {

const Rules games[] = {known::english, known::international, known::russian, known::turkish,
                       known::breakthrough};
Ruleset rulesets[std::size(games)];

[[noreturn]] void fail(const char* what, const Position& position) {
  FenText fen;
  write_fen(fen, position, true);
  std::fprintf(stderr, "proof: %s: %s (game %d)\n", what, fen.c_str(), position.ruleset->id);
  std::exit(1);
}

// A position of two to six pieces anywhere, men not where they would be crowned.
Position some_position(Random& random) {
  const Ruleset& ruleset = rulesets[random.below(std::size(games))];
  Position position;
  position.ruleset = &ruleset;
  Wide sides[2] = {}, kings = 0;
  const std::size_t pieces = 2 + random.below(5);
  for (std::size_t i = 0; i < pieces; ++i) {
    const auto square = random.below(static_cast<std::size_t>(ruleset.layout->squares));
    const Wide at = Wide(1) << ruleset.layout->index_of[square];
    if ((sides[white] | sides[black]) & at) continue;
    const Side side = i % 2 ? black : white;
    sides[side] |= at;
    if ((ruleset.layout->crown_row[side] & at) || random.one_in(2)) kings |= at;
  }
  for (const Side side : {white, black}) position.side[side] = sides[side];
  position.kings = kings;
  position.turn = random.one_in(2) ? white : black;
  position.refresh();
  return position;
}

// Whether the hero wins by force within so many plies.
bool forced(const Position& position, Side hero, int plies) {
  Moves moves;
  std::optional<game::Outcome> outcome;
  if (!game::won_on_board(position, moves, outcome)) return false;
  if (outcome) return outcome->winner == hero;
  if (plies == 0) return false;
  const bool ours = position.to_move() == hero;
  for (const Move& move : moves)
    if (forced(position.after(move), hero, plies - 1) == ours) return ours;
  return !ours;
}

// Follow what is known of a win, as deep as one says.
void follow(const Prover& prover, const Position& position, Side hero, int depth) {
  Moves moves;
  std::optional<game::Outcome> outcome;
  if (!game::won_on_board(position, moves, outcome)) fail("too complex", position);
  if (outcome) {
    if (outcome->winner != hero) fail("a win ends in another's", position);
    return;
  }
  if (depth == 0) return;
  const std::uint32_t turn = prover.known(position).turn;
  bool any = false;
  for (const Move& move : moves) {
    const Position next = position.after(move);
    const Prover::Known known = prover.known(next);
    const bool earlier = known.verdict == Verdict::wins && known.turn < turn;
    if (position.to_move() != hero && !earlier) fail("a defence is not answered before", next);
    if (!earlier) continue;
    any = true;
    follow(prover, next, hero, depth - 1);
    if (position.to_move() == hero) break;
  }
  if (!any) fail("a win rests on nothing", position);
}

}  // namespace

int main(int argc, char** argv) {
  const bool nightly = std::getenv("CROWNHEAD_NIGHTLY") != nullptr;
  const long iterations = argc > 1 ? std::atol(argv[1]) : nightly ? 200'000 : 1'500;
  Random random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  for (std::size_t i = 0; i < std::size(games); ++i) {
    rulesets[i].rules = games[i];
    rulesets[i].id = static_cast<int>(i);
    rulesets[i].first = white;
    rulesets[i].prepare();
  }
  long proved = 0, refuted = 0;
  for (long i = 0; i < iterations; ++i) {
    const Position position = some_position(random);
    const Side hero = random.one_in(2) ? white : black;
    Prover prover(hero, nullptr, random.one_in(4) ? 50 : 100'000);
    if (!prover.run(position, 1 + random.below(600))) fail("too complex", position);
    const Verdict verdict = prover.known(position).verdict;
    if (verdict == Verdict::wins) {
      ++proved;
      follow(prover, position, hero, 8);
    }
    if (verdict == Verdict::cannot) {
      ++refuted;
      if (forced(position, hero, 4)) fail("what is forced is called impossible", position);
    }
  }
  if (iterations >= 1'000 && (proved < 50 || refuted < 50)) {
    std::fprintf(stderr, "proof: only %ld proved and %ld refuted\n", proved, refuted);
    return 1;
  }
  return 0;
}
