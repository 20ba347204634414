#include "wasm/endgames.hpp"

#include <cstdlib>
#include <memory>

#include "endgame/line.hpp"
#include "search/score.hpp"
#include "wasm/boundary.hpp"

namespace crownhead::wasm {

namespace {

using endgame::TableProbe;
using endgame::Verdict;

constexpr std::size_t cache_megabytes = 8;

std::unique_ptr<TableProbe> tables[most_rulesets];  // of each ruleset

// On other boards nobody has tables here.
bool may_have_tables(const Ruleset& ruleset) {
  return ruleset.rules.board == Board::dark8 || ruleset.rules.board == Board::dark10;
}

}  // namespace

Verdict verdict_on(int number, const Position& position) {
  const TableProbe* known = tables[number - 1].get();
  const int pieces = count<Wide>(position.occupied());
  return known && pieces <= known->most_pieces() ? known->tables.probe(position, true) : Verdict();
}

const TableProbe* endgames_of(int number) {
  return tables[number - 1].get();
}

std::optional<int> proven_value(int number, const Position& position) {
  const Verdict found = verdict_on(number, position);
  if (found.kind != Verdict::known) return std::nullopt;
  if (found.value == 0) return 0;
  if (found.plies < 0) {
    for (int i = 0; i < position.ruleset->draw_rules; ++i)
      if (position.counts[i] != Position::idle) return std::nullopt;
    return found.value;
  }
  const endgame::Followed line = follow(tables[number - 1]->tables, position, found.plies);
  if (line.kind != Verdict::known || line.draw_rule >= 0) return std::nullopt;
  return found.value;
}

// Add the file in the room to the tables of a game; 0 where it is damaged or of another board.
EXPORT(add_endgames) int add_endgames(int number, std::uint32_t size) {
  auto* file = static_cast<std::uint8_t*>(taken_file());
  const Ruleset* ruleset = ruleset_of(number);
  if (file && ruleset && may_have_tables(*ruleset) && size >= endgame::FileHead::fixed) {
    std::unique_ptr<TableProbe>& known = tables[number - 1];
    if (!known)
      known = std::make_unique<TableProbe>(*ruleset, file + endgame::FileHead::rules_at,
                                           cache_megabytes);
    if (known->tables.attach(file, size) == endgame::Fault::none) return 1;
    if (known->most_pieces() == 0) known.reset();
  }
  std::free(file);
  return 0;
}

// Write what the tables say of the first position of the input: the value, -1 to 1, for the side to
// move, the plies to the end (null of a draw, and where they do not say), the number of the draw
// rule that ends best play before (null: none), and all that as a score. 0 where they do not know.
EXPORT(ask_endgames) int ask_endgames(int number) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset) return 0;
  const Position position = take(*ruleset);
  const Verdict found = verdict_on(number, position);
  if (found.kind != Verdict::known) return 0;
  const int rule = follow(tables[number - 1]->tables, position, found.plies).draw_rule;
  JsonWriter out = answer();
  const auto write = [&](const char* name, int value) {
    out.name(name);
    if (value < 0)
      out.null();
    else
      out.value(value);
  };
  out.open('{').name("value").value(found.value);
  write("plies", found.plies);
  write("cutBy", rule);
  out.name("score").value(rule < 0 ? score::of_verdict(found.value, found.plies) : 0).close('}');
  return 1;
}

}  // namespace crownhead::wasm
