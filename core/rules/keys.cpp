#include "rules/keys.hpp"

namespace crownhead {

namespace {

constexpr ZobristKeys make_keys() {
  ZobristKeys keys{};
  std::uint64_t n = 1;
  keys.black_to_move = scrambled(n++);
  for (auto& side : keys.piece)
    for (auto& kind : side)
      for (auto& key : kind) key = scrambled(n++);
  return keys;
}

}  // namespace

constinit const ZobristKeys zobrist = make_keys();

}  // namespace crownhead
