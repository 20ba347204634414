// The core for the browser: plain exports over numbered games and positions.
//
// Texts go in through `input` (a buffer of `input_size` bytes) and answers come out as JSON of
// `output_size` bytes at `output`. Functions that make something return its number, from 1, or 0
// if they could not. A page keeps no more games and positions than it frees again.
#include <cstdint>

#include "rules/fen.hpp"
#include "rules/huffing.hpp"
#include "rules/notation.hpp"
#include "rules/record.hpp"
#include "search/search.hpp"
#include "wasm/json.hpp"

#define EXPORT(name) __attribute__((export_name(#name))) extern "C"

namespace crownhead::wasm {
namespace {

constexpr std::size_t room = 1 << 16;
constexpr int most_games = 256;
constexpr int most_positions = 1 << 14;
constexpr int most_routes = 64;

alignas(8) char in[room];
Json out;
Ruleset* games[most_games];
int games_made = 0;
Position* positions[most_positions];
Search* search = nullptr;

int keep(const Position& position) {
  for (int i = 0; i < most_positions; ++i) {
    if (positions[i]) continue;
    positions[i] = new Position(position);
    return i + 1;
  }
  return 0;
}

const Position* at(int number) {
  return number > 0 && number <= most_positions ? positions[number - 1] : nullptr;
}

bool moves_of(const Position& position, bool faulty, Moves& moves) {
  return faulty ? faulty_moves(position, moves)
                : position.ruleset->ops->legal(position.ruleset->rules, position, moves);
}

void write_route(const Ruleset& ruleset, int from, const std::uint8_t* squares, int jumps) {
  out.open('[');
  out.value(ruleset.number(from));
  for (int i = 0; i < jumps; ++i) out.value(ruleset.number(squares[i]));
  out.close(']');
}

struct RouteWriter final : RouteVisitor {
  const Ruleset& ruleset;
  int from;

  RouteWriter(const Ruleset& given, int start) : ruleset(given), from(start) {}
  void visit(const std::uint8_t* squares, int jumps) override {
    write_route(ruleset, from, squares, jumps);
  }
};

void write_set(const Ruleset& ruleset, Wide set) {
  out.open('[');
  for (int n = 1; n <= ruleset.layout->squares; ++n)
    if (set & bit<Wide>(ruleset.index(n))) out.value(n);
  out.close(']');
}

void write(const Position& position, const Move& move, bool faulty) {
  const Ruleset& ruleset = *position.ruleset;
  MoveText text;
  write_move(text, move, Form::short_form);
  out.open('{');
  out.name("text");
  out.value(text.c_str());
  out.name("from");
  out.value(ruleset.number(move.from));
  out.name("to");
  out.value(ruleset.number(move.to));
  out.name("captures");
  write_set(ruleset, move.captured);
  out.name("crowns");
  out.value(move.crowns);
  out.name("routes");
  out.open('[');
  if (move.captures() && !faulty) {
    RouteWriter writer(ruleset, move.from);
    ruleset.ops->routes(ruleset.rules, position, move, writer, most_routes);
  } else {
    write_route(ruleset, move.from, move.captures() ? move.route : &move.to,
                move.captures() ? move.jumps : 1);
  }
  out.close(']');
  out.close('}');
}

void write_key(std::uint64_t key) {
  char hex[17] = {};
  for (int i = 15; i >= 0; --i, key >>= 4) hex[i] = "0123456789abcdef"[key & 15];
  out.value(hex);
}

}  // namespace

EXPORT(input) char* input() {
  return in;
}
EXPORT(input_size) std::uint32_t input_size() {
  return room;
}
EXPORT(output) const char* output() {
  return out.text();
}
EXPORT(output_size) std::uint32_t output_size() {
  return static_cast<std::uint32_t>(out.size());
}

// Make a game from `count` numbers in the input, as crownhead.rulesets.record writes them.
EXPORT(game) int game(std::uint32_t count) {
  if (games_made == most_games || count > room / sizeof(std::int32_t)) return 0;
  std::int32_t record[512];
  if (count > sizeof record / sizeof *record) return 0;
  std::memcpy(record, in, count * sizeof *record);
  auto* made = new Ruleset;
  if (!read_record(record, count, *made)) {
    delete made;
    return 0;
  }
  made->id = games_made;
  games[games_made] = made;
  return ++games_made;
}

EXPORT(initial_position) int initial_position(int number) {
  return number > 0 && number <= games_made ? keep(initial(*games[number - 1])) : 0;
}

// Read the FEN of `length` bytes in the input.
EXPORT(position) int position(int number, std::uint32_t length) {
  if (number < 1 || number > games_made || length > room) return 0;
  Position read;
  int column = 0;
  return read_fen(in, length, *games[number - 1], read, column) ? 0 : keep(read);
}

EXPORT(release) void release(int number) {
  if (!at(number)) return;
  delete positions[number - 1];
  positions[number - 1] = nullptr;
}

// Write squares, side to move, FEN, counts and key of a position.
EXPORT(describe) int describe(int number) {
  const Position* p = at(number);
  if (!p) return 0;
  const Ruleset& ruleset = *p->ruleset;
  out.clear();
  out.open('{');
  FenText letters, fen;
  write_squares(letters, *p, false);
  write_fen(fen, *p, true);
  out.name("board");
  out.value(letters.c_str() + 1);
  out.name("turn");
  out.value(p->turn == white ? "white" : "black");
  out.name("fen");
  out.value(fen.c_str());
  out.name("key");
  write_key(p->key);
  out.name("counts");
  out.open('[');
  for (int i = 0; i < ruleset.draw_rules; ++i)
    out.value(p->counts[i] == Position::idle ? -1 : static_cast<int>(p->counts[i]));
  out.close(']');
  out.name("able");
  write_set(ruleset, ruleset.ops->able(ruleset.rules, *p));
  out.close('}');
  return 1;
}

// Write the legal moves, or with `faulty` those that huffing allows besides. 0 if too complex.
EXPORT(list_moves) int list_moves(int number, int faulty) {
  const Position* p = at(number);
  Moves moves;
  if (!p || !moves_of(*p, faulty != 0, moves)) return 0;
  out.clear();
  out.open('[');
  for (const Move& move : moves) write(*p, move, faulty != 0);
  out.close(']');
  return 1;
}

// The position after the move with this place in the list of moves.
EXPORT(play) int play(int number, int place, int faulty) {
  const Position* p = at(number);
  Moves moves;
  if (!p || !moves_of(*p, faulty != 0, moves)) return 0;
  return place >= 0 && place < moves.size() ? keep(p->after(moves[place])) : 0;
}

// The position with the piece on a square lifted, the same side to move (a huff).
EXPORT(lift) int lift(int number, int square) {
  const Position* p = at(number);
  const int index = p ? p->ruleset->index(square) : -1;
  return index < 0 ? 0 : keep(p->without(index));
}

// Leaves of the move tree, or -1.
EXPORT(perft) double perft(int number, int depth) {
  const Position* p = at(number);
  std::uint64_t count = 0;
  if (!p || depth < 0 || depth > 12) return -1;
  const Ruleset& ruleset = *p->ruleset;
  if (!ruleset.ops->perft(ruleset.rules, *p, depth, Leaves::bulk, count)) return -1;
  return static_cast<double>(count);
}

// Search; the numbers of `past` earlier positions, the oldest first, stand in the input. Writes
// score, depth, nodes and the line; 0 if the position is unknown or too complex.
EXPORT(think)
int think(int number, std::uint32_t past, int depth, double nodes, double seconds, int noise,
          double seed, int exchange, int repetition) {
  const Position* p = at(number);
  if (!p || past > room / sizeof(std::int32_t)) return 0;
  if (!search) search = new Search(16);
  if (!search->usable()) return 0;
  auto* earlier = static_cast<const Position**>(std::malloc((past + 1) * sizeof(Position*)));
  auto* task = new Task;
  if (!earlier || !task) std::abort();
  for (std::uint32_t i = 0; i < past; ++i) {
    std::int32_t before = 0;
    std::memcpy(&before, in + i * sizeof before, sizeof before);
    const Position* found = at(before);
    if (found && found->ruleset == p->ruleset) earlier[task->past_length++] = found;
  }
  Control control;
  task->control = &control;
  task->position = p;
  task->past = earlier;
  if (depth > 0 && depth < task->limits.depth) task->limits.depth = depth;
  if (nodes >= 1) task->limits.nodes = static_cast<std::uint64_t>(nodes);
  task->limits.seconds = seconds;
  task->limits.noise = noise;
  task->limits.seed = static_cast<std::uint64_t>(seed);
  task->limits.exchange = exchange;
  task->limits.repetition = repetition;
  const bool answered = search->run(*task) && !task->too_complex;
  if (answered) {
    out.clear();
    out.open('{');
    out.name("score");
    out.value(task->score);
    out.name("depth");
    out.value(task->depth);
    out.name("nodes");
    out.value(static_cast<std::int64_t>(task->nodes));
    out.name("line");
    out.open('[');
    Position here = *p;
    for (int i = 0; i < task->length; ++i) {
      Moves moves;
      const Move* found = nullptr;
      if (!moves_of(here, false, moves)) break;
      for (const Move& move : moves)
        if (task->line[i].is(move)) found = &move;
      if (!found) break;
      MoveText text;
      write_move(text, *found, Form::short_form);
      out.value(text.c_str());
      here = here.after(*found);
    }
    out.close(']');
    out.close('}');
  }
  delete task;
  std::free(earlier);
  return answered;
}

}  // namespace crownhead::wasm
