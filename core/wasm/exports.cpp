// The core for the browser: plain exports over numbered games, positions as values.
//
// A position is `position_size` bytes that nobody but this file reads. Positions, texts and lists
// go in through `input`; a new position comes out at `made`, everything else as JSON of
// `output_size` bytes at `output`. A game has a number, from 1; what could not be done returns 0.
#include <cstdint>
#include <cstring>

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
constexpr std::size_t position_size = 64;
constexpr int most_games = 1024;
constexpr int most_past = 256;
constexpr std::size_t most_numbers = 512;

alignas(8) char in[room];
char new_position[position_size];
Json out;
Ruleset* games[most_games];
int games_made = 0;
Search* search = nullptr;

const Ruleset* game_of(int number) {
  return number > 0 && number <= games_made ? games[number - 1] : nullptr;
}

// Positions as bytes

struct Packed {
  std::uint64_t sets[6];  // white, black, kings: low and high each
  std::uint8_t turn, runs[2], run_index[2], counts[Position::most_counts];
};
static_assert(sizeof(Packed) <= position_size);

void give(const Position& p) {
  Packed packed = {};
  const SquareSet* sets[] = {&p.side[white], &p.side[black], &p.kings};
  for (int i = 0; i < 3; ++i) {
    packed.sets[2 * i] = sets[i]->low;
    packed.sets[2 * i + 1] = sets[i]->high;
  }
  packed.turn = p.turn;
  for (int side = 0; side < 2; ++side) {
    packed.runs[side] = p.runs.count[side];
    packed.run_index[side] = p.runs.index[side];
  }
  std::memcpy(packed.counts, p.counts, sizeof packed.counts);
  std::memcpy(new_position, &packed, sizeof packed);
}

Position take(const Ruleset& ruleset, std::size_t place = 0) {
  Packed packed;
  std::memcpy(&packed, in + place * position_size, sizeof packed);
  const auto set = [&](int i) {
    return (static_cast<Wide>(packed.sets[2 * i + 1]) << 64 | packed.sets[2 * i]) &
           ruleset.layout->board;
  };
  Position p;
  p.ruleset = &ruleset;
  p.turn = packed.turn & 1;
  p.side[white] = set(0);
  p.side[black] = set(1) & ~set(0);
  p.kings = set(2) & p.occupied();
  for (int side = 0; side < 2; ++side) {
    p.runs.count[side] = packed.runs[side];
    p.runs.index[side] = packed.run_index[side] % Layout::most_bits;
  }
  p.refresh();
  std::memcpy(p.counts, packed.counts, sizeof packed.counts);
  return p;
}

// Moves

enum class Kind { legal, faulty, any_choice, any_landing, quiet };

// False if the position is too complex. `any_choice` and `any_landing` are the legal moves under
// other switches on the same board: how a refusal finds out what is missing.
bool moves_of(const Position& position, Kind kind, Moves& moves) {
  const Ruleset& ruleset = *position.ruleset;
  switch (kind) {
    case Kind::legal:
      return ruleset.ops->legal(ruleset.rules, position, moves);
    case Kind::faulty:
      return faulty_moves(position, moves);
    case Kind::quiet:
      ruleset.ops->quiet(ruleset.rules, position, moves);
      moves.mark_ambiguous();
      return true;
    case Kind::any_choice:
    case Kind::any_landing:
      break;
  }
  Rules rules = ruleset.rules;
  rules.choice = Choice::free;
  if (kind == Kind::any_landing) rules.landing = Landing::free;
  return dynamic_ops(rules.board).legal(rules, position, moves);
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

void write_text(const char* name, const Move& move, Form form) {
  MoveText text;
  write_move(text, move, form);
  out.name(name);
  out.value(text.c_str());
}

void write(const Position& position, const Move& move, int most_routes) {
  const Ruleset& ruleset = *position.ruleset;
  out.open('{');
  write_text("short", move, Form::short_form);
  write_text("full", move, Form::full);
  write_text("hub", move, Form::hub);
  out.name("origin");
  out.value(ruleset.number(move.from));
  out.name("target");
  out.value(ruleset.number(move.to));
  out.name("captures");
  write_set(ruleset, move.captured);
  out.name("crowns");
  out.value(move.crowns);
  out.name("byKing");
  out.value(move.by_king);
  out.name("route");
  write_route(ruleset, move.from, move.route, move.captures() ? move.jumps : 1);
  if (most_routes > 0 && move.captures()) {
    out.name("routes");
    out.open('[');
    RouteWriter writer(ruleset, move.from);
    ruleset.ops->routes(ruleset.rules, position, move, writer, most_routes);
    out.close(']');
  }
  out.close('}');
}

void write_key(std::uint64_t key) {
  char hex[17] = {};
  for (int i = 15; i >= 0; --i, key >>= 4) hex[i] = "0123456789abcdef"[key & 15];
  out.value(hex);
}

void write_wrong(const char* wrong, int column) {
  out.clear();
  out.open('{');
  out.name("wrong");
  out.value(wrong);
  out.name("column");
  out.value(column);
  out.close('}');
}

}  // namespace

EXPORT(input) char* input() {
  return in;
}
EXPORT(made) const char* made() {
  return new_position;
}
EXPORT(output) const char* output() {
  return out.text();
}
EXPORT(output_size) std::uint32_t output_size() {
  return static_cast<std::uint32_t>(out.size());
}

// Make a game from `count` numbers in the input, as crownhead.rulesets.record writes them.
EXPORT(game) int game(std::uint32_t count) {
  std::int32_t record[most_numbers];
  if (games_made == most_games || count > most_numbers) return 0;
  std::memcpy(record, in, count * sizeof *record);
  auto* read = new Ruleset;
  if (!read_record(record, count, *read)) {
    delete read;
    return 0;
  }
  read->id = games_made;
  games[games_made] = read;
  return ++games_made;
}

EXPORT(initial_position) int initial_position(int number) {
  const Ruleset* ruleset = game_of(number);
  if (ruleset) give(initial(*ruleset));
  return ruleset != nullptr;
}

// Read the FEN of `length` bytes in the input. If it is none: what is wrong, and where.
EXPORT(position) int position(int number, std::uint32_t length) {
  const Ruleset* ruleset = game_of(number);
  Position read;
  int column = 1;
  if (!ruleset || length > room) return 0;
  if (const char* wrong = read_fen(in, length, *ruleset, read, column)) {
    write_wrong(wrong, column);
    return 0;
  }
  give(read);
  return 1;
}

// Write squares, side to move, FEN without and with counts, counts and key of a position.
EXPORT(describe) int describe(int number) {
  const Ruleset* ruleset = game_of(number);
  if (!ruleset) return 0;
  const Position p = take(*ruleset);
  FenText letters, bare, full;
  write_squares(letters, p, false);
  write_fen(bare, p, false);
  write_fen(full, p, true);
  out.clear();
  out.open('{');
  out.name("board");
  out.value(letters.c_str() + 1);
  out.name("turn");
  out.value(p.turn == white ? "white" : "black");
  out.name("fen");
  out.value(bare.c_str());
  out.name("full");
  out.value(full.c_str());
  out.name("key");
  write_key(p.key);
  out.name("counts");
  out.open('[');
  for (int i = 0; i < ruleset->draw_rules; ++i)
    out.value(p.counts[i] == Position::idle ? -1 : static_cast<int>(p.counts[i]));
  out.close(']');
  out.close('}');
  return 1;
}

// Write the moves of a `Kind`, with at most so many routes each. 0 if too complex.
EXPORT(list_moves) int list_moves(int number, int kind, int most_routes) {
  const Ruleset* ruleset = game_of(number);
  if (!ruleset) return 0;
  const Position p = take(*ruleset);
  Moves moves;
  if (!moves_of(p, static_cast<Kind>(kind), moves)) return 0;
  out.clear();
  out.open('[');
  for (const Move& move : moves) write(p, move, most_routes);
  out.close(']');
  return 1;
}

// Read the text of a move, of `length` bytes behind the position: its squares, whether a capture
// sign is in it, and the places in the list of the moves that it can mean; or what is wrong.
EXPORT(named) int named(int number, int kind, std::uint32_t length) {
  const Ruleset* ruleset = game_of(number);
  if (!ruleset || length > room - position_size) return 0;
  const Position p = take(*ruleset);
  NamedSquares squares;
  int column = 1;
  if (const char* wrong = read_squares(in + position_size, length, *ruleset, squares, column)) {
    write_wrong(wrong, column);
    return 1;
  }
  Moves moves, fits;
  if (!moves_of(p, static_cast<Kind>(kind), moves)) return 0;
  for (const Move& move : moves) fits.add() = move;
  match(p, squares, fits);
  out.clear();
  out.open('{');
  out.name("squares");
  out.open('[');
  for (int i = 0; i < squares.size; ++i) out.value(ruleset->number(squares.at[i]));
  out.close(']');
  out.name("capture");
  out.value(squares.capture_sign);
  out.name("fits");
  out.open('[');
  for (const Move& move : fits) out.value(static_cast<int>(moves.find(move) - moves.begin()));
  out.close(']');
  out.close('}');
  return 1;
}

// Make the position after the move with this place in the list of a `Kind`.
EXPORT(play) int play(int number, int kind, int place) {
  const Ruleset* ruleset = game_of(number);
  if (!ruleset) return 0;
  const Position p = take(*ruleset);
  Moves moves;
  if (!moves_of(p, static_cast<Kind>(kind), moves)) return 0;
  if (place < 0 || place >= moves.size()) return 0;
  give(p.after(moves[place]));
  return 1;
}

// Make the position with the piece on a square lifted, the same side to move (a huff).
EXPORT(lift) int lift(int number, int square) {
  const Ruleset* ruleset = game_of(number);
  const int index = ruleset ? ruleset->index(square) : -1;
  if (index < 0) return 0;
  give(take(*ruleset).without(index));
  return 1;
}

// Count the leaves of the move tree, or -1.
EXPORT(perft) double perft(int number, int depth) {
  const Ruleset* ruleset = game_of(number);
  std::uint64_t count = 0;
  if (!ruleset || depth < 0 || depth > 12) return -1;
  const Position p = take(*ruleset);
  if (!ruleset->ops->perft(ruleset->rules, p, depth, Leaves::bulk, count)) return -1;
  return static_cast<double>(count);
}

// Search the first position of the input; `past` earlier ones of the game, the oldest first, stand
// behind it. Writes score, depth, nodes and the line; 0 if the position is too complex.
EXPORT(think)
int think(int number, int past, int depth, double nodes, double seconds, int noise, double seed,
          int quiescence_depth, int repetition) {
  const Ruleset* ruleset = game_of(number);
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
    out.clear();
    out.open('{');
    out.name("score");
    out.value(best.score);
    out.name("depth");
    out.value(result->depth);
    out.name("nodes");
    out.value(static_cast<std::int64_t>(result->nodes));
    out.name("line");
    out.open('[');
    Position here = p;
    for (int i = 0; i < best.length; ++i) {
      Moves moves;
      const Move* found = nullptr;
      if (!moves_of(here, Kind::legal, moves)) break;
      for (const Move& move : moves)
        if (best.moves[i].is(move)) found = &move;
      if (!found) break;
      MoveText text;
      write_move(text, *found, Form::hub);
      out.value(text.c_str());
      here = here.after(*found);
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
