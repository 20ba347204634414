// What happens in a game: the closed set of events, each with its properties and its fields, listed
// once. All else that differs by the kind of an event is read from here; the Python and TypeScript
// faces are checked against this list.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include "rules/rules.hpp"

namespace crownhead::game {

// The part of the law that an event belongs to, which alone says what it does and why not.
enum class Part : std::uint8_t { move, offer, answer, takeback, claim, timing, verdict, end };

// What it asks of a game with a clock: its own time, time left to its side.
enum class Needs : std::uint8_t { nothing, time, time_left, both };

// To whom it falls where one person has both sides: to the side to move, to the one that alone can
// bring it about, as who answers an offer, or to the one that can claim.
enum class Author : std::uint8_t { mover, able, claimant };

// What it means to those who read a log: a ply more, an offer that an answer ends, a ply less, a
// wish to go back that is granted.
enum class Trace : std::uint8_t { none, ply, offer, answer, undo, wish, back };

// Name, part, needs, author, trace; the word of its PDN command and the one that it has instead
// where its flag is set, or where it is a huff that does not stand; the sentence that tells of it
// where no view shows it.
#define CROWNHEAD_EVENTS(KIND)                                                          \
  /* a move in PDN; faulty if it neglects a capture (H) */                              \
  KIND(played, move, both, mover, ply, "play", "fault", "")                             \
  /* E23, D */                                                                          \
  KIND(draw_offered, offer, nothing, mover, offer, "offer", "", "")                     \
  /* the standing offer: the game is drawn (E23) */                                     \
  KIND(draw_accepted, offer, nothing, able, answer, "accept", "", "")                   \
  /* where E24 is on the refuser takes on the duty */                                   \
  KIND(draw_declined, offer, nothing, able, answer, "decline", "", "declined")          \
  /* by the side that made the offer */                                                 \
  KIND(draw_withdrawn, offer, nothing, able, answer, "withdraw", "", "")                \
  /* `move` announces the move that would bring it about */                             \
  KIND(draw_claimed, claim, time_left, claimant, answer, "claim", "", "")               \
  /* H1 */                                                                              \
  KIND(huffed, answer, both, mover, none, "huff", "unhuff", "")                         \
  /* H2 */                                                                              \
  KIND(compelled, answer, both, mover, undo, "compel", "", "compelled")                 \
  /* H3, in so many words */                                                            \
  KIND(stood, answer, both, mover, none, "stand", "", "")                               \
  /* a side gives up */                                                                 \
  KIND(resigned, end, nothing, mover, none, "resign", "", "")                           \
  /* by `plies` plies */                                                                \
  KIND(takeback_requested, takeback, nothing, mover, wish, "takeback", "", "")          \
  /* the game goes back */                                                              \
  KIND(takeback_accepted, takeback, time, able, back, "takeback-yes", "", "")           \
  /* the other side does not agree */                                                   \
  KIND(takeback_declined, takeback, nothing, able, none, "takeback-no", "", "declined") \
  /* the verdict after a refused draw (E24) */                                          \
  KIND(adjudicated, verdict, time, mover, none, "verdict", "", "")                      \
  /* an arbiter ends the game; without a winner: a draw */                              \
  KIND(awarded, end, nothing, mover, none, "award", "forfeit", "")                      \
  /* the time of `side` has run out */                                                  \
  KIND(time_forfeited, timing, time, mover, none, "flag", "", "")                       \
  /* clocks stand */                                                                    \
  KIND(paused, timing, time, mover, none, "pause", "", "")                              \
  /* goes on, or the clock of the side to move is started */                            \
  KIND(resumed, timing, time, mover, none, "resume", "", "")                            \
  /* an arbiter says how much time `side` has left, in milliseconds */                  \
  KIND(clock_set, timing, time, mover, none, "settime", "", "")

enum class EventKind : std::uint8_t {
#define CROWNHEAD_KIND(kind, ...) kind,
  CROWNHEAD_EVENTS(CROWNHEAD_KIND)
#undef CROWNHEAD_KIND
};

inline constexpr EventKind event_kinds[] = {
#define CROWNHEAD_KIND(kind, ...) EventKind::kind,
    CROWNHEAD_EVENTS(CROWNHEAD_KIND)
#undef CROWNHEAD_KIND
};

// What the list says of a kind.
struct EventFace {
  const char* name;
  Part part;
  Needs needs;
  Author author;
  Trace trace;
  const char* word;
  const char* other_word;
  const char* told;
};

inline constexpr EventFace event_faces[] = {
#define CROWNHEAD_KIND(kind, part, needs, author, trace, word, other, told) \
  {#kind, Part::part, Needs::needs, Author::author, Trace::trace, word, other, told},
    CROWNHEAD_EVENTS(CROWNHEAD_KIND)
#undef CROWNHEAD_KIND
};

constexpr const EventFace& face(EventKind kind) {
  return event_faces[static_cast<int>(kind)];
}

// Whether these are all the kinds of a part: what it does with the last of them in an `else` would
// otherwise be done with a new one, too.
consteval bool makes_up(Part part, std::initializer_list<EventKind> kinds) {
  for (const EventKind kind : event_kinds) {
    bool named = false;
    for (const EventKind one : kinds) named |= one == kind;
    if (named != (face(kind).part == part)) return false;
  }
  return true;
}

constexpr const char* name(EventKind kind) {
  return face(kind).name;
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
    case EventKind::clock_set:
      return {{side, {"left", EventSlot::number}}, 2};
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

// Whether the side of an event is the side to move, of which PDN need not speak.
constexpr bool side_is_implied(EventKind kind) {
  return face(kind).part == Part::move || face(kind).part == Part::answer;
}

}  // namespace crownhead::game
