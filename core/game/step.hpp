// One step of a game: State x Event -> Refusal | State. Nothing else changes a game.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/events.hpp"
#include "game/reasons.hpp"
#include "game/setup.hpp"
#include "game/state.hpp"

namespace crownhead::game {

constexpr int most_events = 5'000;

// What became of an attempt. `reason`: the procedure forbids it. The others are about the text of
// a move; why a move is illegal is told by `explain` of the rules.
enum class RefusalKind : std::uint8_t {
  none,
  reason,
  illegal_move,
  invalid_move,    // `wrong` and `column` say where it is no move
  ambiguous_move,  // `candidates` are the moves that it fits
  not_faulty,      // marked as faulty, but it is legal
  too_complex,     // the position exceeds the work limit of its captures
};

struct Refusal {
  RefusalKind kind = RefusalKind::none;
  Reason reason;
  const char* wrong = "";
  int column = 0;
  Moves candidates;

  Refusal() = default;
  Refusal(RefusalKind what) : kind(what) {}                               // NOLINT
  Refusal(const Reason& why) : kind(RefusalKind::reason), reason(why) {}  // NOLINT
  Refusal(const std::optional<Reason>& why) {                             // NOLINT
    if (why) *this = Refusal(*why);
  }
  Refusal(Refusal&&) = default;
  Refusal& operator=(Refusal&& other) noexcept {
    kind = other.kind;
    reason = other.reason;
    wrong = other.wrong;
    column = other.column;
    candidates.clear();
    for (const Move& move : other.candidates) candidates.add() = move;
    return *this;
  }

  explicit operator bool() const { return kind != RefusalKind::none; }
};

// A move that was found, and whether it is a faulty one.
struct Found {
  Move move;
  bool faulty = false;
};

// The state before the first event; the game may be over already.
Refusal start(const Setup& setup, Link& made);

// Why now is not the time for this kind of event, if it is not. The move of `played` and what
// else the event says of itself is not looked at.
Refusal check_moment(const Setup& setup, const State& state, const Event& event);

// Why the event is not allowed now, if it is not.
Refusal check(const Setup& setup, const State& state, const Event& event);

// The state after the event, or why it is refused.
Refusal step(const Setup& setup, const Link& state, const Event& event, Link& after);

// The same for a move that was found in this state already, at a moment that `check_moment` has
// allowed; the text of the event is not read.
Refusal step_with(const Setup& setup, const Link& state, const Event& event, const Found& found,
                  Link& after);

}  // namespace crownhead::game
