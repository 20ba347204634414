#include "game/variant.hpp"

#include <algorithm>
#include <limits>

#include "game/part.hpp"

namespace crownhead::game {

namespace {

constexpr std::size_t most_draw_counts = Position::most_counts;  // and endings of one
constexpr const char* boards[] = {"8x8", "10x10", "12x12", "8x8-full"};
constexpr const char* landings[] = {"free", "continuing", "behind", "behind-king"};
constexpr const char* choices[] = {"free", "most", "most-kings", "cascade", "value", "king-first"};
constexpr const char* removals[] = {"late", "at-once"};
constexpr const char* crownings[] = {"ends-move", "at-rest", "goes-on"};
constexpr const char* aims[] = {"normal", "lose", "king"};
constexpr const char* sides[] = {"white", "black"};
constexpr const char* notations[] = {"numeric", "algebraic"};
constexpr const char* corners[] = {"top-left", "bottom-right"};

struct Flag {
  const char* name;
  std::uint8_t bits;
};
constexpr Flag lines[] = {{"forward", steps::forward},
                          {"backward", steps::backward},
                          {"ahead", steps::ahead},
                          {"sideways", steps::sideways},
                          {"behind", steps::behind}};
constexpr Flag progress[] = {{"capture", capture}, {"man_move", man_move}, {"crowning", crowning}};

// What does not fit is said of one switch; the first complaint stays.
class Reader {
 public:
  explicit Reader(const char* what) : what_(what) {}

  Wrong wrong() const { return {complaint_, {}}; }
  bool good() const { return complaint_.empty(); }

  void refuse(std::string_view name, const char* why) {
    if (good())
      complaint_ = std::string(what_) + ": " + std::string(name.substr(0, 40)) + " " + why;
  }
  void fit(bool fits, std::string_view name) {
    if (!fits) refuse(name, "is not valid");
  }
  template <class Choice, std::size_t Size>
  void take(std::string_view name, const Json& value, const char* const (&among)[Size],
            Choice& choice) {
    for (std::size_t i = 0; i < Size; ++i) {
      if (!value.is(Json::Kind::text) || value.text != among[i]) continue;
      choice = static_cast<Choice>(i);
      return;
    }
    refuse(name, "is not known");
  }
  void take(std::string_view name, const Json& value, bool& flag) {
    fit(value.is(Json::Kind::boolean), name);
    flag = value.boolean;
  }
  void take(std::string_view name, const Json& value, std::string& text) {
    fit(value.is(Json::Kind::text) && !value.broken, name);
    text = value.text;
  }
  void take(std::string_view name, const Json& value, std::int64_t& number) {
    using Limits = std::numeric_limits<std::int64_t>;
    const bool whole = value.text.find_first_of(".eE") == std::string::npos;
    fit(value.is(Json::Kind::integer) || (value.is(Json::Kind::number) && whole), name);
    number = value.integer;
    if (value.is(Json::Kind::number)) number = value.text[0] == '-' ? Limits::min() : Limits::max();
  }
  template <std::size_t Size>
  void take(std::string_view name, const Json& value, const Flag (&among)[Size],
            std::uint8_t& flags) {
    fit(value.is(Json::Kind::list), name);
    flags = 0;
    for (const Json& item : value.items) {
      bool known = false;
      for (const Flag& flag : among) {
        if (!item.is(Json::Kind::text) || item.text != flag.name) continue;
        flags |= flag.bits;
        known = true;
      }
      fit(known, name);
    }
  }

 private:
  const char* what_;
  std::string complaint_;
};

constexpr const char* counts = "draw_rules";

struct NamedRange {
  const char* name;
  Range Ending::* range;
};
constexpr NamedRange ranges[] = {{"strong_men", &Ending::strong_men},
                                 {"strong_kings", &Ending::strong_kings},
                                 {"weak_men", &Ending::weak_men},
                                 {"weak_kings", &Ending::weak_kings},
                                 {"total", &Ending::total}};

void read_ending(Reader& reader, const Json& value, Ending& ending) {
  reader.fit(value.is(Json::Kind::object), counts);
  for (const auto& [name, given] : value.members) {
    if (name == "on_long_diagonal") {
      reader.take(counts, given, ending.on_long_diagonal);
      continue;
    }
    const auto* found =
        std::find_if(std::begin(ranges), std::end(ranges),
                     [&key = name](const NamedRange& range) { return key == range.name; });
    const auto is_end = [](const Json& end) {
      return end.is(Json::Kind::integer) && 0 <= end.integer && end.integer <= 255;
    };
    const bool fits = found != std::end(ranges) && given.is(Json::Kind::list) &&
                      given.items.size() == 2 && is_end(given.items[0]) && is_end(given.items[1]);
    reader.fit(fits, counts);
    if (!fits) return;
    ending.*(found->range) = {static_cast<std::uint8_t>(given.items[0].integer),
                              static_cast<std::uint8_t>(given.items[1].integer)};
  }
}

void read_count(Reader& reader, const Json& value, DrawCount& count) {
  reader.fit(value.is(Json::Kind::object) && value.find("rule") && value.find("plies"), counts);
  for (const auto& [name, given] : value.members) {
    if (name == "rule")
      reader.take(counts, given, count.rule);
    else if (name == "plies")
      reader.take(counts, given, count.plies);
    else if (name == "resets")
      reader.take(counts, given, progress, count.resets);
    else if (name == "automatic")
      reader.take(counts, given, count.automatic);
    else
      reader.fit(name == "endings" && given.is(Json::Kind::list), counts);
    if (name == "endings")
      for (const Json& ending : given.items)
        read_ending(reader, ending, count.endings.emplace_back());
  }
}

// The switches one by one, as records have them: `visit(name, value, how it is written)`.
template <class Switched, class Visitor>
void visit_switches(Switched& s, Visitor&& visit) {
  visit("board", s.rules.board, boards);
  visit("men_rows", s.men_rows);
  visit("rows_behind", s.rows_behind);
  visit("first", s.first, sides);
  visit("men_move", s.rules.men_move, lines);
  visit("men_capture", s.rules.men_capture, lines);
  visit("men_take_kings", s.rules.men_take_kings);
  visit("crowning", s.rules.crowning, crownings);
  visit("king_move", s.rules.king_move, lines);
  visit("king_capture", s.rules.king_capture, lines);
  visit("flying", s.rules.flying);
  visit("landing", s.rules.landing, landings);
  visit("turn_back", s.rules.turn_back);
  visit("king_run", s.king_run);
  visit("compulsory", s.rules.compulsory);
  visit("choice", s.rules.choice, choices);
  visit("removal", s.rules.removal, removals);
  visit("huffing", s.huffing);
  visit("aim", s.rules.aim, aims);
  visit("too_few", s.too_few);
  visit("refusal_duty", s.refusal_duty);
  visit("repetition", s.repetition);
  visit("repetition_automatic", s.repetition_automatic);
  visit("repetition_rule", s.repetition_rule);
  visit(counts, s.draw_counts);
}

struct SwitchReader {
  Reader& reader;
  const Json& value;
  std::size_t known = 0;

  template <class Value, class... How>
  void operator()(const char* name, Value& switched, const How&... how) {
    const Json* given = value.find(name);
    if (!given) return;
    ++known;
    reader.take(name, *given, how..., switched);
  }
  void operator()(const char* name, std::vector<DrawCount>& switched) {
    const Json* given = value.find(name);
    if (!given) return;
    ++known;
    reader.fit(given->is(Json::Kind::list), name);
    for (const Json& count : given->items) read_count(reader, count, switched.emplace_back());
  }
};

struct SwitchFinder {
  std::string_view wanted;
  bool found = false;

  template <class... Any>
  void operator()(const char* name, const Any&...) {
    found |= wanted == name;
  }
};

template <std::size_t Size>
void write_flags(JsonWriter& writer, std::uint8_t flags, const Flag (&among)[Size]) {
  writer.open('[');
  for (const Flag& flag : among)
    if ((flags & flag.bits) == flag.bits) writer.value(flag.name);
  writer.close(']');
}

void write_range(JsonWriter& writer, const Range& range) {
  writer.open('[').value(static_cast<int>(range.low)).value(static_cast<int>(range.high));
  writer.close(']');
}

void write_count(JsonWriter& writer, const DrawCount& count) {
  writer.open('{').name("rule").value(count.rule).name("plies").value(count.plies).name("resets");
  write_flags(writer, count.resets, progress);
  writer.name("endings").open('[');
  for (const Ending& ending : count.endings) {
    writer.open('{');
    for (const NamedRange& range : ranges) {
      writer.name(range.name);
      write_range(writer, ending.*(range.range));
    }
    writer.name("on_long_diagonal").value(ending.on_long_diagonal).close('}');
  }
  writer.close(']').name("automatic").value(count.automatic).close('}');
}

struct SwitchWriter {
  JsonWriter& writer;

  template <class Choice, std::size_t Size>
  void operator()(const char* name, const Choice& choice, const char* const (&among)[Size]) {
    writer.name(name).value(among[static_cast<std::size_t>(choice)]);
  }
  template <std::size_t Size>
  void operator()(const char* name, const std::uint8_t& flags, const Flag (&among)[Size]) {
    writer.name(name);
    write_flags(writer, flags, among);
  }
  template <class Value>
  void operator()(const char* name, const Value& value) {
    writer.name(name).value(value);
  }
  void operator()(const char* name, const std::vector<DrawCount>& counts) {
    writer.name(name).open('[');
    for (const DrawCount& count : counts) write_count(writer, count);
    writer.close(']');
  }
};

int width_of(Board board) {
  return layout(board).width;
}

Reason out_of_range(const char* name, std::int64_t most) {
  Reason reason = reason_of(ReasonCode::switch_out_of_range, most);
  reason.text = name;
  return reason;
}

bool within(std::int64_t value, std::int64_t least, std::int64_t most) {
  return least <= value && value <= most;
}

}  // namespace

Wrong read_switches(const Json& value, Switches& switches) {
  switches = Switches();
  if (!value.is(Json::Kind::object)) return {"Rules: expected an object", {}};
  for (const auto& [name, _] : value.members) {
    SwitchFinder finder{name};
    visit_switches(switches, finder);
    if (!finder.found) return {"Rules: unknown switch '" + name.substr(0, 40) + "'", {}};
  }
  Reader reader("Rules");
  visit_switches(switches, SwitchReader{reader, value});
  return reader.wrong();
}

void write_switches(JsonWriter& writer, const Switches& switches) {
  writer.open('{');
  visit_switches(switches, SwitchWriter{writer});
  writer.close('}');
}

std::optional<Reason> contradiction(const Switches& s) {
  const Rules& rules = s.rules;
  const std::int64_t most = (width_of(rules.board) - 1) / 2;
  if (!within(s.men_rows, 1, most) || !within(s.rows_behind, 0, most - s.men_rows))
    return reason_of(ReasonCode::rows_fill_board, most);
  if (!(rules.men_move & (steps::forward | steps::ahead)))
    return reason_of(ReasonCode::men_must_advance);
  if (rules.men_move & (steps::backward | steps::behind))
    return reason_of(ReasonCode::men_must_not_retreat);
  if (!rules.king_move || !rules.king_capture || !rules.men_capture)
    return reason_of(ReasonCode::piece_without_line);
  if (rules.board != Board::full8 && (rules.men_move | rules.king_move) & steps::straight)
    return reason_of(ReasonCode::straight_needs_all_squares);
  if (s.huffing && !rules.compulsory) return reason_of(ReasonCode::huffing_needs_duty);
  if (rules.aim == Aim::lose && s.refusal_duty)
    return reason_of(ReasonCode::duty_where_losing_wins);
  if (s.king_run && !within(s.king_run, 1, 100)) return out_of_range("king_run", 100);
  if (s.too_few && !within(s.too_few, 1, 30)) return out_of_range("too_few", 30);
  if (s.refusal_duty && !within(s.refusal_duty, 1, 1000)) return out_of_range("refusal_duty", 1000);
  if (s.repetition && !within(s.repetition, 2, 100)) return out_of_range("repetition", 100);
  const Reason too_many =
      reason_of(ReasonCode::too_many_draw_rules, static_cast<std::int64_t>(most_draw_counts));
  if (s.draw_counts.size() > most_draw_counts) return too_many;
  for (const DrawCount& count : s.draw_counts)
    if (!within(count.plies, 1, 254)) return out_of_range("plies", 254);
  for (const DrawCount& count : s.draw_counts)
    if (count.endings.size() > most_draw_counts) return too_many;
  return std::nullopt;
}

Wrong read_variant(const Json& value, VariantRecord& record) {
  record = VariantRecord();
  Reader reader("Variant");
  const Json *key = value.find("key"), *names = value.find("names"), *rules = value.find("rules");
  if (!value.is(Json::Kind::object) || !key || !names || !names->is(Json::Kind::object) || !rules)
    return {"Variant: not a game record", {}};
  for (const auto& [name, given] : value.members) {
    if (name == "key")
      reader.take(name, given, record.key);
    else if (name == "notation")
      reader.take(name, given, notations, record.algebraic);
    else if (name == "first_square")
      reader.take(name, given, corners, record.from_bottom);
    else if (name == "mirrored")
      reader.take(name, given, record.mirrored);
    else if (name == "capture_sign")
      reader.take(name, given, record.capture_sign);
    else if (name == "gametype")
      reader.take(name, given, record.gametype);
    else if (name == "source")
      reader.take(name, given, record.source);
    else if (name != "names" && name != "rules")
      reader.refuse(name, "is no field of a game record");
  }
  for (const auto& [language, name] : names->members)
    reader.take("names", name, record.names.emplace_back(language, "").second);
  const std::string& sign = record.capture_sign;
  if (sign != "x" && sign != ":" && sign != "-") reader.refuse("capture_sign", "is not known");
  if (!reader.good()) return reader.wrong();
  if (Wrong wrong = read_switches(*rules, record.switches)) return wrong;
  return {"", contradiction(record.switches)};
}

void write_variant(JsonWriter& writer, const VariantRecord& record) {
  writer.open('{').name("key").value(record.key).name("names").open('{');
  for (const auto& [language, name] : record.names) writer.name(language).value(name);
  writer.close('}').name("rules");
  write_switches(writer, record.switches);
  writer.name("notation").value(notations[record.algebraic]);
  writer.name("first_square").value(corners[record.from_bottom]);
  writer.name("mirrored").value(record.mirrored);
  writer.name("capture_sign").value(record.capture_sign);
  writer.name("gametype").value(record.gametype).name("source").value(record.source).close('}');
}

bool play_by(const VariantRecord& record, Ruleset& ruleset) {
  const Switches& switches = record.switches;
  if (contradiction(switches)) return false;
  ruleset.rules = switches.rules;
  ruleset.rules.king_run = static_cast<std::uint8_t>(switches.king_run);
  ruleset.rules.too_few = static_cast<std::uint8_t>(switches.too_few);
  ruleset.first = switches.first;
  ruleset.men_rows = static_cast<int>(switches.men_rows);
  ruleset.rows_behind = static_cast<int>(switches.rows_behind);
  ruleset.algebraic = record.algebraic;
  ruleset.from_bottom = record.from_bottom;
  ruleset.mirrored = record.mirrored;
  ruleset.capture_sign = record.capture_sign[0];
  ruleset.draw_rules = static_cast<int>(switches.draw_counts.size());
  for (int i = 0; i < ruleset.draw_rules; ++i) {
    const DrawCount& count = switches.draw_counts[static_cast<std::size_t>(i)];
    DrawRule& rule = ruleset.draw_rule[i];
    rule.plies = static_cast<std::uint8_t>(count.plies);
    rule.resets = count.resets;
    rule.automatic = count.automatic;
    rule.endings = static_cast<std::uint8_t>(count.endings.size());
    std::copy(count.endings.begin(), count.endings.end(), rule.ending);
  }
  ruleset.prepare();
  return true;
}

Variant law_of(const VariantRecord& record, const Ruleset& ruleset) {
  const Switches& switches = record.switches;
  Variant law;
  law.ruleset = &ruleset;
  law.repetition = static_cast<int>(switches.repetition);
  law.repetition_automatic = switches.repetition_automatic;
  law.repetition_rule = switches.repetition_rule;
  law.huffing = switches.huffing;
  law.refusal_duty = static_cast<int>(switches.refusal_duty);
  for (std::size_t i = 0; i < switches.draw_counts.size(); ++i)
    law.draw_rules[i] = switches.draw_counts[i].rule;
  law.json = "null";
  return law;
}

std::vector<Reason> unreachable(const Position& position) {
  const Ruleset& ruleset = *position.ruleset;
  const Layout& board = *ruleset.layout;
  const int most = board.per_row * ruleset.men_rows;
  std::vector<Reason> found;
  const auto look = [&](ReasonCode code, auto&& is_wrong) {
    for (const Side side : {white, black})
      if (is_wrong(side)) found.push_back(reason_by(code, side));
  };
  const auto pieces = [&](Side side) { return count(Wide(position.side[side])); };
  look(ReasonCode::side_without_pieces, [&](Side side) { return !pieces(side); });
  look(ReasonCode::too_many_pieces, [&](Side side) { return pieces(side) > most; });
  look(ReasonCode::man_on_last_row, [&](Side side) {
    const Wide men = Wide(position.side[side]) & ~Wide(position.kings);
    return (men & board.crown_row[side]) != 0;
  });
  return found;
}

}  // namespace crownhead::game
