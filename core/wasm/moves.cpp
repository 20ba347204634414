// Moves: listed, read, explained, played.
#include "wasm/moves.hpp"

#include "rules/explain.hpp"

namespace crownhead::wasm {

namespace {

void write_route(JsonWriter& out, const Ruleset& ruleset, int from, const std::uint8_t* squares,
                 int jumps) {
  out.open('[');
  out.value(ruleset.number(from));
  for (int i = 0; i < jumps; ++i) out.value(ruleset.number(squares[i]));
  out.close(']');
}

struct RouteWriter final : RouteVisitor {
  JsonWriter& out;
  const Ruleset& ruleset;
  int from;

  RouteWriter(JsonWriter& writer, const Ruleset& given, int start)
      : out(writer), ruleset(given), from(start) {}
  void visit(const std::uint8_t* squares, int jumps) override {
    write_route(out, ruleset, from, squares, jumps);
  }
};

void write_text(JsonWriter& out, const char* name, const Move& move, Form form) {
  MoveText text;
  write_move(text, move, form);
  out.name(name);
  out.value(text.c_str());
}

struct FieldWriter final : FieldVisitor {
  JsonWriter& out;
  const Ruleset& ruleset;

  FieldWriter(JsonWriter& writer, const Ruleset& given) : out(writer), ruleset(given) {}
  void number(const char* name, int value) override {
    out.name(name);
    out.value(value);
  }
  void word(const char* name, const char* value) override {
    out.name(name);
    out.value(value);
  }
  void squares(const char* name, SquareSet value) override {
    out.name(name);
    write_squares(out, ruleset, value);
  }
  void moves(const char* name, const Moves& value) override {
    out.name(name);
    out.open('[');
    for (const Move& move : value) {
      MoveText text;
      write_move(text, move, Form::short_form);
      out.value(text.c_str());
    }
    out.close(']');
  }
};

// The position of the input, and its moves of a kind; false if there are none or they are too many.
bool take_listed(int number, int kind, Position& position, Moves& moves, Budget& budget) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset) return false;
  position = take(*ruleset);
  return list_moves(position, static_cast<MoveKind>(kind), moves, budget);
}

}  // namespace

bool write_listed(JsonWriter& out, const Position& position, const Move& move, int most_routes,
                  Budget& budget) {
  bool within = true;
  const Ruleset& ruleset = *position.ruleset;
  out.open('{');
  write_text(out, "short", move, Form::short_form);
  write_text(out, "full", move, Form::full);
  write_text(out, "hub", move, Form::hub);
  out.name("origin");
  out.value(ruleset.number(move.from));
  out.name("target");
  out.value(ruleset.number(move.to));
  out.name("captures");
  write_squares(out, ruleset, move.captured);
  out.name("crowns");
  out.value(move.crowns);
  out.name("byKing");
  out.value(move.by_king);
  out.name("route");
  write_route(out, ruleset, move.from, move.route, move.captures() ? move.jumps : 1);
  if (most_routes > 0 && move.captures()) {
    out.name("routes");
    out.open('[');
    RouteWriter writer(out, ruleset, move.from);
    within = list_routes(position, move, most_routes, writer, budget);
    out.close(']');
  }
  out.close('}');
  return within;
}

int write_explanation(const Position& position, bool huffing, std::string_view text) {
  Explanation found;
  Budget budget;
  crownhead::explain(position, huffing, text.data(), text.size(), found, budget);
  JsonWriter out = answer();
  out.open('{').name("refused");
  switch (found.kind) {
    case Explained::playable:
      out.null();
      break;
    case Explained::no_move:
      out.value("invalid").name("wrong").value(found.wrong).name("column").value(found.column);
      break;
    case Explained::too_complex:
      out.value("too_complex");
      break;
    case Explained::refused: {
      FieldWriter fields(out, *position.ruleset);
      out.value("illegal").name("reason").open('{');
      out.name("code").value(name_of(found.reason.code));
      visit_fields(found.reason, fields);
      out.close('}');
      break;
    }
  }
  out.close('}');
  return 0;
}

// Write the moves of a `MoveKind`, with at most so many routes each. 0 if too complex.
EXPORT(list_moves) int list_moves(int number, int kind, int most_routes) {
  Position p;
  Moves moves;
  Budget budget;
  if (!take_listed(number, kind, p, moves, budget)) return 0;
  JsonWriter out = answer();
  out.open('[');
  for (const Move& move : moves)
    if (!write_listed(out, p, move, most_routes, budget)) return 0;
  out.close(']');
  return 1;
}

// Read the text of a move, of `length` bytes behind the position: its squares, whether a capture
// sign is in it, and the places in the list of the moves that it can mean; or what is wrong.
EXPORT(named) int named(int number, int kind, std::uint32_t length) {
  Position p;
  Moves moves;
  MoveReading found;
  Budget budget;
  if (length > room - position_size || !take_listed(number, kind, p, moves, budget)) return 0;
  read_among(p, moves, in + position_size, length, found, budget);
  if (found.reading == Reading::too_complex) return 0;
  if (found.reading == Reading::no_move) {
    write_wrong(found.wrong, found.column);
    return 1;
  }
  JsonWriter out = answer();
  out.open('{');
  out.name("squares");
  out.open('[');
  for (int i = 0; i < found.squares.size; ++i) out.value(p.ruleset->number(found.squares.at[i]));
  out.close(']');
  out.name("capture");
  out.value(found.squares.capture_sign);
  out.name("fits");
  out.open('[');
  for (const Move& move : found.fits) out.value(static_cast<int>(moves.find(move) - moves.begin()));
  out.close(']');
  out.close('}');
  return 1;
}

// Make the position after the move with this place in the list of a `MoveKind`.
EXPORT(play) int play(int number, int kind, int place) {
  Position p;
  Moves moves;
  Budget budget;
  if (!take_listed(number, kind, p, moves, budget)) return 0;
  if (place < 0 || place >= moves.size()) return 0;
  give(p.after(moves[place]));
  return 1;
}

// Why the text of `length` bytes behind the position is refused as a move, if it is.
EXPORT(explain) int explain(int number, int huffing, std::uint32_t length) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset || length > room - position_size) return 0;
  write_explanation(take(*ruleset), huffing != 0, {in + position_size, length});
  return 1;
}

}  // namespace crownhead::wasm
