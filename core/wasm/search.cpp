// The engine: what the computer does in a game, what it would play, its verdict, and by which
// weights it judges.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "player/player.hpp"
#include "search/meaning.hpp"
#include "wasm/boundary.hpp"
#include "wasm/endgames.hpp"
#include "wasm/games.hpp"

namespace crownhead::wasm {

using namespace crownhead::game;

namespace {

using player::Act;
using player::Choice;
using player::Level;
using player::Means;
using player::Past;
using player::Player;
using player::Status;

// Who is asked, by the level of the input.
struct Asked {
  Level level;
  std::uint64_t seed = 0;
  double seconds = 0;  // for a move, whatever the clock shows; 0: what it gives
  bool book = true;
};

Search* search = nullptr;
SearchResult* result = nullptr;
Weights* weights[most_rulesets];  // of each ruleset; several may share theirs
Book books[most_rulesets];        // of each ruleset, empty where there is none
void* file = nullptr;             // what is taken in next

Weights* with_id(std::uint64_t id) {
  for (Weights* one : weights)
    if (one && one->id() == id) return one;
  return nullptr;
}

std::int64_t whole(const Json& given, const char* name) {
  const Json* found = given.find(name);
  return found && found->is(Json::Kind::integer) ? found->integer : 0;
}

// What is written in `length` bytes of the input; false where it is not JSON.
bool read_asked(std::uint32_t length, Asked& asked) {
  Json given;
  if (length > room || !read_json({in, length}, given).empty()) return false;
  Level& level = asked.level;
  level.number = static_cast<int>(whole(given, "number"));
  level.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(1, whole(given, "nodes")));
  level.noise = static_cast<int>(whole(given, "noise"));
  level.taste = static_cast<int>(whole(given, "taste"));
  level.blind = static_cast<int>(whole(given, "blind"));
  level.quiescence_depth = static_cast<int>(whole(given, "quiescence_depth"));
  level.oversight = static_cast<double>(whole(given, "oversight_ppm")) / 1e6;
  level.seconds = static_cast<double>(whole(given, "patience_ms")) / 1000;
  const Json* learned = given.find("learned");
  level.learned = !learned || learned->boolean;
  asked.seed = static_cast<std::uint64_t>(whole(given, "seed"));
  asked.seconds = static_cast<double>(whole(given, "move_ms")) / 1000;
  const Json* book = given.find("book");
  asked.book = !book || book->boolean;
  return true;
}

// What is thought with in games of a ruleset; false without memory.
bool find_means(const Ruleset& ruleset, Means& means) {
  if (!search) search = new Search(16);
  if (!result) result = new SearchResult;
  const int number = ruleset.id + 1;
  means.search = search;
  means.result = result;
  means.weights = weights_of(number);
  means.tables = endgames_of(number);
  return search->usable();
}

bool find_means(const Game& game, const Asked& asked, Means& means) {
  const Ruleset& ruleset = *game.state().position.ruleset;
  means.seed = asked.seed;
  if (asked.book && books[ruleset.id].size() > 0) means.book = &books[ruleset.id];
  return find_means(ruleset, means);
}

Limits limits_of(const Asked& asked, const Game& game, Side side) {
  Limits limits = player::limits_of(asked.level, game, side);
  if (asked.seconds > 0) {
    limits.clock = limits.increment = 0;
    limits.seconds = asked.seconds;
  }
  return limits;
}

void write_short(JsonWriter& out, const Move& move) {
  MoveText text;
  write_move(text, move, Form::short_form);
  out.value(text.c_str());
}

}  // namespace

const Weights* weights_of(int number) {
  return weights[number - 1];
}

void* taken_file() {
  return std::exchange(file, nullptr);
}

// Room for a file of so many bytes, which is taken in next; null without memory.
EXPORT(room_for) void* room_for(std::uint32_t size) {
  std::free(file);
  file = std::malloc(size);
  return file;
}

// Judge a game by the weights in the room, which zlib has unpacked; 0 where they are misshapen or
// of another board.
EXPORT(weigh) int weigh(int number, std::uint32_t size) {
  const Ruleset* ruleset = ruleset_of(number);
  auto* read = new Weights;
  const bool fits =
      file && ruleset &&
      read->read(static_cast<const std::uint8_t*>(file), size, true) == Weights::Fault::none &&
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

// Play a game by the opening book in the room; 0 where it is damaged.
EXPORT(add_book) int add_book(int number, std::uint32_t size) {
  const bool read =
      file && ruleset_of(number) &&
      books[number - 1].read(static_cast<const std::uint8_t*>(file), size) == Book::Fault::none;
  std::free(file);
  file = nullptr;
  return read;
}

// The evaluation of the first position of the input, for the side to move, without a search.
EXPORT(evaluate) int evaluate(int number) {
  const Ruleset* ruleset = ruleset_of(number);
  return ruleset ? evaluate(take(*ruleset), weights_of(number)) : 0;
}

// What the computer does in a game as a side, at the level of `length` bytes: a list of events, as
// records hold them, without their times. 0 if a position is too complex.
EXPORT(game_decide) int game_decide(int handle, int by, std::uint32_t length) {
  const Game* game = game_of(handle);
  Asked asked;
  Means means;
  if (!game || !read_asked(length, asked) || !find_means(*game, asked, means)) return 0;
  const Side side = by ? black : white;
  Act act;
  if (Player(asked.level, means).act(*game, side, limits_of(asked, *game, side), act) !=
      Status::done)
    return 0;
  JsonWriter out = answer();
  out.open('[');
  write_event(out, act.event);
  if (act.offers_draw) {
    Event offer;
    offer.kind = EventKind::draw_offered;
    offer.side = side;
    write_event(out, offer);
  }
  out.close(']');
  return 1;
}

// The best play in a game, as its notation has it: at most `most` plies. 0 without a move, or if
// the position is too complex.
EXPORT(game_hint) int game_hint(int handle, int most, std::uint32_t length) {
  const Game* game = game_of(handle);
  Asked asked;
  Means means;
  if (!game || !read_asked(length, asked) || !find_means(*game, asked, means)) return 0;
  const Limits limits = limits_of(asked, *game, game->state().turn());
  Choice choice;
  if (Player(asked.level, means).choose(*game, limits, choice) != Status::done) return 0;
  JsonWriter out = answer();
  out.open('[');
  for (const Move& move : choice.line)
    if (most-- > 0) write_short(out, move);
  out.close(']');
  return 1;
}

// How a game's position stands for the side to move, without what was before: by the endgame
// tables, else by a search of so many nodes, or seconds. 0 if it is too complex.
EXPORT(game_judge) int game_judge(int handle, double nodes, double seconds) {
  const Game* game = game_of(handle);
  if (!game || nodes < 1) return 0;
  const Position& position = game->state().position;
  const endgame::Verdict known = verdict_on(position.ruleset->id + 1, position);
  if (known.kind == endgame::Verdict::known) {
    JsonWriter out = answer();
    out.open('{').name("said").value("tables").name("value").value(known.value);
    out.name("plies").value(known.plies).close('}');
    return 1;
  }
  const Level highest;
  Means means;
  Limits limits;
  limits.nodes = static_cast<std::uint64_t>(nodes);
  limits.seconds = seconds;
  if (!find_means(*position.ruleset, means) ||
      Player(highest, means)
              .judge({&position, nullptr, 0, game->setup().variant->repetition}, limits) !=
          Status::done)
    return 0;
  JsonWriter out = answer();
  const int score = result->score();
  out.open('{').name("said").value("search").name("score").value(score);
  out.name("value").value(score::is_proven(score) ? (score > 0 ? 1 : -1) : 0);
  const std::optional<int> plies = score::decided_in(score);
  out.name("plies").value(plies ? std::abs(*plies) : -1);
  out.name("depth").value(result->depth);
  out.name("nodes").value(static_cast<std::int64_t>(result->nodes)).close('}');
  return 1;
}

// Forget what earlier searches have learnt: before another game is thought about.
EXPORT(forget) void forget() {
  if (search) search->clear();
}

}  // namespace crownhead::wasm
