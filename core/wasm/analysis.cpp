// A position looked at for as long as somebody looks on: several lines, told after each depth.
#include <memory>
#include <vector>

#include "endgame/judged.hpp"
#include "rules/turning.hpp"
#include "search/line.hpp"
#include "search/search.hpp"
#include "wasm/boundary.hpp"
#include "wasm/endgames.hpp"

// Whoever opened the core hears that a depth is done; what was found is in the output.
__attribute__((import_module("crownhead"), import_name("told"))) extern "C" void told();

namespace crownhead::wasm {

namespace {

constexpr int most_past = 256;
constexpr int usual_megabytes = 32;
constexpr int most_megabytes = 1024;

std::unique_ptr<Search> search;
int megabytes_taken = 0;

// What is looked at, and what the tables say of it.
struct Looked {
  const Position* root;
  std::unique_ptr<endgame::JudgedLines> judged;
};

void write_worth(JsonWriter& out, const endgame::MoveWorth& worth) {
  out.open('{').name("value").value(worth.verdict.value).name("plies");
  if (worth.verdict.plies < 0)
    out.null();
  else
    out.value(worth.verdict.plies);
  out.name("cut").value(worth.draw_rule >= 0).close('}');
}

void write_found(const Looked& looked, SearchResult& result) {
  const Position& root = *looked.root;
  if (looked.judged) looked.judged->judge(result);
  JsonWriter out = answer();
  out.open('{').name("depth").value(result.depth);
  out.name("nodes").value(static_cast<std::int64_t>(result.nodes));
  out.name("milliseconds").value(static_cast<std::int64_t>(result.seconds * 1000));
  out.name("lines").open('[');
  for (int i = 0; i < result.lines; ++i) {
    const Line& line = result.line[i];
    out.open('{').name("score").value(line.score).name("moves").open('[');
    for (const Move& move : moves_of(root, line)) {
      MoveText text;
      write_move(text, move, Form::hub);
      out.value(text.c_str());
    }
    out.close(']').name("tables");
    const endgame::MoveWorth* worth = looked.judged ? looked.judged->worth(line) : nullptr;
    if (worth)
      write_worth(out, *worth);
    else
      out.null();
    out.close('}');
  }
  out.close(']').close('}');
}

void hear(void* looked, const SearchResult& result) {
  auto shown = std::make_unique<SearchResult>(result);  // the search goes on with its own
  write_found(*static_cast<const Looked*>(looked), *shown);
  told();
}

}  // namespace

// Take so many megabytes for a search before there is anything to be searched; it takes a while.
EXPORT(get_ready) void get_ready(int megabytes) {
  if (megabytes < 1 || megabytes > most_megabytes) megabytes = usual_megabytes;
  if (search && megabytes == megabytes_taken) return;
  search.reset();
  search = std::make_unique<Search>(static_cast<std::size_t>(megabytes));
  megabytes_taken = megabytes;
}

// Search the first position of the input, deeper and deeper, for `lines` first moves; the `past`
// earlier positions of the game, the oldest first, stand behind it. Every depth that is done is
// told; what was found stands in the output at the end, too. 0 if the position is too complex.
EXPORT(analyse)
int analyse(int number, int past, int lines, int depth, double nodes, int repetition) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset || past < 0 || past > most_past) return 0;
  if (!search) get_ready(usual_megabytes);
  if (!search->usable()) return 0;
  const Position root = take(*ruleset);
  std::vector<Position> positions;
  std::vector<const Position*> earlier;
  positions.reserve(static_cast<std::size_t>(past));
  for (int i = 0; i < past; ++i) {
    positions.push_back(take(*ruleset, static_cast<std::size_t>(i) + 1));
    earlier.push_back(&positions.back());
  }
  SearchRequest request;
  request.position = &root;
  request.past = earlier.data();
  request.past_length = past;
  request.weights = weights_of(number);
  request.endgames = endgames_of(number);
  request.lines = lines;
  if (depth > 0 && depth < request.limits.depth) request.limits.depth = depth;
  if (nodes >= 1) request.limits.nodes = static_cast<std::uint64_t>(nodes);
  request.limits.repetition = repetition;
  Looked looked{&root, nullptr};
  if (const endgame::TableProbe* known = endgames_of(number))
    looked.judged = std::make_unique<endgame::JudgedLines>(known->tables, request);
  request.control.iteration = &hear;
  request.control.context = &looked;
  auto result = std::make_unique<SearchResult>();
  if (!search->run(request, *result) || result->too_complex) return 0;
  write_found(looked, *result);
  return 1;
}

// Make the position with the other side to move: what it would do if it were its turn.
EXPORT(turn_over) int turn_over(int number) {
  const Ruleset* ruleset = ruleset_of(number);
  if (ruleset) give(turned_over(take(*ruleset)));
  return ruleset != nullptr;
}

}  // namespace crownhead::wasm
