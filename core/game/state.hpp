// Where a game stands: one immutable value, linked to the state before the last ply.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "game/clock.hpp"
#include "game/events.hpp"
#include "rules/position.hpp"

namespace crownhead::game {

enum class Termination : std::uint8_t {
  no_pieces,   // E7, L13
  blocked,     // E7, E22, L13
  first_king,  // Breakthrough
  too_few,     // Ghanaian
  resignation,
  time,
  agreement,     // E23
  repetition,    // E25, P10
  draw_count,    // E26, P10, L14
  refusal_duty,  // E24
  adjudication,
  forfeit,
};

inline constexpr const char* terminations[] = {
    "no-pieces", "blocked",    "first-king", "too-few",      "resignation",  "time",
    "agreement", "repetition", "draw-count", "refusal-duty", "adjudication", "forfeit"};

struct Outcome {
  std::optional<Side> winner;  // none: a draw
  Termination termination = Termination::no_pieces;
  std::string rule;

  bool operator==(const Outcome&) const = default;
};

// A move that ignored or broke off a capture, while the opponent can still answer it (H).
struct Fault {
  Side by = white;
  SquareSet pieces;  // where the pieces stand now that should have captured
  std::optional<Millis> at;
  Millis lag = 0;
};

struct Takeback {
  Side by = white;
  std::int64_t plies = 1;
};

struct State;
using Link = std::shared_ptr<const State>;

// One value for each side.
template <class Value>
using Both = std::array<Value, 2>;

// Every field of a state, listed once: its type, its name, the name under which a view shows it
// where it does so as it is, and what it holds. Before anything happened that is nothing, 0 or
// false.
#define CROWNHEAD_STATE(HELD, SHOWN)                                                               \
  HELD(Position, position, "The position on the board.")                                           \
  HELD(Link, before, "The state in which the last ply was played, None at the start.")             \
  HELD(Move, move, "The last ply, None at the start.")                                             \
  HELD(bool, erred, "Whether the last ply was a faulty move (H).")                                 \
  HELD(int, events, "How many events led here.")                                                   \
  HELD(std::optional<int>, huff,                                                                   \
       "The event, counted from 0, that huffed a piece since the last ply, or None.")              \
  SHOWN(int, plies, "ply", "How many plies stand.")                                                \
  HELD(int, plies_since_capture, "The plies since the last capture or huff.")                      \
  SHOWN(std::optional<Side>, draw_offer, "offer", "The side whose draw offer stands, or None.")    \
  HELD(Both<int>, offer_waits, "The own moves until each side may repeat its draw offer.")         \
  HELD(Both<std::optional<int>>, duties,                                                           \
       "The own moves that each side has made since it refused a draw (E24).")                     \
  HELD(std::optional<Fault>, fault, "The faulty move that can still be answered, or None (H).")    \
  HELD(bool, compelled, "Whether the side to move must capture: its faulty move was taken back.")  \
  SHOWN(std::optional<Takeback>, takeback, "takeback", "The standing take-back request, or None.") \
  HELD(std::optional<Clock>, clock, "The clock, or None where the game has none.")                 \
  SHOWN(bool, paused, "paused", "Whether the game is interrupted.")                                \
  SHOWN(std::optional<Millis>, at, "at", "The time of the last event that has one.")               \
  HELD(std::optional<Outcome>, outcome, "How the game ended, or None.")

// What one side asks the other, listed once: the field that holds the question while it stands, and
// the events that ask it, accept it and decline it. An end takes back what stands.
#define CROWNHEAD_QUESTIONS(QUESTION)                              \
  QUESTION(draw_offer, draw_offered, draw_accepted, draw_declined) \
  QUESTION(takeback, takeback_requested, takeback_accepted, takeback_declined)

struct State {
#define CROWNHEAD_FIELD(type, name, ...) type name{};
  CROWNHEAD_STATE(CROWNHEAD_FIELD, CROWNHEAD_FIELD)
#undef CROWNHEAD_FIELD

  State() = default;
  State(const State&) = default;
  State(State&&) = default;
  State& operator=(const State&) = default;
  State& operator=(State&&) = default;
  // A long chain that nobody else holds ends link by link, not in one deep recursion.
  ~State() {
    Link link = std::move(before);
    while (link && link.use_count() == 1) {
      // Whoever else held it has let it go on another thread, and is done with it.
      std::atomic_thread_fence(std::memory_order_acquire);
      Link next = std::move(const_cast<State&>(*link).before);
      link = std::move(next);
    }
  }

  Side turn() const { return position.to_move(); }
};

inline std::optional<Side> asker(const std::optional<Side>& by) {
  return by;
}

inline std::optional<Side> asker(const std::optional<Takeback>& wish) {
  return wish ? std::optional(wish->by) : std::nullopt;
}

// What the list says of a question.
struct QuestionFace {
  const char* field;
  EventKind asked, accepted, declined;
  std::optional<Side> (*by)(const State& state);  // who asks, where it stands
  void (*drop)(State& state);
};

inline constexpr QuestionFace question_faces[] = {
#define CROWNHEAD_QUESTION(field, asked, accepted, declined) \
  {#field,                                                   \
   EventKind::asked,                                         \
   EventKind::accepted,                                      \
   EventKind::declined,                                      \
   [](const State& state) { return asker(state.field); },    \
   [](State& state) { state.field.reset(); }},
    CROWNHEAD_QUESTIONS(CROWNHEAD_QUESTION)
#undef CROWNHEAD_QUESTION
};

// What `side` has to answer, or null.
inline const QuestionFace* asked_of(const State& state, Side side) {
  for (const QuestionFace& question : question_faces)
    if (question.by(state) == !side) return &question;
  return nullptr;
}

}  // namespace crownhead::game
