// Where a game stands: one immutable value, linked to the state before the last ply.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "game/clock.hpp"
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

}  // namespace crownhead::game
