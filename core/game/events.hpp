// What happens in a game: the closed set of events, each with its fields, listed once. The Python
// and TypeScript faces are checked against this list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rules/rules.hpp"

namespace crownhead::game {

#define CROWNHEAD_EVENTS(KIND)                                                       \
  KIND(played)             /* a move in PDN; faulty if it neglects a capture (H) */  \
  KIND(draw_offered)       /* E23, D */                                              \
  KIND(draw_accepted)      /* the standing offer: the game is drawn (E23) */         \
  KIND(draw_declined)      /* where E24 is on the refuser takes on the duty */       \
  KIND(draw_withdrawn)     /* by the side that made the offer */                     \
  KIND(draw_claimed)       /* `move` announces the move that would bring it about */ \
  KIND(huffed)             /* H1 */                                                  \
  KIND(compelled)          /* H2 */                                                  \
  KIND(stood)              /* H3, in so many words */                                \
  KIND(resigned)           /* a side gives up */                                     \
  KIND(takeback_requested) /* by `plies` plies */                                    \
  KIND(takeback_accepted)  /* the game goes back */                                  \
  KIND(takeback_declined)  /* the other side does not agree */                       \
  KIND(adjudicated)        /* the verdict after a refused draw (E24) */              \
  KIND(awarded)            /* an arbiter ends the game; without a winner: a draw */  \
  KIND(time_forfeited)     /* the time of `side` has run out */                      \
  KIND(paused)             /* clocks stand */                                        \
  KIND(resumed)            /* goes on, or the clock of the side to move is started */

enum class EventKind : std::uint8_t {
#define CROWNHEAD_KIND(kind) kind,
  CROWNHEAD_EVENTS(CROWNHEAD_KIND)
#undef CROWNHEAD_KIND
};

inline constexpr EventKind event_kinds[] = {
#define CROWNHEAD_KIND(kind) EventKind::kind,
    CROWNHEAD_EVENTS(CROWNHEAD_KIND)
#undef CROWNHEAD_KIND
};

inline constexpr const char* event_names[] = {
#define CROWNHEAD_KIND(kind) #kind,
    CROWNHEAD_EVENTS(CROWNHEAD_KIND)
#undef CROWNHEAD_KIND
};

constexpr const char* name(EventKind kind) {
  return event_names[static_cast<int>(kind)];
}

// One event. Which slots mean something, and under which names, `fields` says; `at` is in
// milliseconds on any clock that only goes forward.
struct Event {
  EventKind kind = EventKind::played;
  std::optional<Side> side;
  std::optional<std::string> text;
  bool flag = false;
  std::int64_t number = 0;
  std::optional<std::int64_t> at;

  bool operator==(const Event&) const = default;
};

enum class EventSlot : std::uint8_t { side, text, flag, number };

struct EventField {
  const char* name;
  EventSlot slot;
  bool nullable = false;  // null is a value of it
  bool optional = false;  // left out of JSON at its default: null, "", false, 0
};

struct EventFields {
  EventField at[4];
  int size;

  const EventField* begin() const { return at; }
  const EventField* end() const { return at + size; }
};

// The fields of an event in the order of its JSON; every event has `at` besides.
constexpr EventFields fields(EventKind kind) {
  constexpr EventField by{"by", EventSlot::side}, side{"side", EventSlot::side};
  switch (kind) {
    case EventKind::played:
      return {{by,
               {"move", EventSlot::text},
               {"faulty", EventSlot::flag, false, true},
               {"lag", EventSlot::number, false, true}},
              4};
    case EventKind::draw_claimed:
      return {{by, {"move", EventSlot::text, true, true}}, 2};
    case EventKind::huffed:
      return {{by, {"square", EventSlot::number}}, 2};
    case EventKind::takeback_requested:
      return {{by, {"plies", EventSlot::number}}, 2};
    case EventKind::adjudicated:
      return {{side, {"advantage", EventSlot::flag}, {"reason", EventSlot::text, false, true}}, 3};
    case EventKind::awarded:
      return {{{"winner", EventSlot::side, true},
               {"reason", EventSlot::text, false, true},
               {"forfeit", EventSlot::flag, false, true}},
              3};
    case EventKind::time_forfeited:
      return {{side}, 1};
    case EventKind::paused:
    case EventKind::resumed:
      return {{}, 0};
    case EventKind::draw_offered:
    case EventKind::draw_accepted:
    case EventKind::draw_declined:
    case EventKind::draw_withdrawn:
    case EventKind::compelled:
    case EventKind::stood:
    case EventKind::resigned:
    case EventKind::takeback_accepted:
    case EventKind::takeback_declined:
      return {{by}, 1};
  }
  return {{}, 0};
}

}  // namespace crownhead::game
