// Claims about a line of play: what is on the board when it is played out. Each says only what
// anybody can see who plays it; a claim that playing it out does not confirm is not made.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/api.hpp"

namespace crownhead::report {

enum class ClaimKind : std::uint8_t {
  shot,
  caught,
  tempo,
  exchange,
  breakthrough,
  crowning,
  blocked,
  opposition,
  majority
};

// Where a list of the kinds stands: its names are the sentences' too.
inline constexpr const char* claim_names[] = {"shot",     "caught",       "tempo",
                                              "exchange", "breakthrough", "crowning",
                                              "blocked",  "opposition",   "majority"};

struct Claim {
  ClaimKind kind = ClaimKind::shot;
  int from = 0;      // plies of the line before it begins
  int plies = 0;     // how long it is
  Side by = white;   // whom it speaks well of
  int men = 0;       // pieces won net; of a tempo: what each move of the opponent costs at least
  int square = -1;   // bit index where a man is crowned
  Move barred = {};  // what the rule of choice forbade
};

using Line = std::span<const Move>;

// The plies within which a line is judged by pieces: a shot, an exchange and a king that is caught
// end by then, and so do two lines that are compared.
inline constexpr int pieces_horizon = 13;

// The legal moves; none where they are too complex, for then nothing is claimed.
Moves legal_moves(const Position& position);

// The positions of a line, its start first; empty where one of its moves is not legal, or where a
// position is too complex.
std::vector<Position> played(const Position& start, Line line);

// How many pieces more a side has than its opponent.
int balance(const Position& position, Side side);

// Whether the side to move has no capture.
bool quiet(const Position& position);

// Whether neither side, were it to move, had a capture.
bool settled(const Position& position);

// Whether playing the line out confirms a claim about it.
bool holds(const Claim& claim, const Position& start, Line line);

// The claim of one kind that a line confirms, and that the rest of the line does not take back. The
// shortest part of it that does counts.
std::optional<Claim> detect(ClaimKind kind, const Position& start, Line line);

// The claims that a line confirms, in the order of the kinds; of the rule of choice none, and of
// the opposition none, for that needs a search.
std::vector<Claim> claims_of(const Position& start, Line line);

// The first of them.
std::optional<Claim> claim_of(const Position& start, Line line);

}  // namespace crownhead::report
