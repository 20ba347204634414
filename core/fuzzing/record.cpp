// A game's record as a stranger sends it: refused, or replayed; what was replayed is written and
// read again the same.
#include <memory>
#include <string>

#include "fuzzing/games.hpp"
#include "game/game.hpp"
#include "game/record.hpp"

using namespace crownhead;
using namespace crownhead::fuzzing;

namespace {

std::shared_ptr<const game::Variant> variant(std::uint8_t byte) {
  auto made = std::make_shared<game::Variant>();
  made->ruleset = &ruleset(byte);
  made->repetition = 3;
  made->repetition_rule = "E25";
  made->draw_rules[0] = "soon";
  made->json = "\"one\"";
  return made;
}

bool replayed(std::string_view text, std::uint8_t byte, std::string& written) {
  game::Record record;
  if (record.read(text) || record.finish(variant(byte))) return false;
  game::Game played(record.setup, record.players);
  if (played.begin()) return false;
  bool whole = true;
  for (const game::Event& event : record.events) whole = whole && !played.follow(event);
  written = game::write_record(played.setup(), played.players(), played.log());
  return whole;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || size > 16'000) return 0;
  std::string once, twice;
  if (!replayed(text_of(data, size), data[0], once)) return 0;
  require(replayed(once, data[0], twice));
  require(once == twice);
  return 0;
}
