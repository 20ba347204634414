#include "wasm/boundary.hpp"

#include <cstring>
#include <utility>

#include "rules/record.hpp"

namespace crownhead::wasm {

namespace {

constexpr std::size_t most_numbers = 512;

char new_position[position_size];
Ruleset* rulesets[most_rulesets];
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

void write_wrong(const char* wrong, int column) {
  JsonWriter out = answer();
  out.open('{');
  out.name("wrong");
  out.value(wrong);
  out.name("column");
  out.value(column);
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

// Make a ruleset from `count` numbers in the input, as crownhead.rulesets.record writes them.
EXPORT(game) int game(std::uint32_t count) {
  std::int32_t record[most_numbers];
  if (rulesets_made == most_rulesets || count > most_numbers) return 0;
  std::memcpy(record, in, count * sizeof *record);
  auto* read = new Ruleset;
  if (!read_record(record, count, *read)) {
    delete read;
    return 0;
  }
  read->id = rulesets_made;
  rulesets[rulesets_made] = read;
  return ++rulesets_made;
}

}  // namespace crownhead::wasm
