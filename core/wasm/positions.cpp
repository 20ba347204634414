// Positions: made from text, described, judged as a start, counted.
#include "rules/fen.hpp"

#include <algorithm>

#include "game/variant.hpp"
#include "wasm/boundary.hpp"

namespace crownhead::wasm {

namespace {

void write_key(JsonWriter& out, std::uint64_t key) {
  char hex[17] = {};
  for (int i = 15; i >= 0; --i, key >>= 4) hex[i] = "0123456789abcdef"[key & 15];
  out.value(hex);
}

// Count the leaves of the move tree, the last ply by its list alone. False past the budget.
bool count_leaves(const Position& position, int depth, double& leaves) {
  Moves moves;
  Budget budget;
  if (depth && !list_moves(position, MoveKind::legal, moves, budget)) return false;
  if (depth < 2) {
    leaves += depth ? moves.size() : 1;
    return true;
  }
  return std::all_of(moves.begin(), moves.end(), [&](const Move& move) {
    return count_leaves(position.after(move), depth - 1, leaves);
  });
}

}  // namespace

EXPORT(initial_position) int initial_position(int number) {
  const Ruleset* ruleset = ruleset_of(number);
  if (ruleset) give(initial(*ruleset));
  return ruleset != nullptr;
}

// Read the FEN of `length` bytes in the input. If it is none: what is wrong, and where.
EXPORT(position) int position(int number, std::uint32_t length) {
  const Ruleset* ruleset = ruleset_of(number);
  Position read;
  int column = 1;
  if (!ruleset || length > room) return 0;
  if (const FenFault* wrong = read_fen(in, length, *ruleset, read, column)) {
    write_wrong(wrong->text, column, wrong->code);
    return 0;
  }
  give(read);
  return 1;
}

// Write squares, side to move, FEN without and with counts, counts and key of a position.
EXPORT(describe) int describe(int number) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset) return 0;
  const Position p = take(*ruleset);
  FenText letters, bare, full;
  write_squares(letters, p, false);
  write_fen(bare, p, false);
  write_fen(full, p, true);
  JsonWriter out = answer();
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
  write_key(out, p.key);
  out.name("counts");
  out.open('[');
  for (int i = 0; i < ruleset->draw_rules; ++i)
    out.value(p.counts[i] == Position::idle ? -1 : static_cast<int>(p.counts[i]));
  out.close(']');
  out.close('}');
  return 1;
}

// Why no game reaches a position: a reason, or null.
EXPORT(unreachable) int unreachable(int number) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset) return 0;
  const std::vector<game::Reason> found = game::unreachable(take(*ruleset));
  JsonWriter out = answer();
  if (found.empty())
    out.null();
  else
    game::write_reason(out, *ruleset, found.front());
  return 1;
}

// Make the position with the piece on a square lifted, the same side to move (a huff).
EXPORT(lift) int lift(int number, int square) {
  const Ruleset* ruleset = ruleset_of(number);
  const int index = ruleset ? ruleset->index(square) : -1;
  if (index < 0) return 0;
  give(take(*ruleset).without(index));
  return 1;
}

// Count the leaves of the move tree, or -1.
EXPORT(perft) double perft(int number, int depth) {
  const Ruleset* ruleset = ruleset_of(number);
  double leaves = 0;
  if (!ruleset || depth < 0 || depth > 12) return -1;
  return count_leaves(take(*ruleset), depth, leaves) ? leaves : -1;
}

}  // namespace crownhead::wasm
