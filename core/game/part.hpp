// The parts of the law, one file each: what each of them forbids and what follows from its events.
// `step` alone puts them together.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/moves.hpp"
#include "game/step.hpp"
#include "game/view.hpp"

namespace crownhead::game {

// Ends the game by the rules, by resignation, by an arbiter (E7, E22).
namespace ending {
// How the position ends the game by itself, if it does. False if it is too complex.
bool by_rules(const Setup& setup, const State& state, std::optional<Outcome>& outcome);
State apply(State state, const Event& event);

// The draw by the first count that is full among those that `counts`, given whether the rules have
// it announced by the program, is true of.
template <class Counts>
std::optional<Outcome> count_full(const Variant& variant, const Position& position,
                                  const Counts& counts) {
  const Ruleset& ruleset = *position.ruleset;
  for (int i = 0; i < ruleset.draw_rules; ++i) {
    const int plies = position.counts[i];
    const DrawRule& rule = ruleset.draw_rule[i];
    if (plies != Position::idle && plies >= rule.plies && counts(rule.automatic))
      return Outcome{{}, Termination::draw_count, variant.draw_rules[static_cast<std::size_t>(i)]};
  }
  return std::nullopt;
}
}  // namespace ending

// How often the position has stood on the board with the same side to move (E25, P10).
namespace repetition {
// The present position, this time included.
int occurrences(const State& state);
// A position that the next ply may bring about, that time included.
int occurrences_after(const State& state, const Position& position);
}  // namespace repetition

// Draw offers: made, accepted, declined, withdrawn (E23, D).
namespace offers {
constexpr int repeat_after = 10;  // D: own moves
Refusal check(const Setup& setup, const State& state, const Event& event);
State apply(const Setup& setup, State state, const Event& event);
// `by` has moved: a standing offer is declined, and his own waits one move less.
State moved(const Setup& setup, State state, Side by);
}  // namespace offers

// The duty of the side that refuses a draw: win, or show a decided advantage (E24).
namespace duty {
State taken_on(const Setup& setup, State state, Side refuser);
State moved(State state, Side by);
// A capture or a move of a man may restart the counts.
State progressed(const Setup& setup, State state);
Refusal check(const Setup& setup, const State& state, const Event& event);
State apply(State state, const Event& event);
}  // namespace duty

// Answers to a move that ignores a capture or breaks one off (E20, H).
namespace huffing {
// The fault that a faulty move commits. False if the position is too complex.
bool fault(const Position& position, const Move& move, const Event& event, Fault& fault);
Refusal check(const Setup& setup, const State& state, const Event& event);
State apply(const Setup& setup, const State& state, const Event& event);
}  // namespace huffing

// Draws that a player claims: repetition and draw counts (E25, E26, P10).
namespace claiming {
Refusal check(const Setup& setup, const State& state, const Event& event);
Refusal apply(const Setup& setup, const State& state, const Event& event, State& after);
}  // namespace claiming

// Taking back by consent.
namespace takeback {
std::optional<Reason> too_far(const Setup& setup, const State& state, std::int64_t plies);
Refusal check(const Setup& setup, const State& state, const Event& event);
State apply(const Setup& setup, const State& state, const Event& event);
}  // namespace takeback

// Starting, pausing, flag fall, and the order of event times.
namespace timing {
// What is wrong with the event's time: every event passes here.
Refusal check_time(const Setup& setup, const State& state, const Event& event);
Refusal check(const Setup& setup, const State& state, const Event& event);
State apply(const Setup& setup, State state, const Event& event);
}  // namespace timing

inline Reason reason_by(ReasonCode code, Side side) {
  Reason reason{code};
  reason.side = side;
  return reason;
}

inline Reason reason_of(ReasonCode code, std::int64_t first = 0, std::int64_t second = 0) {
  Reason reason{code};
  reason.first = first;
  reason.second = second;
  return reason;
}

inline Reason reason_at(ReasonCode code, const SquareSet& squares) {
  Reason reason{code};
  reason.squares = squares;
  return reason;
}

}  // namespace crownhead::game
