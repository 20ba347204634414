#include "search/keys.hpp"

namespace crownhead {

namespace {

constexpr SearchKeys make_keys() {
  SearchKeys keys{};
  std::uint64_t n = 1'000'000;
  for (auto& side : keys.piece)
    for (auto& kind : side)
      for (auto& key : kind) key = scrambled(n++);
  for (auto& side : keys.run)
    for (auto& length : side)
      for (auto& key : length) key = scrambled(n++);
  for (auto& rule : keys.count)
    for (auto& key : rule) key = scrambled(n++);
  keys.turn = scrambled(n);
  return keys;
}

}  // namespace

constinit const SearchKeys search_keys = make_keys();

}  // namespace crownhead
