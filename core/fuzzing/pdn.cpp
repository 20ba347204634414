// A stream of PDN, fed in two pieces and in one: the same games, each replayed to its end.
#include <vector>

#include "fuzzing/games.hpp"
#include "pdn/replay.hpp"
#include "pdn/scanner.hpp"
#include "pdn/sniff.hpp"
#include "pdn/tags.hpp"
#include "rules/api.hpp"

using namespace crownhead;
using namespace crownhead::fuzzing;

namespace {

std::vector<pdn::Excerpt> cut(std::string_view text, std::size_t first) {
  pdn::Scanner scanner(2'048);
  std::vector<pdn::Excerpt> games;
  pdn::Excerpt game;
  for (const std::string_view piece : {text.substr(0, first), text.substr(first)}) {
    scanner.feed(piece);
    while (scanner.next(game)) games.push_back(game);
  }
  scanner.finish();
  while (scanner.next(game)) games.push_back(game);
  return games;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || size > 16'000) return 0;
  const Ruleset& rules = ruleset(data[0]);
  const std::string_view text = text_of(data, size);
  const auto games = cut(text, 0), pieces = cut(text, text.size() / 3);
  require(games.size() == pieces.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    const pdn::Excerpt& game = games[i];
    require(game.source == pieces[i].source && game.offset == pieces[i].offset);
    require(text.substr(game.offset, game.source.size()) == game.source);
    require(pdn::read_tags(game.source).end <= game.source.size());
    require(pdn::sniff(game.source).numeric >= 0);
    const pdn::Replay read = pdn::replay(game.source, initial(rules), data[0] & 128, {});
    for (const pdn::Item& item : read.items)
      require(item.begin <= item.end && item.end <= game.source.size());
    for (const pdn::Fault& fault : read.faults)
      require(fault.begin <= fault.end && fault.end <= game.source.size());
  }
  return 0;
}
