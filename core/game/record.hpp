// A game as JSON: what was agreed, who plays, and the log of events. A stored record is a
// stranger's input: it has a size limit, and whatever is wrong with it is said, with what and
// where.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.hpp"
#include "game/json.hpp"

namespace crownhead::game {

constexpr std::size_t most_characters = 5'000'000;
constexpr int most_recorded = most_events + 10;  // a full log still takes the event that ends it
constexpr std::size_t most_name = 200;           // characters of a player's name
constexpr std::size_t most_text = 300;           // characters of a text in an event
constexpr std::int64_t most_number = std::int64_t{1} << 53;

// What is wrong with a record: a sentence for those who wrote it, or the contradiction in what
// was agreed.
struct Wrong {
  std::string what;
  std::optional<Reason> reason;

  explicit operator bool() const { return !what.empty() || reason.has_value(); }
};

// One event. Unknown, missing and wrong fields are named.
Wrong read_event(const Json& value, Event& event);
void write_event(JsonWriter& writer, const Event& event);

// Agreements; the variant was found by what `variant` is in them.
Wrong read_setup(const Json& value, std::shared_ptr<const Variant> variant, Setup& setup);
// What is agreed now: what is left out or null is as the variant has it, and `time` may be a text
// as PDN has it, its `mode` beside it.
Wrong read_agreement(const Json& value, std::shared_ptr<const Variant> variant, Setup& setup);
void write_setup(JsonWriter& writer, const Setup& setup);

Wrong read_time(const Json& value, TimeControl& control);
void write_time(JsonWriter& writer, const TimeControl& control);

// A record read in two steps, for only the caller knows the variants: `read` the text, find the
// variant that `variant` is JSON for, then `finish`. The events are not yet checked against the
// procedure.
class Record {
 public:
  Wrong read(std::string_view text);
  std::string_view variant() const { return variant_; }
  Wrong finish(std::shared_ptr<const Variant> variant);

  Setup setup;
  Players players;
  std::vector<Event> events;

 private:
  Json setup_;
  Json events_;
  std::string variant_ = "null";
};

// The record of a game as one line.
std::string write_record(const Setup& setup, const Players& players, const std::vector<Event>& log);

// A reason as JSON: its code, its rule, its fields; squares as the game numbers them.
void write_reason(JsonWriter& writer, const Ruleset& ruleset, const Reason& reason);

}  // namespace crownhead::game
