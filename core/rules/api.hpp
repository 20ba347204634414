// The face of the rules: what the law of play, PDN and the two bindings ask of a position. Whatever
// is asked here draws on a budget; what would exceed it is too complex.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/budget.hpp"
#include "rules/notation.hpp"
#include "rules/ops.hpp"
#include "rules/position.hpp"
#include "rules/ruleset.hpp"

namespace crownhead {

// Which moves of a position are meant. The last three are for explanations: the captures under a
// free choice between them, under a free choice of landing squares too, and the moves without a
// capture although one is to be made.
enum class MoveKind : std::uint8_t { legal, faulty, any_choice, any_landing, quiet };

// Add the moves of a kind, each with one route. False past the budget.
bool list_moves(const Position& position, MoveKind kind, Moves& moves, Budget& budget);

// Visit the ways to carry out a move, at most `most` of them. False past the budget, and then
// nothing has been visited.
bool list_routes(const Position& position, const Move& move, int most, RouteVisitor& visitor,
                 Budget& budget);

// What reading the text of a move came to.
enum class Reading : std::uint8_t { read, no_move, refused, ambiguous, too_complex };

struct MoveReading {
  Reading reading = Reading::no_move;
  NamedSquares squares;         // of every text that is one of a move
  const char* wrong = nullptr;  // why it is none, at `column`, counted from 1
  int column = 1;
  Moves fits;     // the moves that the text can mean; one if it was read
  int place = 0;  // of the one meant, in the list of its kind

  const Move& move() const { return fits[0]; }
};

// Find the one move of a kind that a text means, in any notation. Of several captures that fit two
// squares it is the only one with a single jump, for the route of any other would be written out.
void read_move(const Position& position, MoveKind kind, const char* text, std::size_t length,
               MoveReading& found, Budget& budget);

// The same among moves that were listed before.
void read_among(const Position& position, const Moves& moves, const char* text, std::size_t length,
                MoveReading& found, Budget& budget);

// What the side to move can play: legal moves and, under huffing, faulty ones.
struct Turn {
  Moves legal, faulty;
};

bool list_turn(const Position& position, bool may_err, Turn& turn, Budget& budget);

// The same for a turn: a legal move goes first, a faulty one is taken where the text means none.
// `kind` becomes that of the move that was read.
void read_turn(const Position& position, const Turn& turn, const char* text, std::size_t length,
               MoveKind& kind, MoveReading& found, Budget& budget);

// Write a move of a turn in the shortest form from which `read_turn` gets it back; or, where its
// `kind` is said beside it, from which `read_among` does. False past the budget.
bool write_unambiguously(const Position& position, const Turn& turn, const Move& move,
                         MoveKind kind, bool kind_is_said, MoveText& text, Budget& budget);

// How much work a position asks for at most, in states: its legal moves with `most_routes` routes
// each and, where `may_err`, its faulty moves. False past the budget, whose rest is what is left.
bool measure(const Position& position, bool may_err, int most_routes, Budget& budget);

// A position as plain numbers that can be stored and brought back under the same ruleset.
struct PackedPosition {
  std::uint64_t sets[6];  // White, Black, kings: the low word and the high word of each
  std::uint8_t turn, runs[2], run_index[2], counts[Position::most_counts];
};

PackedPosition packed(const Position& position);
// Whatever the numbers are, what comes back is a position of this ruleset.
Position unpacked(const Ruleset& ruleset, const PackedPosition& packed);

}  // namespace crownhead
