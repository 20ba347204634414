#include "search/book.hpp"

#include <algorithm>
#include <cstring>

#include "rules/keys.hpp"
#include "search/eval/weights.hpp"

namespace crownhead {

namespace {

constexpr std::uint8_t magic[] = {'C', 'H', 'O', 'B'};
constexpr std::uint64_t format = 1;
constexpr std::uint64_t move_bits = 0xFFFF;

std::uint64_t number_at(const std::uint8_t* at, int bytes) {
  std::uint64_t number = 0;
  for (int i = bytes - 1; i >= 0; --i) number = number << 8 | at[i];
  return number;
}

// The entry of a move in a position.
std::uint64_t entry(const Position& position, const Move& move) {
  return (position.key & ~move_bits) | (position.after(move).key & move_bits);
}

}  // namespace

Book::Fault Book::read(const std::uint8_t* file, std::size_t size) {
  if (size < header || size > most_bytes || std::memcmp(file, magic, sizeof magic) != 0)
    return Fault::no_book;
  if (number_at(file + 4, 4) != format) return Fault::other_format;
  if (size % 8 != 0 || fnv1a(file + header, size - header) != number_at(file + 8, 8))
    return Fault::damaged;
  std::vector<std::uint64_t> entries;
  entries.reserve((size - header) / 8);
  for (std::size_t at = header; at < size; at += 8) entries.push_back(number_at(file + at, 8));
  if (!std::is_sorted(entries.begin(), entries.end())) return Fault::damaged;
  entries_.swap(entries);
  return Fault::none;
}

void Book::moves(const Position& position, const Moves& legal, Moves& found) const {
  found.clear();
  const auto first = std::lower_bound(entries_.begin(), entries_.end(), position.key & ~move_bits);
  if (first == entries_.end() || (*first ^ position.key) > move_bits) return;
  for (const Move& move : legal)
    if (std::binary_search(first, entries_.end(), entry(position, move))) found.add() = move;
}

const Move* drawn(const Position& position, const Moves& moves, std::uint64_t seed) {
  if (!moves.size()) return nullptr;
  const std::uint64_t number = scrambled(position.key ^ scrambled(seed));
  return &moves[static_cast<int>(number % static_cast<std::uint64_t>(moves.size()))];
}

}  // namespace crownhead
