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

// Every field of a state, listed once: its type, its name, and the name under which a view shows it
// where it does so as it is. Before anything happened a field holds nothing, 0 or false.
#define CROWNHEAD_STATE(HELD, SHOWN)                                      \
  HELD(Position, position)                                                \
  /* the state in which the last ply was played */                        \
  HELD(Link, before)                                                      \
  /* that ply; means nothing without `before` */                          \
  HELD(Move, move)                                                        \
  /* whether it was a faulty one */                                       \
  HELD(bool, erred)                                                       \
  /* that led here */                                                     \
  HELD(int, events)                                                       \
  /* the event, counted from 0, that huffed a piece since the last ply */ \
  HELD(std::optional<int>, huff)                                          \
  SHOWN(int, plies, "ply")                                                \
  HELD(int, plies_since_capture)                                          \
  SHOWN(std::optional<Side>, draw_offer, "offer")                         \
  /* own moves until the side may repeat its offer */                     \
  HELD(Both<int>, offer_waits)                                            \
  /* own moves made since a refusal */                                    \
  HELD(Both<std::optional<int>>, duties)                                  \
  HELD(std::optional<Fault>, fault)                                       \
  /* the side to move must capture: its faulty move was taken back */     \
  HELD(bool, compelled)                                                   \
  SHOWN(std::optional<Takeback>, takeback, "takeback")                    \
  HELD(std::optional<Clock>, clock)                                       \
  SHOWN(bool, paused, "paused")                                           \
  /* of the last event that has a time */                                 \
  SHOWN(std::optional<Millis>, at, "at")                                  \
  HELD(std::optional<Outcome>, outcome)

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
