// A game under the law of play as Python sees it: types are converted, nothing is decided.
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/law.hpp"
#include "game/moves.hpp"
#include "game/shown.hpp"
#include "game/view.hpp"

namespace crownhead::bindings {

using namespace crownhead::game;

namespace {

// What a game stands at, for work during which other threads of Python go on, and may change it.
struct Moment {
  std::shared_ptr<const Setup> setup;
  Link state;

  explicit Moment(const LawGame& self)
      : Moment(self.look([](const Game& game) { return Moment(game); })) {}
  explicit Moment(const Game& game) : setup(game.agreed()), state(game.link()) {}

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
    if (refused || self.change([&](Game& game) { return game.take(std::move(next)); }))
      return refused;
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

nb::object followed(LawGame& self, nb::handle given) {
  const Event event = event_of(given);
  Game::Next next;
  Refusal refused = changed(self, next, [&](const auto& setup, const auto& state, auto& found) {
    return Game::following(setup, state, event, found);
  });
  while (refused) {
    Game stored = self.look([](const Game& game) { return game; });
    const Link before = stored.link();
    {
      const nb::gil_scoped_release released;
      refused = stored.follow(event);
    }
    const bool first = self.change([&](Game& game) {
      if (game.link() != before) return false;  // another thread was faster
      if (!refused) game = std::move(stored);
      return true;
    });
    if (first) break;
  }
  return shown(self.ruleset(), refused);
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
    refused = play(crownhead::Move(*given));
  } else {
    refused = play(move_text(move));
  }
  return refused ? shown(self.ruleset(), refused) : nb::cast(Move(next.found.move));
}

nb::object explained(const LawGame& self, nb::handle move) {
  const Moment moment(self);
  const auto explain = [&](const auto& meant) {
    return shown(self.ruleset(), moment.ask([&](const Setup& setup, const State& state) {
      return Game::explained(setup, state, meant);
    }));
  };
  if (Move* given = nullptr; nb::try_cast(move, given) && given)
    return explain(crownhead::Move(*given));
  return explain(move_text(move));
}

// The texts by which the moves of a kind are played, in the order of their list, which is made once
// for all of them: a position may have a hundred moves, and each list costs as much as the
// position.
nb::list texts(const LawGame& self, bool faulty) {
  std::vector<std::string> found;
  const bool written = Moment(self).ask([&](const Setup& setup, const State& state) {
    Turn turn;
    Budget budget;
    if (!list_turn(state.position, may_err(setup, state), turn, budget)) return false;
    const MoveKind kind = faulty ? MoveKind::faulty : MoveKind::legal;
    for (const crownhead::Move& move : faulty ? turn.faulty : turn.legal) {
      MoveText text;
      write_playable(state.position, turn, move, kind, text, budget);
      found.emplace_back(text.c_str());
    }
    return true;
  });
  if (!written) fail_with("too_complex");
  nb::list listed;
  for (const std::string& text : found) listed.append(nb::str(text.c_str()));
  return listed;
}

nb::list logged(const LawGame& self, std::size_t first) {
  const std::vector<Event> events = self.look([&](const Game& game) {
    const auto& log = game.log();
    return std::vector<Event>(log.begin() + std::min(first, log.size()), log.end());
  });
  nb::list found;
  for (const Event& event : events) found.append(shown(event));
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
                                 claim.move ? nb::cast(Move(*claim.move)) : nb::none()));
  return listed;
}

nb::list counted(const LawGame& self) {
  nb::list listed;
  const Moment now(self);
  for (const Counter& counter : counters(*now.setup, *now.state))
    listed.append(nb::make_tuple(shown(counter.rule), counter.made, counter.limit,
                                 units[static_cast<int>(counter.unit)], shown(counter.side),
                                 counter.resets, counter.automatic));
  return listed;
}

nb::list dutiful(const LawGame& self) {
  nb::list listed;
  const Moment now(self);
  for (const Duty& duty : duties(*now.setup, *now.state))
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

// Where a game stands, as JSON, and the states that this took.
nb::tuple drawn(const LawGame& self, std::optional<Millis> at) {
  const auto [said, now] =
      self.look([](const Game& game) { return std::pair(said_in(game.log()), Moment(game)); });
  std::string text;
  std::int64_t states = 0;
  const bool known = now.ask([&, &said = said](const Setup& setup, const State& state) {
    JsonWriter out(text);
    return write_shown(out, setup, state, said, at, &states);
  });
  if (!known) fail_with("too_complex");
  return nb::make_tuple(text, states);
}

const char* author(const LawGame& self, const std::string& text) {
  for (const EventKind kind : event_kinds)
    if (text == name(kind))
      return name_of(Moment(self).ask(
          [&](const Setup& setup, const State& state) { return author_of(setup, state, kind); }));
  throw nb::value_error("no kind of event");
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
      Game(setup.setup, {std::move(white_name), std::move(black_name)}), setup.type);
  const Refusal refused = game->change([](Game& made) { return made.begin(); });
  if (refused) return shown(game->ruleset(), refused);
  return nb::cast(game.release(), nb::rv_policy::take_ownership);
}

// The positions of the game as it stands, the start first.
nb::tuple positions_of(const LawGame& self) {
  const Moment now(self);
  std::vector<crownhead::Position> found;
  for (const State* state = now.state.get(); state; state = state->before.get())
    found.push_back(state->position);
  std::reverse(found.begin(), found.end());
  return wrap_all(self.type, found);
}

// The moves between them.
nb::tuple moves_of(const LawGame& self) {
  const Moment now(self);
  std::vector<crownhead::Move> found;
  for (const State* state = now.state.get(); state->before; state = state->before.get())
    found.push_back(state->move);
  std::reverse(found.begin(), found.end());
  return wrap_all(nb::type<Move>(), found);
}

// Objects of Python's that the stub tells by these types.
#define CROWNHEAD_TYPED(name, type)                            \
  struct name : nb::object {                                   \
    using object::object;                                      \
    static constexpr auto Name = nb::detail::const_name(type); \
    name(nb::object value) : nb::object(std::move(value)) {}   \
  };
CROWNHEAD_TYPED(PositionSeen, "Position")
CROWNHEAD_TYPED(FaultSeen, "tuple[Side, tuple[int, ...], int | None, int] | None")
CROWNHEAD_TYPED(TakebackSeen, "tuple[Side, int] | None")
CROWNHEAD_TYPED(ClockSeen, "ClockValues | None")
CROWNHEAD_TYPED(OutcomeSeen, "OutcomeValues | None")
#undef CROWNHEAD_TYPED

// A field of a state as Python sees it: plain data. Where `crownhead.procedure.state` has a class
// of its own for it, this is its values.
template <class Value>
Value seen(const LawState&, const Value& value) {
  return value;
}

template <class Value>
std::pair<Value, Value> seen(const LawState&, const Both<Value>& both) {
  return {both[white], both[black]};
}

PositionSeen seen(const LawState& self, const crownhead::Position& position) {
  return wrap(self.type, position);
}

std::optional<LawState> seen(const LawState& self, const Link& before) {
  if (!before) return std::nullopt;
  return LawState(before, self.type);
}

std::optional<Move> seen(const LawState& self, const crownhead::Move& move) {
  if (!self.state->before) return std::nullopt;
  return move;
}

FaultSeen seen(const LawState& self, const std::optional<Fault>& fault) {
  if (!fault) return nb::none();
  return nb::make_tuple(fault->by, numbers(*self.state->position.ruleset, fault->pieces), fault->at,
                        fault->lag);
}

TakebackSeen seen(const LawState&, const std::optional<Takeback>& takeback) {
  if (!takeback) return nb::none();
  return nb::make_tuple(takeback->by, takeback->plies);
}

ClockSeen seen(const LawState&, const std::optional<Clock>& clock) {
  if (!clock) return nb::none();
  return shown(*clock);
}

OutcomeSeen seen(const LawState&, const std::optional<Outcome>& outcome) {
  return shown(outcome);
}

void bind_state(nb::module_& m) {
  nb::class_<LawState>(m, "LawState",
                       "Where a game stands; `crownhead.procedure.state` has its face.")
      .def(nb::init<const LawState&>(), "state"_a)
#define CROWNHEAD_HELD(type, name, told) \
  .def_prop_ro(#name, [](const LawState& s) { return seen(s, s.state->name); }, told)
#define CROWNHEAD_SHOWN(type, name, shown, told) CROWNHEAD_HELD(type, name, told)
          CROWNHEAD_STATE(CROWNHEAD_HELD, CROWNHEAD_SHOWN)
#undef CROWNHEAD_HELD
#undef CROWNHEAD_SHOWN
      .def_prop_ro(
          "turn", [](const LawState& s) { return s.state->turn(); }, "The side to move.")
      .def_prop_ro(
          "questions",
          [](const LawState& s) {
            nb::dict found;
            for (const QuestionFace& face : question_faces)
              if (const auto by = face.by(*s.state)) found[name(face.asked)] = name_of(*by);
            return found;
          },
          nb::sig("def questions(self) -> dict[str, Side]"),
          "The side that asks, by the kind of event that did: what waits for an answer.");
  m.def(
      "state_fields",
      [] {
        nb::dict found;
#define CROWNHEAD_HELD(type, name, told) found[#name] = nb::none();
#define CROWNHEAD_SHOWN(type, name, shown, told) found[#name] = shown;
        CROWNHEAD_STATE(CROWNHEAD_HELD, CROWNHEAD_SHOWN)
#undef CROWNHEAD_HELD
#undef CROWNHEAD_SHOWN
        return found;
      },
      nb::sig("def state_fields() -> dict[str, str | None]"),
      "The fields of a state, each with the name under which a view shows it as it is, or None.");
}

}  // namespace

void bind_game(nb::module_& m) {
  bind_agreements(m);
  bind_clocks(m);
  bind_state(m);
  nb::class_<LawGame>(m, "LawGame")
      .def_static("begun", &begun, "setup"_a, "white"_a, "black"_a,
                  nb::sig("def begun(setup: LawSetup, white: str, black: str) -> LawGame"))
      .def("add", &added, "event"_a,
           nb::sig("def add(self, event: EventFields) -> RefusalValues | None"))
      .def("follow", &followed, "event"_a,
           nb::sig("def follow(self, event: EventFields) -> RefusalValues | None"),
           "Add an event of a stored log, which may be of an earlier law.")
      .def("play", &played, "by"_a, "move"_a, "lag"_a, "at"_a.none(),
           nb::sig("def play(self, by: str, move: Move | str, lag: int, at: int | None) -> "
                   "Move | RefusalValues"))
      .def("explain", &explained, "move"_a,
           nb::sig("def explain(self, move: Move | str) -> RefusalValues | None"))
      .def(
          "check",
          [](const LawGame& self, nb::handle event) {
            const Event asked = event_of(event);
            return shown(self.ruleset(),
                         Moment(self).ask([&](const Setup& setup, const State& state) {
                           return check(setup, state, asked);
                         }));
          },
          "event"_a, nb::sig("def check(self, event: EventFields) -> RefusalValues | None"))
      .def(
          "truncated",
          [](const LawGame& self, std::int64_t plies) -> nb::object {
            std::unique_ptr<Game> shorter;
            const Game whole = self.look([](const Game& game) { return game; });
            Refusal refused;
            {
              const nb::gil_scoped_release released;
              refused = whole.truncated(plies, shorter);
            }
            if (refused) return shown(self.ruleset(), refused);
            return nb::cast(new LawGame(std::move(*shorter), self.type),
                            nb::rv_policy::take_ownership);
          },
          "plies"_a, nb::sig("def truncated(self, plies: int) -> LawGame | RefusalValues"))
      .def_prop_ro("setup",
                   [](const LawGame& self) { return LawSetup(*Moment(self).setup, self.type); })
      .def_prop_ro(
          "players",
          [](const LawGame& self) {
            const Players players = self.look([](const Game& game) { return game.players(); });
            return nb::make_tuple(shown(players.white), shown(players.black));
          },
          nb::sig("def players(self) -> tuple[str, str]"))
      .def_prop_ro("state",
                   [](const LawGame& self) { return LawState(Moment(self).state, self.type); })
      .def_prop_ro("positions", &positions_of,
                   nb::sig("def positions(self) -> tuple[Position, ...]"))
      .def_prop_ro("moves", &moves_of, nb::sig("def moves(self) -> tuple[Move, ...]"))
      .def_prop_ro(
          "turn", [](const LawGame& self) { return name_of(Moment(self).state->turn()); },
          nb::sig("def turn(self) -> typing.Literal['white', 'black']"))
      .def_prop_ro("length",
                   [](const LawGame& self) {
                     return self.look([](const Game& game) { return game.log().size(); });
                   })
      .def("events", &logged, "first"_a,
           nb::sig("def events(self, first: int) -> list[EventValues]"))
      .def("claims", &claimed, nb::sig("def claims(self) -> list[tuple[str, Side, Move | None]]"))
      .def("counters", &counted, nb::sig("def counters(self) -> list[CounterValues]"))
      .def("duties", &dutiful, nb::sig("def duties(self) -> list[tuple[Side, int, int]]"))
      .def("allowed", &possible, "by"_a, "at"_a.none(),
           nb::sig("def allowed(self, by: str, at: int | None) -> list[str]"))
      .def("shown", &drawn, "at"_a.none(),
           nb::sig("def shown(self, at: int | None) -> tuple[str, int]"),
           "All that is needed to draw the game, as JSON, and the states this took.")
      .def("author_of", &author, "kind"_a,
           nb::sig("def author_of(self, kind: str) -> typing.Literal['white', 'black']"))
      .def_prop_ro("can_abort",
                   [](const LawGame& self) {
                     const Moment now(self);
                     return can_abort(*now.setup, *now.state);
                   })
      .def(
          "fallen_flag",
          [](const LawGame& self, Millis at) {
            const Moment now(self);
            return shown(fallen_flag(*now.setup, *now.state, at));
          },
          "at"_a,
          nb::sig("def fallen_flag(self, at: int) -> typing.Literal['white', 'black'] | None"))
      .def_prop_ro("flag_falls",
                   [](const LawGame& self) {
                     const Moment now(self);
                     return flag_falls(*now.setup, *now.state);
                   })
      .def_prop_ro(
          "verdict_due",
          [](const LawGame& self) {
            const Moment now(self);
            return shown(verdict_due(*now.setup, *now.state));
          },
          nb::sig("def verdict_due(self) -> typing.Literal['white', 'black'] | None"))
      .def_prop_ro("would_refuse",
                   [](const LawGame& self) {
                     const Moment now(self);
                     return would_refuse(*now.setup, *now.state);
                   })
      .def_prop_ro("outcome_if_stood", &stood,
                   nb::sig("def outcome_if_stood(self) -> OutcomeValues | None"))
      .def(
          "text_of",
          [](const LawGame& self, const Move& move, bool faulty, bool asked) {
            const Found found{move, faulty};
            return Moment(self).ask([&](const Setup& setup, const State& state) {
              return game::text_of(setup, state, found, asked);
            });
          },
          "move"_a, "faulty"_a, "asked"_a)
      .def("texts", &texts, "faulty"_a, nb::sig("def texts(self, faulty: bool) -> list[str]"),
           "The texts by which the legal moves are played, or the faulty ones, in their order.")
      .def("json", [](const LawGame& self) {
        return self.look([](const Game& game) {
          return write_record(game.setup(), game.players(), game.log());
        });
      });
  bind_records(m);
  bind_player(m);
}

}  // namespace crownhead::bindings
