#include "bindings/law.hpp"

#include <unordered_map>

namespace crownhead::bindings {

using namespace crownhead::game;

namespace {

// An attribute by a name that is made into a str only once.
nb::object value_of(nb::handle given, const char* name) {
  static auto* names = new std::unordered_map<const char*, PyObject*>();
  PyObject*& held = (*names)[name];
  if (!held) held = PyUnicode_InternFromString(name);
  PyObject* found = PyObject_GetAttr(given.ptr(), held);
  if (!found) nb::raise_python_error();
  return nb::steal(found);
}

EventKind kind_of(nb::handle event) {
  const nb::object text = value_of(event, "kind");
  for (const EventKind kind : event_kinds)
    if (PyUnicode_Check(text.ptr()) &&
        PyUnicode_CompareWithASCIIString(text.ptr(), name(kind)) == 0)
      return kind;
  throw nb::type_error("not an event of a game");
}

TimeMode mode_of(const std::string& text) {
  for (int i = 0; i < 4; ++i)
    if (text == time_modes[i]) return static_cast<TimeMode>(i);
  throw nb::type_error("not a mode of time");
}

}  // namespace

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

std::optional<Side> side_or_none(nb::handle given) {
  if (given.is_none()) return std::nullopt;
  return side_of(given);
}

std::optional<std::string> text_of(nb::handle text) {
  std::size_t length = 0;
  const char* raw = utf8(text, length);
  if (!raw) return std::nullopt;
  return std::string(raw, length);
}

nb::object shown(const std::string& text) {
  return nb::str(text.data(), text.size());
}

nb::object shown(const std::optional<Outcome>& outcome) {
  if (!outcome) return nb::none();
  return nb::make_tuple(shown(outcome->winner),
                        terminations[static_cast<int>(outcome->termination)], shown(outcome->rule));
}

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
  switch (refused.kind) {
    case RefusalKind::none:
      return nb::none();
    case RefusalKind::reason:
      return nb::make_tuple("reason", shown(ruleset, refused.reason));
    case RefusalKind::illegal_move:
      return nb::make_tuple("illegal_move", nb::none());
    case RefusalKind::invalid_move:
      return nb::make_tuple("invalid_move", nb::make_tuple(refused.wrong, refused.column));
    case RefusalKind::ambiguous_move: {
      nb::list candidates;
      for (const Move& move : refused.candidates) candidates.append(nb::cast(move));
      return nb::make_tuple("ambiguous_move", candidates);
    }
    case RefusalKind::not_faulty:
      return nb::make_tuple("not_faulty", nb::none());
    case RefusalKind::too_complex:
      fail_with("too_complex");
  }
  return nb::none();
}

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

nb::tuple shown(const Clock& clock) {
  return nb::make_tuple(nb::make_tuple(clock.left[white], clock.left[black]),
                        nb::make_tuple(nb::make_tuple(clock.stage[white], clock.made[white]),
                                       nb::make_tuple(clock.stage[black], clock.made[black])),
                        shown(clock.running), shown(clock.since), clock.used);
}

}  // namespace crownhead::bindings
