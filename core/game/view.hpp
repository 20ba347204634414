// What can be seen of a state beside its fields: counts, claims, duties, what is possible.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/step.hpp"

namespace crownhead::game {

// A refused draw's count (E24): `made` of `limit` own moves of `side`.
struct Duty {
  Side side;
  int made, limit;
  int left() const { return made < limit ? limit - made : 0; }
};

// The counts that run, the fullest first; at most two.
struct Duties {
  Duty at[2];
  int size = 0;
  const Duty* begin() const { return at; }
  const Duty* end() const { return at + size; }
};

Duties duties(const Setup& setup, const State& state);

// The side on which the game waits for a verdict, if it does.
std::optional<Side> verdict_due(const Setup& setup, const State& state);

// Whether declining the standing offer, as by a move, takes on a duty (E24).
bool would_refuse(const Setup& setup, const State& state);

// A draw that `by` can claim now under `rule`, with the move to announce, if any.
struct Claim {
  std::string rule;
  Side by;
  std::optional<Move> move;
};

// Every claim that would be granted now, those with an announced move last. False if the position
// is too complex.
bool claims(const Setup& setup, const State& state, std::vector<Claim>& found);

enum class Unit : std::uint8_t { plies, occurrences, own_moves };

inline constexpr const char* units[] = {"plies", "occurrences", "own-moves"};

// One count, for every interface to show in advance (D).
struct Counter {
  std::string rule;
  int made, limit;
  Unit unit = Unit::plies;
  std::optional<Side> side;
  std::uint8_t resets = 0;  // Progress flags
  bool automatic = true;
};

std::vector<Counter> counters(const Setup& setup, const State& state);

// How a position alone ends the game, if it does; repetition needs the past. False if too complex.
bool outcome_on_board(const Variant& variant, const Position& position,
                      std::optional<Outcome>& outcome);

// Who has won on the board, if somebody has, without any draw count; else its legal moves are
// added. False if too complex.
bool won_on_board(const Position& position, Moves& moves, std::optional<Outcome>& outcome);

// How the game ends if the faulty move is let stand, if it does (H). False if too complex.
bool outcome_if_stood(const Setup& setup, const State& state, std::optional<Outcome>& outcome);

// Who an event of this kind falls to, where one person has both sides: who alone can bring it
// about, as an answer to an offer or a request, or can claim; else the side to move.
Side author_of(const Setup& setup, const State& state, EventKind kind);

// The kinds of event that `by` can bring about at `at`, by default the last event's time: one bit
// for each. Verdicts, awards, pauses and flag falls belong to neither player and count for both.
std::uint32_t allowed(const Setup& setup, const State& state, Side by, std::optional<Millis> at);

// Whether the game can still be given up without a result: not both sides have moved.
bool can_abort(const Setup& setup, const State& state);

// The side whose flag is down at `at`, and when the flag of the running clock falls; none where no
// clock runs.
std::optional<Side> fallen_flag(const Setup& setup, const State& state, Millis at);
std::optional<Millis> flag_falls(const Setup& setup, const State& state);

constexpr std::uint32_t bit_of(EventKind kind) {
  return std::uint32_t{1} << static_cast<int>(kind);
}

}  // namespace crownhead::game
