// The engine: what it would play.
#include "search/search.hpp"

#include "search/line.hpp"
#include "wasm/boundary.hpp"

namespace crownhead::wasm {

namespace {

constexpr int most_past = 256;

Search* search = nullptr;

}  // namespace

// Search the first position of the input; `past` earlier ones of the game, the oldest first, stand
// behind it. Writes score, depth, nodes and the line; 0 if the position is too complex.
EXPORT(think)
int think(int number, int past, int depth, double nodes, double seconds, int noise, double seed,
          int quiescence_depth, int repetition) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset || past < 0 || past > most_past) return 0;
  if (!search) search = new Search(16);
  if (!search->usable()) return 0;
  const Position p = take(*ruleset);
  auto* positions = new Position[most_past];
  auto* earlier = new const Position*[most_past];
  auto* result = new SearchResult;
  for (int i = 0; i < past; ++i) {
    positions[i] = take(*ruleset, static_cast<std::size_t>(i) + 1);
    earlier[i] = &positions[i];
  }
  SearchRequest request;
  request.position = &p;
  request.past = earlier;
  request.past_length = past;
  Limits& limits = request.limits;
  if (depth > 0 && depth < limits.depth) limits.depth = depth;
  if (nodes >= 1) limits.nodes = static_cast<std::uint64_t>(nodes);
  limits.seconds = seconds;
  limits.noise = noise;
  limits.seed = static_cast<std::uint64_t>(seed);
  limits.quiescence_depth = quiescence_depth;
  limits.repetition = repetition;
  const bool answered = search->run(request, *result) && !result->too_complex;
  if (answered) {
    const Line& best = result->line[0];
    JsonWriter out = answer();
    out.open('{');
    out.name("score");
    out.value(best.score);
    out.name("depth");
    out.value(result->depth);
    out.name("nodes");
    out.value(static_cast<std::int64_t>(result->nodes));
    out.name("line");
    out.open('[');
    for (const Move& move : moves_of(p, best)) {
      MoveText text;
      write_move(text, move, Form::hub);
      out.value(text.c_str());
    }
    out.close(']');
    out.close('}');
  }
  delete result;
  delete[] earlier;
  delete[] positions;
  return answered;
}

// Forget what earlier searches have learnt: before another game is thought about.
EXPORT(forget) void forget() {
  if (search) search->clear();
}

}  // namespace crownhead::wasm
