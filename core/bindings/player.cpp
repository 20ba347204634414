// What the computer does when it has to act, rounds, and switches, as Python sees them.
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/law.hpp"
#include "game/round.hpp"
#include "game/variant.hpp"
#include "player/questions.hpp"
#include "player/tasks.hpp"

namespace crownhead::bindings {

using namespace crownhead::game;
using namespace crownhead::player;

namespace {

struct LawQuestion {
  Question question;
  nb::object type;  // of positions
  Rulesets kept;
};

Question::About about_of(const std::string& text) {
  if (text == "accept") return Question::About::accept;
  if (text == "offer") return Question::About::offer;
  if (text == "fault") return Question::About::fault;
  throw nb::type_error("no question to a player");
}

void bind_questions(nb::module_& m) {
  nb::class_<LawQuestion>(m, "LawQuestion", "What a player is asked besides moves.")
      .def(
          "__init__",
          [](LawQuestion* self, const LawGame& game, const std::string& about, int win) {
            const auto meant = about_of(about);
            new (self)
                LawQuestion{game.look([&](const Game& now) { return Question(now, meant, win); }),
                            game.type, game.kept};
          },
          "game"_a, "about"_a, "win"_a)
      .def(
          "asked",
          [](const LawQuestion& self) -> nb::object {
            const crownhead::Position* position = self.question.asked();
            if (!position) return nb::none();
            return nb::make_tuple(wrap(self.type, *position), self.question.past());
          },
          nb::sig("def asked(self) -> tuple[Position, int] | None"),
          "The position to be scored next, and how many of the game's come before it.")
      .def(
          "score", [](LawQuestion& self, int value) { self.question.score(value); }, "value"_a)
      .def_prop_ro(
          "answer",
          [](const LawQuestion& self) { return answers[static_cast<int>(self.question.answer())]; },
          nb::sig("def answer(self) -> "
                  "typing.Literal['no', 'yes', 'huff', 'compel', 'stand']"))
      .def_prop_ro("square", [](const LawQuestion& self) { return self.question.square(); });
  m.def(
      "law_task",
      [](const LawGame& game, nb::handle side, bool lets_stand) {
        Task task;
        const Side mine = side_of(side);
        const bool known =
            game.look([&](const Game& now) { return task_of(now, mine, lets_stand, task); });
        if (!known) fail_with("too_complex");
        return tasks[static_cast<int>(task)];
      },
      "game"_a, "side"_a, "lets_stand"_a,
      nb::sig("def law_task(game: LawGame, side: str, lets_stand: bool) -> "
              "typing.Literal['answer_offer', 'decline', 'answer_fault', 'stand', 'claim_draw', "
              "'move']"),
      "What a side has to do now.");
  m.def(
      "law_overlooks_fault",
      [](const LawGame& game, double share, std::uint64_t seed) {
        return game.look([&](const Game& now) { return overlooks_fault(now, share, seed); });
      },
      "game"_a, "share"_a, "seed"_a,
      nb::sig("def law_overlooks_fault(game: LawGame, share: float, seed: int) -> bool"),
      "Whether a level that overlooks this share does not notice the fault it could answer.");
  m.def(
      "law_may_offer",
      [](const LawGame& game, nb::handle side, std::optional<Millis> at) {
        const Side mine = side_of(side);
        return game.look([&](const Game& now) { return may_offer(now, mine, at); });
      },
      "game"_a, "side"_a, "at"_a.none(),
      nb::sig("def law_may_offer(game: LawGame, side: str, at: int | None) -> bool"));
  m.def(
      "law_allowance",
      [](const LawGame& game, nb::handle side) -> nb::object {
        const Side mine = side_of(side);
        const auto given = game.look([&](const Game& now) { return allowance(now, mine); });
        if (!given) return nb::none();
        return nb::make_tuple(given->clock, given->increment);
      },
      "game"_a, "side"_a,
      nb::sig("def law_allowance(game: LawGame, side: str) -> tuple[int, int] | None"),
      "What the clock gives to the next move: what it shows and what the move brings, in ms.");
}

Round round_of(nb::handle side, nb::handle games) {
  Round round;
  round.first = side_of(side);
  round.games = 0;
  for (const nb::handle given : games) {
    if (const nb::object law = nb::borrow(given); round.games < 2)
      round.ended[round.games++] =
          nb::cast<const LawGame&>(law).look([](const Game& now) { return now.state().outcome; });
  }
  return round;
}

void bind_rounds(nb::module_& m) {
#define ROUND_SIG(name, result) \
  nb::sig("def " name "(side: str, games: typing.Iterable[LawGame]) -> " result)
  m.def(
      "round_refused",
      [](nb::handle side, nb::handle games) -> nb::object {
        const Round round = round_of(side, games);
        const auto reason = second_refused(round);
        static const Ruleset none;
        return reason ? nb::object(shown(none, *reason)) : nb::none();
      },
      "side"_a, "games"_a, ROUND_SIG("round_refused", "ReasonValues | None"));
  m.def(
      "round_score",
      [](nb::handle side, nb::handle games) {
        const Score score = score_of(round_of(side, games));
        return nb::make_tuple(score.points[0], score.points[1]);
      },
      "side"_a, "games"_a, ROUND_SIG("round_score", "tuple[int, int]"));
  m.def(
      "round_possible",
      [](nb::handle side, nb::handle games) {
        const Round round = round_of(side, games);
        nb::list listed;
        for (const int winner : {0, -1, 1})
          if (is_possible(round, winner)) listed.append(winner);
        return listed;
      },
      "side"_a, "games"_a, ROUND_SIG("round_possible", "list[int]"));
  m.def(
      "round_is_over",
      [](nb::handle side, nb::handle games) { return is_over(round_of(side, games)); }, "side"_a,
      "games"_a, ROUND_SIG("round_is_over", "bool"));
#undef ROUND_SIG
}

void bind_switches(nb::module_& m) {
  m.def(
      "rules_contradiction",
      [](const std::string& json) -> nb::object {
        Json given;
        Switches switches;
        static const Ruleset none;
        if (!read_json(json, given).empty() || read_switches(given, switches)) return nb::none();
        const auto reason = contradiction(switches);
        return reason ? nb::object(shown(none, *reason)) : nb::none();
      },
      "json"_a, nb::sig("def rules_contradiction(json: str) -> ReasonValues | None"),
      "Why the switches of a record make no game.");
  m.def(
      "unreachable",
      [](const Position& position) {
        nb::list listed;
        for (const Reason& reason : unreachable(position))
          listed.append(shown(*position.ruleset, reason));
        return listed;
      },
      "position"_a, nb::sig("def unreachable(position: Position) -> list[ReasonValues]"),
      "Why no game reaches a position from which one is to begin.");
}

}  // namespace

void bind_player(nb::module_& m) {
  bind_questions(m);
  bind_rounds(m);
  bind_switches(m);
}

}  // namespace crownhead::bindings
