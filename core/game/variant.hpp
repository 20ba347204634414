// The record of a game: its switches as JSON, read, completed with what is left out, and checked.
// Python keeps the known games and hands them in.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game/json.hpp"
#include "game/record.hpp"
#include "game/setup.hpp"
#include "rules/ruleset.hpp"

namespace crownhead::game {

struct DrawCount {
  std::string rule;
  std::int64_t plies = 0;
  std::uint8_t resets = 0;  // Progress flags
  bool automatic = true;
  std::vector<Ending> endings;
};

// The switches; the defaults are English draughts.
struct Switches {
  Rules rules;  // but for the numbers below
  std::int64_t men_rows = 3, rows_behind = 0;
  Side first = black;
  std::int64_t king_run = 0, too_few = 0, refusal_duty = 0, repetition = 3;
  bool huffing = false;
  bool repetition_automatic = true;
  std::string repetition_rule = "E25";
  std::vector<DrawCount> draw_counts;
};

Wrong read_switches(const Json& value, Switches& switches);
void write_switches(JsonWriter& writer, const Switches& switches);

// Why these switches make no game, if they make none.
std::optional<Reason> contradiction(const Switches& switches);

struct VariantRecord {
  std::string key;
  std::vector<std::pair<std::string, std::string>> names;
  Switches switches;
  bool algebraic = false, from_bottom = false, mirrored = false;
  std::string capture_sign = "x", gametype, source;
};

// Read a record; switches that make no game are refused, too.
Wrong read_variant(const Json& value, VariantRecord& record);
void write_variant(JsonWriter& writer, const VariantRecord& record);

// The game of a sound record, as rules and law have it. False if the core has no room for it.
bool play_by(const VariantRecord& record, Ruleset& ruleset);
Variant law_of(const VariantRecord& record, const Ruleset& ruleset);

// Why no game reaches a position from which one is to begin; nothing if one does.
std::vector<Reason> unreachable(const Position& position);

}  // namespace crownhead::game
