#include "wasm/boundary.hpp"

#include <cstring>
#include <utility>

#include "game/variant.hpp"

namespace crownhead::wasm {

namespace {

char new_position[position_size];
Ruleset* rulesets[most_rulesets];
std::shared_ptr<const game::Variant> laws[most_rulesets];
int rulesets_made = 0;
std::string answered;

}  // namespace

alignas(8) char in[room];

JsonWriter answer() {
  answered.clear();
  return JsonWriter(answered);
}

void answer_with(std::string bytes) {
  answered = std::move(bytes);
}

const Ruleset* ruleset_of(int number) {
  return number > 0 && number <= rulesets_made ? rulesets[number - 1] : nullptr;
}

std::shared_ptr<const game::Variant> law_of(int number) {
  return ruleset_of(number) ? laws[number - 1] : nullptr;
}

void give(const Position& position) {
  const PackedPosition numbers = packed(position);
  std::memset(new_position, 0, sizeof new_position);
  std::memcpy(new_position, &numbers, sizeof numbers);
}

Position take(const Ruleset& ruleset, std::size_t place) {
  PackedPosition numbers;
  std::memcpy(&numbers, in + place * position_size, sizeof numbers);
  return unpacked(ruleset, numbers);
}

void write_wrong(const char* wrong, int column, const char* code) {
  JsonWriter out = answer();
  out.open('{');
  out.name("wrong");
  out.value(wrong);
  out.name("column");
  out.value(column);
  if (code) out.name("code").value(code);
  out.close('}');
}

void write_squares(JsonWriter& out, const Ruleset& ruleset, Wide set) {
  out.open('[');
  for (int n = 1; n <= ruleset.layout->squares; ++n)
    if (set & bit<Wide>(ruleset.index(n))) out.value(n);
  out.close(']');
}

EXPORT(input) char* input() {
  return in;
}
EXPORT(made) const char* made() {
  return new_position;
}
EXPORT(output) const char* output() {
  return answered.data();
}
EXPORT(output_size) std::uint32_t output_size() {
  return static_cast<std::uint32_t>(answered.size());
}

// Why what was sent is refused: a sentence for those who wrote it, or a reason. Returns 0.
int refuse(const Ruleset& ruleset, const game::Wrong& wrong) {
  JsonWriter out = answer();
  out.open('{').name("refused").value("wrong").name("what").value(wrong.what).name("reason");
  if (wrong.reason)
    game::write_reason(out, ruleset, *wrong.reason);
  else
    out.null();
  out.close('}');
  return 0;
}

// Make a game from its record of `length` bytes; the number of its ruleset, and the whole record
// with what was left out of it. 0 and why it is refused.
EXPORT(game) int game(std::uint32_t length) {
  static const Ruleset none;
  game::Json given;
  game::VariantRecord record;
  if (rulesets_made == most_rulesets || length > room) return refuse(none, {"too many games", {}});
  game::Wrong wrong{game::read_json({in, length}, given), {}};
  if (!wrong) wrong = game::read_variant(given, record);
  if (wrong) return refuse(none, wrong);
  auto* made = new Ruleset;
  if (!game::play_by(record, *made)) {
    delete made;
    return refuse(none, {"Rules: the core cannot play this game", {}});
  }
  made->id = rulesets_made;
  laws[rulesets_made] = std::make_shared<const game::Variant>(game::law_of(record, *made));
  rulesets[rulesets_made] = made;
  JsonWriter out = answer();
  game::write_variant(out, record);
  return ++rulesets_made;
}

}  // namespace crownhead::wasm
