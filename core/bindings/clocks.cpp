// Time controls and clocks as Python sees them.
#include "bindings/law.hpp"

namespace crownhead::bindings {

using namespace crownhead::game;

namespace {

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

}  // namespace

void bind_clocks(nb::module_& m) {
  m.def(
      "time_problem", [](nb::handle control) { return problem(control_of(control)); }, "control"_a,
      nb::sig("def time_problem(control: ControlFields) -> str"));
  m.def(
      "time_read",
      [](nb::handle given) -> nb::object {
        TimeControl control;
        const auto text = text_of(given);
        const std::string wrong = text ? read_pdn(*text, control) : "is not text";
        if (!wrong.empty()) return nb::str(wrong.c_str(), wrong.size());
        return control.stages.empty() ? nb::none() : shown(std::optional(control));
      },
      "text"_a, nb::sig("def time_read(text: str) -> ControlValues | str | None"),
      "A PDN TimeControl as its mode and stages, what is wrong with it, or None for none.");
  m.def(
      "time_in_pdn", [](nb::handle control) { return in_pdn(control_of(control)); }, "control"_a,
      nb::sig("def time_in_pdn(control: ControlFields) -> str"));
#define CLOCK_SIG(name, arguments) \
  nb::sig("def " name "(clock: ClockFields" arguments ") -> ClockValues")
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
      nb::sig("def clock_remaining(clock: ClockFields, side: str, at: int | None, lag: int) -> "
              "int"));
}

}  // namespace crownhead::bindings
