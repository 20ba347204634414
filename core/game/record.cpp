#include "game/record.hpp"

#include <utility>

#include "rules/fen.hpp"
#include "rules/utf8.hpp"

namespace crownhead::game {

namespace {

constexpr const char* format = "crownhead-game";
constexpr int version = 1;

// A value as it is named in a complaint, cut to what a line holds.
std::string shown(const Json* value) {
  constexpr std::size_t most = 40;
  std::string text;
  if (!value || value->is(Json::Kind::null))
    text = "None";
  else if (value->is(Json::Kind::boolean))
    text = value->boolean ? "True" : "False";
  else if (value->is(Json::Kind::text))
    text = "'" + (value->broken ? std::string("?") : value->text) + "'";
  else if (value->is(Json::Kind::list))
    text = "[...]";
  else if (value->is(Json::Kind::object))
    text = "{...}";
  else
    text = value->text;
  if (characters(text) <= most) return text;
  std::size_t end = 0, count = 0;
  while (count < most - 3) {
    ++end;
    count += (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
  }
  return text.substr(0, end) + "...";
}

const char* type_of(const Json& value) {
  switch (value.kind) {
    case Json::Kind::null:
      return "NoneType";
    case Json::Kind::boolean:
      return "bool";
    case Json::Kind::integer:
      return "int";
    case Json::Kind::number:
      return value.text.find_first_of(".eE") == std::string::npos ? "int" : "float";
    case Json::Kind::text:
      return "str";
    case Json::Kind::list:
      return "list";
    case Json::Kind::object:
      return "dict";
  }
  return "";
}

bool is_number(const Json& value, std::int64_t most) {
  return value.is(Json::Kind::integer) && 0 <= value.integer && value.integer <= most;
}

bool is_text(const Json& value, std::size_t most) {
  return value.is(Json::Kind::text) && !value.broken && characters(value.text) <= most;
}

std::optional<Side> side_of(const Json& value) {
  if (!value.is(Json::Kind::text)) return std::nullopt;
  if (value.text == "white") return white;
  if (value.text == "black") return black;
  return std::nullopt;
}

const char* const side_names[] = {"white", "black"};

std::string wanted(const EventField& field) {
  std::string text;
  switch (field.slot) {
    case EventSlot::side:
      text = "'white' or 'black'";
      break;
    case EventSlot::text:
      text = "a text of at most " + std::to_string(most_text) + " characters";
      break;
    case EventSlot::flag:
      text = "a bool";
      break;
    case EventSlot::number:
      text = "a whole number from 0 to 2**53";
      break;
  }
  return field.nullable ? text + " or nothing" : text;
}

// Whether the value fits the field, and was taken.
bool take(const EventField& field, const Json& value, Event& event) {
  if (field.nullable && value.is(Json::Kind::null)) return true;
  switch (field.slot) {
    case EventSlot::side:
      event.side = side_of(value);
      return event.side.has_value();
    case EventSlot::text:
      if (!is_text(value, most_text)) return false;
      event.text = value.text;
      return true;
    case EventSlot::flag:
      event.flag = value.boolean;
      return value.is(Json::Kind::boolean);
    case EventSlot::number:
      event.number = value.integer;
      return is_number(value, most_number);
  }
  return false;
}

std::optional<EventKind> kind_of(const Json* value) {
  if (value && value->is(Json::Kind::text))
    for (const EventKind kind : event_kinds)
      if (value->text == name(kind)) return kind;
  return std::nullopt;
}

Wrong refused(std::string what) {
  return {std::move(what), {}};
}

constexpr const char* time_complaint = "Time control: ";

bool take_mode(const Json& value, TimeMode& mode) {
  for (int i = 0; i < 4; ++i) {
    if (!value.is(Json::Kind::text) || value.text != time_modes[i]) continue;
    mode = static_cast<TimeMode>(i);
    return true;
  }
  return false;
}

std::string unknown_mode(const Json* mode) {
  return "mode=" + shown(mode) + " is not known";
}

bool is_default(const EventField& field, const Event& event) {
  switch (field.slot) {
    case EventSlot::side:
      return !event.side;
    case EventSlot::text:
      return !event.text || (!field.nullable && event.text->empty());
    case EventSlot::flag:
      return !event.flag;
    case EventSlot::number:
      return event.number == 0;
  }
  return true;
}

}  // namespace

Wrong read_event(const Json& value, Event& event) {
  if (!value.is(Json::Kind::object))
    return refused(std::string("expected an object, found ") + type_of(value));
  const Json* given = value.find("kind");
  const auto kind = kind_of(given);
  if (!kind) return refused("kind=" + shown(given) + " is not a known event");
  event = Event();
  event.kind = *kind;
  const EventFields known = fields(*kind);
  const std::string where = std::string(name(*kind)) + ": ";
  for (const auto& [member, _] : value.members) {
    bool found = member == "kind" || member == "at";
    for (const EventField& field : known) found |= member == field.name;
    if (found) continue;
    Json text;
    text.kind = Json::Kind::text;
    text.text = member;
    return refused(where + "unknown field " + shown(&text));
  }
  std::string missing;
  for (const EventField& field : known)
    if (!field.optional && !value.find(field.name))
      missing += (missing.empty() ? "missing " : ", ") + std::string(field.name);
  if (!missing.empty()) return refused(where + missing);
  for (const EventField& field : known) {
    const Json* member = value.find(field.name);
    if (!member) {
      if (field.slot == EventSlot::text && !field.nullable) event.text = "";
      continue;
    }
    if (!take(field, *member, event))
      return refused(where + field.name + "=" + shown(member) + " is not " + wanted(field));
  }
  const Json* at = value.find("at");
  if (!at || at->is(Json::Kind::null)) return {};
  if (!is_number(*at, most_number))
    return refused(where + "at=" + shown(at) + " is not a whole number from 0 to 2**53 or nothing");
  event.at = at->integer;
  return {};
}

void write_event(JsonWriter& writer, const Event& event) {
  writer.open('{').name("kind").value(name(event.kind));
  for (const EventField& field : fields(event.kind)) {
    if (field.optional && is_default(field, event)) continue;
    writer.name(field.name);
    switch (field.slot) {
      case EventSlot::side:
        if (event.side)
          writer.value(side_names[*event.side]);
        else
          writer.null();
        break;
      case EventSlot::text:
        if (event.text)
          writer.value(*event.text);
        else
          writer.null();
        break;
      case EventSlot::flag:
        writer.value(event.flag);
        break;
      case EventSlot::number:
        writer.value(event.number);
        break;
    }
  }
  if (event.at) writer.name("at").value(*event.at);
  writer.close('}');
}

Wrong read_time(const Json& value, TimeControl& control) {
  const std::string where = time_complaint;
  const Json* stages = value.find("stages");
  if (!stages || !stages->is(Json::Kind::list))
    return refused(where + "expected an object with mode and stages");
  control = TimeControl();
  bool whole = true;
  for (const Json& item : stages->items) {
    if (control.stages.size() > TimeControl::most_stages) break;
    if (!item.is(Json::Kind::object) || !item.find("time"))
      return refused(where + "a stage is an object with time, moves and bonus");
    Stage stage;
    for (const auto& [name, number] : item.members) {
      std::int64_t* slot = name == "time"    ? &stage.time
                           : name == "moves" ? &stage.moves
                           : name == "bonus" ? &stage.bonus
                                             : nullptr;
      if (!slot) return refused(where + "a stage has no " + name.substr(0, 40));
      whole &= number.is(Json::Kind::integer);
      *slot = number.integer;
    }
    control.stages.push_back(stage);
  }
  const Json* mode = value.find("mode");
  if (!mode) return refused(where + "'mode'");
  if (!take_mode(*mode, control.mode)) return refused(where + unknown_mode(mode));
  if (!whole) return refused(where + "times and moves must be whole numbers from 0");
  const std::string wrong = problem(control);
  return wrong.empty() ? Wrong() : refused(where + wrong);
}

void write_time(JsonWriter& writer, const TimeControl& control) {
  writer.open('{').name("mode").value(time_modes[static_cast<int>(control.mode)]);
  writer.name("stages").open('[');
  for (const Stage& stage : control.stages) {
    writer.open('{').name("time").value(stage.time).name("moves").value(stage.moves);
    writer.name("bonus").value(stage.bonus).close('}');
  }
  writer.close(']').close('}');
}

namespace {

// A time control as PDN has it; `mode` says what its bonus does.
Wrong read_pdn_time(const std::string& text, const Json* mode, std::optional<TimeControl>& time) {
  TimeControl control;
  std::string wrong = read_pdn(text, control);
  if (wrong.empty() && control.stages.empty()) return {};
  if (mode && wrong.empty()) {
    if (!take_mode(*mode, control.mode)) return refused(time_complaint + unknown_mode(mode));
    wrong = problem(control);
  }
  if (!wrong.empty()) return refused(time_complaint + wrong);
  time = std::move(control);
  return {};
}

Wrong read_agreed(const Json& value, bool now, Setup& setup) {
  const Json* start = value.find("start");
  if (!start || !start->is(Json::Kind::text) || start->broken)
    return refused("setup: start is not a FEN");
  int column = 1;
  if (const FenFault* wrong = read_fen(start->text.data(), start->text.size(),
                                       *setup.variant->ruleset, setup.start, column))
    return refused("setup: FEN " + shown(start) + " " + wrong->text + " (column " +
                   std::to_string(column) + ")");
  const Json* time = value.find("time");
  if (now && time && time->is(Json::Kind::text)) {
    if (Wrong wrong = read_pdn_time(time->text, value.find("mode"), setup.time)) return wrong;
  } else if (time && !time->is(Json::Kind::null)) {
    if (Wrong wrong = read_time(*time, setup.time.emplace())) return wrong;
  }
  const struct {
    const char* name;
    bool* flag;
    int* number;
  } members[] = {{"huffing", &setup.huffing, nullptr},
                 {"reset_on_progress", &setup.reset_on_progress, nullptr},
                 {"refusal_duty", nullptr, &setup.refusal_duty},
                 {"offers_after", nullptr, &setup.offers_after},
                 {"opening", nullptr, &setup.opening}};
  for (const auto& [name, _] : value.members) {
    bool known = name == "variant" || name == "start" || name == "time" || name == "draws" ||
                 (now && name == "mode");
    for (const auto& member : members) known |= name == member.name;
    if (!known) return refused("setup: there is no '" + name.substr(0, 40) + "'");
  }
  const auto said = [&](const char* name) {
    const Json* given = value.find(name);
    return given && now && given->is(Json::Kind::null) ? nullptr : given;
  };
  for (const auto& [name, flag, number] : members) {
    const Json* given = said(name);
    if (!given) continue;
    if (flag && !given->is(Json::Kind::boolean))
      return refused("setup: Game: huffing and reset_on_progress are true or false");
    if (flag)
      *flag = given->boolean;
    else
      *number = is_number(*given, Setup::most_moves) ? static_cast<int>(given->integer) : -1;
  }
  if (const Json* draws = said("draws")) {
    bool known = false;
    for (int i = 0; i < 3; ++i) {
      if (!draws->is(Json::Kind::text) || draws->text != draws_names[i]) continue;
      setup.draws = static_cast<Draws>(i);
      known = true;
    }
    if (!known)
      return refused("setup: Game: draws=" + shown(draws) +
                     " is not one of rules, claim, automatic");
  }
  return {"", contradiction(setup)};
}

}  // namespace

Wrong read_setup(const Json& value, std::shared_ptr<const Variant> variant, Setup& setup) {
  setup = Setup();
  setup.variant = std::move(variant);
  return read_agreed(value, false, setup);
}

Wrong read_agreement(const Json& value, std::shared_ptr<const Variant> variant, Setup& setup) {
  setup = Setup();
  setup.huffing = variant->huffing;
  setup.refusal_duty = variant->refusal_duty;
  setup.variant = std::move(variant);
  return read_agreed(value, true, setup);
}

void write_setup(JsonWriter& writer, const Setup& setup) {
  FenText fen;
  write_fen(fen, setup.start, true);
  writer.open('{').name("variant").raw(setup.variant->json);
  writer.name("start").value(std::string_view(fen.c_str(), fen.size()));
  writer.name("huffing").value(setup.huffing);
  writer.name("refusal_duty").value(setup.refusal_duty);
  writer.name("reset_on_progress").value(setup.reset_on_progress);
  writer.name("draws").value(draws_names[static_cast<int>(setup.draws)]);
  writer.name("offers_after").value(setup.offers_after);
  writer.name("opening").value(setup.opening).name("time");
  if (setup.time)
    write_time(writer, *setup.time);
  else
    writer.null();
  writer.close('}');
}

Wrong Record::read(std::string_view text) {
  const std::string where = "Game record: ";
  if (characters(text) > most_characters)
    return refused(where + "longer than " + std::to_string(most_characters) + " characters");
  Json value;
  if (const std::string wrong = read_json(text, value); !wrong.empty())
    return refused(where + "not JSON (" + wrong + ")");
  const Json* said = value.find("format");
  if (!said || !said->is(Json::Kind::text) || said->text != format)
    return refused(where + "this is not the record of a game");
  said = value.find("version");
  if (!said || !said->is(Json::Kind::integer) || said->integer != version)
    return refused(where + "written by another version");
  for (const auto& [side, name] :
       {std::pair("white", &players.white), std::pair("black", &players.black)}) {
    const Json* given = value.find(side);
    if (!given) continue;
    if (!is_text(*given, most_name))
      return refused(where + side + " is not a name of at most " + std::to_string(most_name) +
                     " characters");
    *name = given->text;
  }
  const Json* log = value.find("events");
  if (!log || !log->is(Json::Kind::list)) return refused(where + "events is not a list");
  if (log->items.size() > static_cast<std::size_t>(most_recorded))
    return refused(where + std::to_string(log->items.size()) + " events, more than " +
                   std::to_string(most_recorded));
  const Json* agreed = value.find("setup");
  if (!agreed || !agreed->is(Json::Kind::object))
    return refused(where + "setup: expected an object, found " +
                   (agreed ? type_of(*agreed) : "NoneType"));
  const Json* start = agreed->find("start");
  if (!start || !start->is(Json::Kind::text) || start->broken)
    return refused(where + "setup: start is not a FEN");
  if (const Json* variant = agreed->find("variant"))
    variant_ = text.substr(variant->begin, variant->end - variant->begin);
  events_ = *log;
  setup_ = *agreed;
  return {};
}

Wrong Record::finish(std::shared_ptr<const Variant> variant) {
  const std::string where = "Game record: ";
  Wrong wrong = read_setup(setup_, std::move(variant), setup);
  if (wrong.reason) return {where + "setup: Game: ", wrong.reason};
  if (wrong) return refused(where + wrong.what);
  events.reserve(events_.items.size());
  for (std::size_t i = 0; i < events_.items.size(); ++i)
    if (wrong = read_event(events_.items[i], events.emplace_back()); wrong)
      return refused(where + "event " + std::to_string(i) + ": " + wrong.what);
  events_ = setup_ = Json();
  return {};
}

std::string write_record(const Setup& setup, const Players& players,
                         const std::vector<Event>& log) {
  std::string text;
  JsonWriter writer(text);
  writer.open('{').name("format").value(format).name("version").value(version);
  writer.name("white").value(players.white).name("black").value(players.black).name("setup");
  write_setup(writer, setup);
  writer.name("events").open('[');
  for (const Event& event : log) write_event(writer, event);
  writer.close(']').close('}');
  return text;
}

void write_reason(JsonWriter& writer, const Ruleset& ruleset, const Reason& reason) {
  const ReasonFace& told = face(reason.code);
  writer.open('{').name("code").value(told.code).name("rule").value(told.rule);
  for (const ReasonField& field : told.fields) {
    if (field.slot != ReasonSlot::none) writer.name(field.name);
    switch (field.slot) {
      case ReasonSlot::none:
        break;
      case ReasonSlot::side:
        writer.value(side_names[reason.side]);
        break;
      case ReasonSlot::first:
        writer.value(reason.first);
        break;
      case ReasonSlot::second:
        writer.value(reason.second);
        break;
      case ReasonSlot::squares:
        writer.open('[');
        for (int n = 1; n <= ruleset.layout->squares; ++n)
          if (Wide(reason.squares) & bit<Wide>(ruleset.index(n))) writer.value(n);
        writer.close(']');
        break;
      case ReasonSlot::text:
        writer.value(reason.text);
        break;
    }
  }
  writer.close('}');
}

}  // namespace crownhead::game
