// The law of play as Python sees it: it converts types and decides nothing. A refusal is a tuple
// that `crownhead.procedure.refusal` turns into an exception.
#include <nanobind/stl/optional.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings/binding.hpp"
#include "game/game.hpp"
#include "game/record.hpp"
#include "game/view.hpp"

namespace crownhead::bindings {

namespace {

using namespace crownhead::game;

const char* name_of(Side side) {
  return side == white ? "white" : "black";
}

nb::object shown(std::optional<Side> side) {
  return side ? nb::object(nb::str(name_of(*side))) : nb::none();
}

Side side_of(nb::handle given) {
  if (PyUnicode_Check(given.ptr())) {
    if (PyUnicode_CompareWithASCIIString(given.ptr(), "white") == 0) return white;
    if (PyUnicode_CompareWithASCIIString(given.ptr(), "black") == 0) return black;
  }
  fail_with("no_color", nb::str(given));
}

// An attribute by a name that is made into a str only once.
nb::object value_of(nb::handle given, const char* name) {
  static auto* names = new std::unordered_map<const char*, PyObject*>();
  PyObject*& held = (*names)[name];
  if (!held) held = PyUnicode_InternFromString(name);
  PyObject* found = PyObject_GetAttr(given.ptr(), held);
  if (!found) nb::raise_python_error();
  return nb::steal(found);
}

std::optional<Side> side_or_none(nb::handle given) {
  if (given.is_none()) return std::nullopt;
  return side_of(given);
}

template <class Value>
nb::object shown(const std::optional<Value>& value) {
  return value ? nb::cast(*value) : nb::none();
}

// The text of a str that may hold half characters, which have no UTF-8.
std::optional<std::string> text_of(nb::handle text) {
  std::size_t length = 0;
  const char* raw = utf8(text, length);
  if (!raw) return std::nullopt;
  return std::string(raw, length);
}

nb::object shown(const std::string& text) {
  return nb::str(text.data(), text.size());
}

// Refusals

nb::tuple shown(const Ruleset& ruleset, const Reason& reason) {
  const ReasonFace& told = face(reason.code);
  nb::dict values;
  for (const ReasonField& field : told.fields) {
    switch (field.slot) {
      case ReasonSlot::none:
        break;
      case ReasonSlot::side:
        values[field.name] = name_of(reason.side);
        break;
      case ReasonSlot::first:
        values[field.name] = reason.first;
        break;
      case ReasonSlot::second:
        values[field.name] = reason.second;
        break;
      case ReasonSlot::squares:
        values[field.name] = numbers(ruleset, reason.squares);
        break;
      case ReasonSlot::text:
        values[field.name] = reason.text;
        break;
    }
  }
  return nb::make_tuple(told.code, values);
}

nb::object shown(const Ruleset& ruleset, const Refusal& refused) {
  switch (refused.outset) {
    case Outset::allowed:
      return nb::none();
    case Outset::reason:
      return nb::make_tuple("reason", shown(ruleset, refused.reason));
    case Outset::illegal_move:
      return nb::make_tuple("illegal_move", nb::none());
    case Outset::invalid_move:
      return nb::make_tuple("invalid_move", nb::make_tuple(refused.wrong, refused.column));
    case Outset::ambiguous_move: {
      nb::list candidates;
      for (const Move& move : refused.candidates) candidates.append(nb::cast(move));
      return nb::make_tuple("ambiguous_move", candidates);
    }
    case Outset::not_faulty:
      return nb::make_tuple("not_faulty", nb::none());
    case Outset::too_complex:
      fail_with("too_complex");
  }
  return nb::none();
}

// Events

EventKind kind_of(nb::handle event) {
  const nb::object text = value_of(event, "kind");
  for (const EventKind kind : event_kinds)
    if (PyUnicode_Check(text.ptr()) &&
        PyUnicode_CompareWithASCIIString(text.ptr(), name(kind)) == 0)
      return kind;
  throw nb::type_error("not an event of a game");
}

// An event of Python's; its fields were checked when it was made.
Event event_of(nb::handle given) {
  Event event;
  event.kind = kind_of(given);
  for (const EventField& field : fields(event.kind)) {
    const nb::object value = value_of(given, field.name);
    switch (field.slot) {
      case EventSlot::side:
        event.side = side_or_none(value);
        break;
      case EventSlot::text:
        if (!value.is_none()) event.text = text_of(value).value_or("?");
        break;
      case EventSlot::flag:
        event.flag = nb::cast<bool>(value);
        break;
      case EventSlot::number:
        event.number = nb::cast<std::int64_t>(value);
        break;
    }
  }
  const nb::object at = value_of(given, "at");
  if (!at.is_none()) event.at = nb::cast<std::int64_t>(at);
  return event;
}

nb::tuple shown(const Event& event) {
  nb::dict values;
  for (const EventField& field : fields(event.kind)) {
    switch (field.slot) {
      case EventSlot::side:
        values[field.name] = shown(event.side);
        break;
      case EventSlot::text:
        values[field.name] = event.text ? shown(*event.text) : nb::none();
        break;
      case EventSlot::flag:
        values[field.name] = event.flag;
        break;
      case EventSlot::number:
        values[field.name] = event.number;
        break;
    }
  }
  values["at"] = shown(event.at);
  return nb::make_tuple(name(event.kind), values);
}

// Agreements

using Stages = std::vector<std::tuple<Millis, std::int64_t, Millis>>;

TimeMode mode_of(const std::string& text) {
  for (int i = 0; i < 4; ++i)
    if (text == time_modes[i]) return static_cast<TimeMode>(i);
  throw nb::type_error("not a mode of time");
}

TimeControl control_of(nb::handle given) {
  TimeControl control;
  control.mode = mode_of(nb::cast<std::string>(given.attr("mode")));
  for (const nb::handle stage : given.attr("stages"))
    control.stages.push_back({nb::cast<Millis>(stage.attr("time")),
                              nb::cast<std::int64_t>(stage.attr("moves")),
                              nb::cast<Millis>(stage.attr("bonus"))});
  return control;
}

nb::object shown(const std::optional<TimeControl>& control) {
  if (!control) return nb::none();
  nb::list stages;
  for (const Stage& s : control->stages) stages.append(nb::make_tuple(s.time, s.moves, s.bonus));
  return nb::make_tuple(time_modes[static_cast<int>(control->mode)], stages);
}

// A clock as (left, stages, running, since, used), each pair White's first.
nb::tuple shown(const Clock& clock) {
  return nb::make_tuple(nb::make_tuple(clock.left[white], clock.left[black]),
                        nb::make_tuple(nb::make_tuple(clock.stage[white], clock.made[white]),
                                       nb::make_tuple(clock.stage[black], clock.made[black])),
                        shown(clock.running), shown(clock.since), clock.used);
}

Clock clock_of(nb::handle given) {
  Clock clock;
  const nb::object left = given.attr("left"), stages = given.attr("stages");
  for (const Side side : {white, black}) {
    clock.left[side] = nb::cast<Millis>(left.attr(name_of(side)));
    const auto stage = nb::cast<nb::tuple>(stages.attr(name_of(side)));
    clock.stage[side] = nb::cast<int>(stage[0]);
    clock.made[side] = nb::cast<std::int64_t>(stage[1]);
  }
  clock.running = side_or_none(given.attr("running"));
  const nb::object since = given.attr("since");
  if (!since.is_none()) clock.since = nb::cast<Millis>(since);
  clock.used = nb::cast<Millis>(given.attr("used"));
  return clock;
}

// The variant as the law knows it; Python holds one for each game it knows.
struct LawVariant {
  std::shared_ptr<const Variant> variant;
};

// Agreements with the Python type of their positions.
struct LawSetup {
  Setup setup;
  nb::object type;
};

struct LawState {
  Link state;
  nb::object type;
};

nb::object shown(const std::optional<Outcome>& outcome) {
  if (!outcome) return nb::none();
  return nb::make_tuple(shown(outcome->winner),
                        terminations[static_cast<int>(outcome->termination)], shown(outcome->rule));
}

struct LawGame {
  Game game;
  nb::object type;

  const Ruleset& ruleset() const { return game.setup().ruleset(); }
};

// What a game stands at, for work during which other threads of Python go on, and may change it.
struct Moment {
  std::shared_ptr<const Setup> setup;
  Link state;

  explicit Moment(const LawGame& self) : setup(self.game.agreed()), state(self.game.link()) {}

  template <class Work>
  auto ask(Work&& work) const {
    const nb::gil_scoped_release released;
    return work(*setup, *state);
  }
};

// Change a game by what `find` says follows its state; again, where another thread was faster.
template <class Find>
Refusal changed(LawGame& self, Game::Next& next, Find&& find) {
  for (;;) {
    const Moment moment(self);
    next = {};
    Refusal refused;
    {
      const nb::gil_scoped_release released;
      refused = find(*moment.setup, moment.state, next);
    }
    if (refused || self.game.take(std::move(next))) return refused;
  }
}

nb::object added(LawGame& self, nb::handle given) {
  const Event event = event_of(given);
  Game::Next next;
  return shown(self.ruleset(),
               changed(self, next, [&](const auto& setup, const auto& state, auto& found) {
                 return Game::following(setup, state, event, found);
               }));
}

nb::object played(LawGame& self, nb::handle by, nb::handle move, Millis lag,
                  std::optional<Millis> at) {
  const Side side = side_of(by);
  Game::Next next;
  const auto play = [&](const auto& meant) {
    return changed(self, next, [&](const auto& setup, const auto& state, auto& found) {
      return Game::following(setup, state, side, meant, lag, at, found);
    });
  };
  Refusal refused;
  if (Move* given = nullptr; nb::try_cast(move, given) && given) {
    refused = play(Move(*given));
  } else {
    const auto text = text_of(move);
    if (!text) fail_with("invalid_move", "?", "is not text", 1);
    refused = play(std::string_view(*text));
  }
  return refused ? shown(self.ruleset(), refused) : nb::cast(next.found.move);
}

nb::object explained(const LawGame& self, nb::handle move) {
  const Moment moment(self);
  const auto explain = [&](const auto& meant) {
    return shown(self.ruleset(), moment.ask([&](const Setup& setup, const State& state) {
      return Game::explained(setup, state, meant);
    }));
  };
  if (Move* given = nullptr; nb::try_cast(move, given) && given) return explain(Move(*given));
  const auto text = text_of(move);
  if (!text) fail_with("invalid_move", "?", "is not text", 1);
  return explain(std::string_view(*text));
}

nb::list logged(const LawGame& self, std::size_t first) {
  nb::list found;
  for (std::size_t i = first; i < self.game.log().size(); ++i)
    found.append(shown(self.game.log()[i]));
  return found;
}

nb::list claimed(const LawGame& self) {
  std::vector<Claim> found;
  const bool known = Moment(self).ask(
      [&](const Setup& setup, const State& state) { return claims(setup, state, found); });
  if (!known) fail_with("too_complex");
  nb::list listed;
  for (const Claim& claim : found)
    listed.append(nb::make_tuple(shown(claim.rule), name_of(claim.by),
                                 claim.move ? nb::cast(*claim.move) : nb::none()));
  return listed;
}

nb::list counted(const LawGame& self) {
  nb::list listed;
  for (const Counter& counter : counters(self.game.setup(), self.game.state()))
    listed.append(nb::make_tuple(shown(counter.rule), counter.made, counter.limit,
                                 units[static_cast<int>(counter.unit)], shown(counter.side),
                                 counter.resets, counter.automatic));
  return listed;
}

nb::list dutiful(const LawGame& self) {
  nb::list listed;
  for (const Duty& duty : duties(self.game.setup(), self.game.state()))
    listed.append(nb::make_tuple(name_of(duty.side), duty.made, duty.limit));
  return listed;
}

nb::list possible(const LawGame& self, nb::handle by, std::optional<Millis> at) {
  const Side side = side_of(by);
  const std::uint32_t kinds = Moment(self).ask(
      [&](const Setup& setup, const State& state) { return allowed(setup, state, side, at); });
  nb::list listed;
  for (const EventKind kind : event_kinds)
    if (kinds & bit_of(kind)) listed.append(nb::str(name(kind)));
  return listed;
}

nb::object stood(const LawGame& self) {
  std::optional<Outcome> outcome;
  const bool known = Moment(self).ask([&](const Setup& setup, const State& state) {
    return outcome_if_stood(setup, state, outcome);
  });
  if (!known) fail_with("too_complex");
  return shown(outcome);
}

nb::object begun(const LawSetup& setup, std::string white_name, std::string black_name) {
  auto game = std::make_unique<LawGame>(
      LawGame{Game(setup.setup, {std::move(white_name), std::move(black_name)}), setup.type});
  if (const Refusal refused = game->game.begin()) return shown(game->ruleset(), refused);
  return nb::cast(game.release(), nb::rv_policy::take_ownership);
}

// What is wrong with a record: None, or (text, reason or None).
nb::object shown(const Ruleset* ruleset, const Wrong& wrong) {
  if (!wrong) return nb::none();
  return nb::make_tuple(shown(wrong.what), wrong.reason && ruleset
                                               ? nb::object(shown(*ruleset, *wrong.reason))
                                               : nb::none());
}

void bind_agreements(nb::module_& m) {
  nb::class_<LawVariant>(m, "LawVariant")
      .def(
          "__init__",
          [](LawVariant* self, const Ruleset& ruleset, int repetition, bool automatic,
             std::string rule, const std::vector<std::string>& draw_rules, std::string json) {
            auto made = std::make_shared<Variant>();
            made->ruleset = &ruleset;
            made->repetition = repetition;
            made->repetition_automatic = automatic;
            made->repetition_rule = std::move(rule);
            for (std::size_t i = 0; i < draw_rules.size() && i < made->draw_rules.size(); ++i)
              made->draw_rules[i] = draw_rules[i];
            made->json = std::move(json);
            new (self) LawVariant{std::move(made)};
          },
          "ruleset"_a, "repetition"_a, "repetition_automatic"_a, "repetition_rule"_a,
          "draw_rules"_a, "json"_a);
  nb::class_<LawSetup>(m, "LawSetup")
      .def(
          "__init__",
          [](LawSetup* self, const LawVariant& variant, nb::object start, bool huffing,
             int refusal_duty, bool reset_on_progress, const std::string& draws, int offers_after,
             int opening, nb::object time) {
            Setup setup;
            setup.variant = variant.variant;
            setup.start = *nb::inst_ptr<Position>(start);
            setup.huffing = huffing;
            setup.refusal_duty = refusal_duty;
            setup.reset_on_progress = reset_on_progress;
            setup.draws = draws == "claim"       ? Draws::claim
                          : draws == "automatic" ? Draws::automatic
                                                 : Draws::rules;
            setup.offers_after = offers_after;
            setup.opening = opening;
            if (!time.is_none()) setup.time = control_of(time);
            new (self) LawSetup{std::move(setup), nb::borrow(start.type())};
          },
          "variant"_a, "start"_a, "huffing"_a, "refusal_duty"_a, "reset_on_progress"_a, "draws"_a,
          "offers_after"_a, "opening"_a, "time"_a.none())
      .def(
          "contradiction",
          [](const LawSetup& self) -> nb::object {
            const auto reason = contradiction(self.setup);
            if (!reason) return nb::none();
            return shown(self.setup.ruleset(), *reason);
          },
          nb::sig("def contradiction(self) -> tuple[str, dict[str, typing.Any]] | None"))
      .def(
          "values",
          [](const LawSetup& self) {
            const Setup& s = self.setup;
            nb::dict found;
            found["start"] = wrap(self.type, s.start);
            found["huffing"] = s.huffing;
            found["refusal_duty"] = s.refusal_duty;
            found["reset_on_progress"] = s.reset_on_progress;
            found["draws"] = draws_names[static_cast<int>(s.draws)];
            found["offers_after"] = s.offers_after;
            found["opening"] = s.opening;
            found["time"] = shown(s.time);
            return found;
          },
          nb::sig("def values(self) -> dict[str, typing.Any]"))
      .def("json", [](const LawSetup& self) {
        std::string text;
        JsonWriter writer(text);
        write_setup(writer, self.setup);
        return text;
      });
}

void bind_ending(nb::module_& m) {
  m.def(
      "outcome_on_board",
      [](const LawVariant& variant, const Position& position) {
        std::optional<Outcome> outcome;
        bool known = false;
        {
          const nb::gil_scoped_release released;
          known = outcome_on_board(*variant.variant, position, outcome);
        }
        if (!known) fail_with("too_complex");
        return shown(outcome);
      },
      "variant"_a, "position"_a,
      nb::sig("def outcome_on_board(variant: LawVariant, position: Position) -> typing.Any"),
      "How a position alone ends the game: (winner, termination, rule), or None.");
}

void bind_clock(nb::module_& m) {
  m.def(
      "time_problem", [](nb::handle control) { return problem(control_of(control)); }, "control"_a,
      nb::sig("def time_problem(control: typing.Any) -> str"));
  m.def(
      "time_in_pdn", [](nb::handle control) { return in_pdn(control_of(control)); }, "control"_a,
      nb::sig("def time_in_pdn(control: typing.Any) -> str"));
#define CLOCK_SIG(name, arguments) \
  nb::sig("def " name "(clock: typing.Any" arguments ") -> tuple[typing.Any, ...]")
  m.def(
      "clock_started",
      [](nb::handle clock, nb::handle side, Millis at) {
        return shown(
            started(control_of(clock.attr("control")), clock_of(clock), side_of(side), at));
      },
      "clock"_a, "side"_a, "at"_a, CLOCK_SIG("clock_started", ", side: str, at: int"));
  m.def(
      "clock_pressed",
      [](nb::handle clock, Millis at, Millis lag) {
        return shown(pressed(control_of(clock.attr("control")), clock_of(clock), at, lag));
      },
      "clock"_a, "at"_a, "lag"_a, CLOCK_SIG("clock_pressed", ", at: int, lag: int"));
  m.def(
      "clock_paused",
      [](nb::handle clock, Millis at) { return shown(paused(clock_of(clock), at)); }, "clock"_a,
      "at"_a, CLOCK_SIG("clock_paused", ", at: int"));
  m.def(
      "clock_resumed",
      [](nb::handle clock, Millis at) { return shown(resumed(clock_of(clock), at)); }, "clock"_a,
      "at"_a, CLOCK_SIG("clock_resumed", ", at: int"));
  m.def(
      "clock_settled",
      [](nb::handle clock, Millis at, Millis lag) {
        return shown(settled(control_of(clock.attr("control")), clock_of(clock), at, lag));
      },
      "clock"_a, "at"_a, "lag"_a, CLOCK_SIG("clock_settled", ", at: int, lag: int"));
#undef CLOCK_SIG
  m.def(
      "clock_remaining",
      [](nb::handle clock, nb::handle side, std::optional<Millis> at, Millis lag) {
        return remaining(control_of(clock.attr("control")), clock_of(clock), side_of(side), at,
                         lag);
      },
      "clock"_a, "side"_a, "at"_a.none(), "lag"_a,
      nb::sig("def clock_remaining(clock: typing.Any, side: str, at: int | None, lag: int) -> "
              "int"));
}

void bind_state(nb::module_& m) {
  nb::class_<LawState>(m, "LawState")
      .def_prop_ro(
          "position", [](const LawState& s) { return wrap(s.type, s.state->position); },
          nb::sig("def position(self) -> typing.Any"))
      .def_prop_ro("turn", [](const LawState& s) { return name_of(s.state->turn()); })
      .def_prop_ro("before",
                   [](const LawState& s) -> std::optional<LawState> {
                     if (!s.state->before) return std::nullopt;
                     return LawState{s.state->before, s.type};
                   })
      .def_prop_ro("move",
                   [](const LawState& s) -> std::optional<Move> {
                     if (!s.state->before) return std::nullopt;
                     return s.state->move;
                   })
      .def_prop_ro("erred", [](const LawState& s) { return s.state->erred; })
      .def_prop_ro(
          "values",
          [](const LawState& self) {
            const State& s = *self.state;
            nb::dict found;
            found["events"] = s.events;
            found["huff"] = shown(s.huff);
            found["plies"] = s.plies;
            found["plies_since_capture"] = s.plies_since_capture;
            found["draw_offer"] = shown(s.draw_offer);
            found["offer_waits"] = nb::make_tuple(s.offer_waits[white], s.offer_waits[black]);
            found["duties"] = nb::make_tuple(shown(s.duties[white]), shown(s.duties[black]));
            found["fault"] = nb::none();
            if (s.fault)
              found["fault"] = nb::make_tuple(name_of(s.fault->by),
                                              numbers(*s.position.ruleset, s.fault->pieces),
                                              shown(s.fault->at), s.fault->lag);
            found["compelled"] = s.compelled;
            found["takeback"] = nb::none();
            if (s.takeback)
              found["takeback"] = nb::make_tuple(name_of(s.takeback->by), s.takeback->plies);
            found["clock"] = s.clock ? nb::object(shown(*s.clock)) : nb::none();
            found["paused"] = s.paused;
            found["at"] = shown(s.at);
            found["outcome"] = shown(s.outcome);
            return found;
          },
          nb::sig("def values(self) -> dict[str, typing.Any]"),
          "Everything but positions and moves, as plain data.");
}

void bind_record(nb::module_& m) {
  nb::class_<Record>(m, "LawRecord", "A game's record, read in two steps.")
      .def(nb::init<>())
      .def(
          "read",
          [](Record& self, nb::str text) -> nb::object {
            const auto raw = text_of(text);
            if (!raw) return shown(nullptr, Wrong{"Game record: not JSON (half a character)", {}});
            Wrong wrong;
            {
              const nb::gil_scoped_release released;
              wrong = self.read(*raw);
            }
            return shown(nullptr, wrong);
          },
          "text"_a, nb::sig("def read(self, text: str) -> tuple[str, typing.Any] | None"))
      .def_prop_ro("variant", [](const Record& self) { return std::string(self.variant()); })
      .def(
          "finish",
          [](Record& self, const LawVariant& variant) {
            Wrong wrong;
            {
              const nb::gil_scoped_release released;
              wrong = self.finish(variant.variant);
            }
            return shown(variant.variant->ruleset, wrong);
          },
          "variant"_a,
          nb::sig("def finish(self, variant: LawVariant) -> tuple[str, typing.Any] | None"))
      .def(
          "play",
          [](const Record& self, nb::object type) -> nb::object {
            auto game = std::make_unique<LawGame>(LawGame{Game(self.setup, self.players), type});
            const Ruleset& ruleset = self.setup.ruleset();
            Refusal refused;
            std::size_t done = 0;
            bool begun = false;
            {
              const nb::gil_scoped_release released;
              refused = game->game.begin();
              begun = !refused;
              while (!refused && done < self.events.size())
                if (!(refused = game->game.add(self.events[done]))) ++done;
            }
            if (!begun) return nb::make_tuple(-1, shown(ruleset, refused), nb::none());
            nb::object replayed = nb::cast(game.release(), nb::rv_policy::take_ownership);
            if (!refused) return replayed;
            return nb::make_tuple(done, shown(ruleset, refused), replayed);
          },
          "type"_a, nb::sig("def play(self, type: typing.Any) -> typing.Any"),
          "The game; or where an event is refused its index, why, and the game before it.")
      .def(
          "event", [](const Record& self, std::size_t index) { return shown(self.events[index]); },
          "index"_a, nb::sig("def event(self, index: int) -> tuple[str, dict[str, typing.Any]]"));
}

// What the Python faces of events and reasons are checked against.
void bind_faces(nb::module_& m) {
  static constexpr const char* event_slots[] = {"side", "text", "flag", "number"};
  static constexpr const char* reason_slots[] = {"", "side", "number", "number", "squares", "text"};
  m.def(
      "event_faces",
      [] {
        nb::dict found;
        for (const EventKind kind : event_kinds) {
          nb::list listed;
          for (const EventField& f : fields(kind))
            listed.append(nb::make_tuple(f.name, event_slots[static_cast<int>(f.slot)], f.nullable,
                                         f.optional));
          found[name(kind)] = listed;
        }
        return found;
      },
      nb::sig("def event_faces() -> dict[str, list[tuple[str, str, bool, bool]]]"),
      "The fields of every kind of event: name, type, whether null is a value, whether optional.");
  m.def(
      "terminations",
      [] {
        nb::list found;
        for (const char* name : terminations) found.append(nb::str(name));
        return found;
      },
      nb::sig("def terminations() -> list[str]"));
  m.def(
      "reason_faces",
      [] {
        nb::dict found;
        for (const ReasonFace& told : reason_faces) {
          nb::list listed;
          for (const ReasonField& f : told.fields)
            if (f.slot != ReasonSlot::none)
              listed.append(nb::make_tuple(f.name, reason_slots[static_cast<int>(f.slot)]));
          found[told.code] = nb::make_tuple(told.rule, listed);
        }
        return found;
      },
      nb::sig("def reason_faces() -> dict[str, tuple[str, list[tuple[str, str]]]]"),
      "The rule and the fields of every reason of the procedure.");
}

}  // namespace

void bind_game(nb::module_& m) {
  bind_agreements(m);
  bind_ending(m);
  bind_clock(m);
  bind_state(m);
  nb::class_<LawGame>(m, "LawGame")
      .def_static("begun", &begun, "setup"_a, "white"_a, "black"_a,
                  nb::sig("def begun(setup: LawSetup, white: str, black: str) -> LawGame"))
      .def("add", &added, "event"_a, nb::sig("def add(self, event: typing.Any) -> typing.Any"))
      .def("play", &played, "by"_a, "move"_a, "lag"_a, "at"_a.none(),
           nb::sig("def play(self, by: str, move: Move | str, lag: int, at: int | None) -> "
                   "typing.Any"))
      .def("explain", &explained, "move"_a,
           nb::sig("def explain(self, move: Move | str) -> typing.Any"))
      .def(
          "check",
          [](const LawGame& self, nb::handle event) {
            const Event asked = event_of(event);
            return shown(self.ruleset(),
                         Moment(self).ask([&](const Setup& setup, const State& state) {
                           return check(setup, state, asked);
                         }));
          },
          "event"_a, nb::sig("def check(self, event: typing.Any) -> typing.Any"))
      .def(
          "truncated",
          [](const LawGame& self, std::int64_t plies) -> nb::object {
            std::unique_ptr<Game> shorter;
            const Game whole = self.game;
            Refusal refused;
            {
              const nb::gil_scoped_release released;
              refused = whole.truncated(plies, shorter);
            }
            if (refused) return shown(self.ruleset(), refused);
            return nb::cast(new LawGame{std::move(*shorter), self.type},
                            nb::rv_policy::take_ownership);
          },
          "plies"_a, nb::sig("def truncated(self, plies: int) -> typing.Any"))
      .def_prop_ro("setup",
                   [](const LawGame& self) { return LawSetup{self.game.setup(), self.type}; })
      .def_prop_ro(
          "players",
          [](const LawGame& self) {
            return nb::make_tuple(shown(self.game.players().white),
                                  shown(self.game.players().black));
          },
          nb::sig("def players(self) -> tuple[str, str]"))
      .def_prop_ro("state",
                   [](const LawGame& self) { return LawState{self.game.link(), self.type}; })
      .def_prop_ro(
          "turn", [](const LawGame& self) { return name_of(self.game.state().turn()); },
          nb::sig("def turn(self) -> typing.Literal['white', 'black']"))
      .def_prop_ro("length", [](const LawGame& self) { return self.game.log().size(); })
      .def("events", &logged, "first"_a,
           nb::sig("def events(self, first: int) -> list[tuple[str, dict[str, typing.Any]]]"))
      .def("claims", &claimed, nb::sig("def claims(self) -> list[tuple[typing.Any, ...]]"))
      .def("counters", &counted, nb::sig("def counters(self) -> list[tuple[typing.Any, ...]]"))
      .def("duties", &dutiful, nb::sig("def duties(self) -> list[tuple[typing.Any, ...]]"))
      .def("allowed", &possible, "by"_a, "at"_a.none(),
           nb::sig("def allowed(self, by: str, at: int | None) -> list[str]"))
      .def_prop_ro(
          "verdict_due",
          [](const LawGame& self) {
            return shown(verdict_due(self.game.setup(), self.game.state()));
          },
          nb::sig("def verdict_due(self) -> typing.Literal['white', 'black'] | None"))
      .def_prop_ro(
          "would_refuse",
          [](const LawGame& self) { return would_refuse(self.game.setup(), self.game.state()); })
      .def_prop_ro("outcome_if_stood", &stood, nb::sig("def outcome_if_stood(self) -> typing.Any"))
      .def(
          "text_of",
          [](const LawGame& self, const Move& move, bool faulty, bool asked) {
            const Found found{move, faulty};
            return Moment(self).ask([&](const Setup& setup, const State& state) {
              return game::text_of(setup, state, found, asked);
            });
          },
          "move"_a, "faulty"_a, "asked"_a)
      .def("json", [](const LawGame& self) {
        return write_record(self.game.setup(), self.game.players(), self.game.log());
      });
  bind_record(m);
  bind_faces(m);
}

}  // namespace crownhead::bindings
