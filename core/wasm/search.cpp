// The engine: what it would play, and by which weights.
#include "search/search.hpp"

#include <cstdlib>

#include "search/line.hpp"
#include "wasm/boundary.hpp"

namespace crownhead::wasm {

namespace {

constexpr int most_past = 256;

Search* search = nullptr;
Weights* weights[most_rulesets];  // of each ruleset; several may share theirs
void* file = nullptr;             // what `weigh` reads

Weights* with_id(std::uint64_t id) {
  for (Weights* one : weights)
    if (one && one->id() == id) return one;
  return nullptr;
}

}  // namespace

const Weights* weights_of(int number) {
  return weights[number - 1];
}

// Room for a file of so many bytes, which `weigh` takes; null without memory.
EXPORT(room_for) void* room_for(std::uint32_t size) {
  std::free(file);
  file = std::malloc(size);
  return file;
}

// Judge a game by the weights in the room; 0 where they are damaged or of another board.
EXPORT(weigh) int weigh(int number, std::uint32_t size) {
  const Ruleset* ruleset = ruleset_of(number);
  auto* read = new Weights;
  const bool fits =
      file && ruleset &&
      read->read(static_cast<const std::uint8_t*>(file), size) == Weights::Fault::none &&
      read->board() == ruleset->rules.board;
  std::free(file);
  file = nullptr;
  if (!fits) {
    delete read;
    return 0;
  }
  if (Weights* known = with_id(read->id())) {
    delete read;
    read = known;
  }
  weights[number - 1] = read;
  return 1;
}

// The evaluation of the first position of the input, for the side to move, without a search.
EXPORT(evaluate) int evaluate(int number) {
  const Ruleset* ruleset = ruleset_of(number);
  return ruleset ? evaluate(take(*ruleset), weights_of(number)) : 0;
}

// Search the first position of the input; `past` earlier ones of the game, the oldest first, stand
// behind it. `learned`: by the weights of the game. Writes score, depth, nodes and the line; 0 if
// the position is too complex.
EXPORT(think)
int think(int number, int past, int depth, double nodes, double seconds, int noise, double seed,
          int quiescence_depth, int repetition, int learned) {
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
  if (learned) request.weights = weights_of(number);
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
