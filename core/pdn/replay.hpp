// The body of a game, read and replayed: every line of play, and what is wrong in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pdn/fault.hpp"
#include "rules/position.hpp"

namespace crownhead::pdn {

enum class ItemKind : std::uint8_t {
  move,
  faulty,
  pass,
  setup,
  refused,
  skipped,
  huff,
  comment,
  nag,
  mark,
  begin,
  end,
  result,
  junk,
};

const char* name(ItemKind kind);

struct Item {
  ItemKind kind;
  int value;  // move, faulty: index of the move; setup: of the position; huff: bit index; nag
  std::uint32_t begin, end;  // in the source; of a comment or set-up, what is inside
};

struct Replay {
  std::vector<Item> items;
  std::vector<Move> moves;          // of all lines
  std::vector<Position> positions;  // that set-ups make and faults refer to
  std::vector<Fault> faults;
  std::vector<std::uint32_t> main;  // moves of the main line
  Position start, end;
  int plies = 0, skipped = 0;
  std::string result;
};

struct ReplayLimits {
  static constexpr int most_depth = 100;
  // Plies in all lines together; a ply with more than eight kings on the board counts for many.
  int most_plies = 200'000;
  // What may be tried for ambiguous captures beyond that.
  int most_tried = 20'000;
};

Replay replay(std::string_view source, const Position& start, bool huffing,
              const ReplayLimits& limits);

// Whether the moves are those of the game that they were replayed by, and whether they are so with
// no sign of a capture on a move that captures nothing.
bool fits(const Replay& replay);
bool fits_exactly(const Replay& replay);

// Whether they fail so early that the game may be another one than its tags say.
bool misfits(const Replay& replay);

// The position before an item, in its line.
Position position_before(const Replay& replay, std::size_t item);

// The positions that the main line runs through, the start first, up to what could not be read;
// after a huff the position is the one without the huffed piece.
std::vector<Position> main_positions(const Replay& replay);

// How many moves of the main line follow one another from the start: up to a set-up, a pass, or
// what could not be read.
std::size_t moves_from_start(const Replay& replay);

}  // namespace crownhead::pdn
