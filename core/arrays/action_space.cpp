#include "arrays/action_space.hpp"

#include <algorithm>

#include "rules/bits.hpp"

namespace crownhead::arrays {

ActionSpace::ActionSpace(const Ruleset& rules, int ranked, bool seen)
    : ruleset(&rules), ranks(ranked), relative(seen), square_of{} {
  for (int s = 0; s < squares(); ++s) {
    const int index = rules.layout->index_of[s];
    square_of[index] = static_cast<std::uint8_t>(rules.number(index) - 1);
  }
}

// Whether a move is ranked before another one of the same ends.
bool ActionSpace::before(const LegalMove& one, const LegalMove& other, Side turn) const {
  int highest = -1;
  bool in_other = false;
  each_bit<Wide>(Wide(one.captured) ^ Wide(other.captured), [&](Wide square) {
    const int number = seen(lowest(square), turn);
    if (number <= highest) return;
    highest = number;
    in_other = (Wide(other.captured) & square) != 0;
  });
  return highest < 0 ? one.crowns < other.crowns : in_other;
}

bool ActionSpace::number(Side turn, LegalList& moves) const {
  bool captures = false;
  for (LegalMove& move : moves) {
    move.action = seen(move.from, turn) * squares() + seen(move.to, turn);
    captures |= move.captures();
  }
  if (!captures || moves.size() < 2) return true;
  // By their ends, and of the same ends by rank; few are listed, and they are nearly in order.
  std::sort(moves.begin(), moves.end(), [&](const LegalMove& one, const LegalMove& other) {
    return one.action != other.action ? one.action < other.action : before(one, other, turn);
  });
  bool complete = true;
  std::int32_t ends = none;
  int rank = 0;
  for (LegalMove& move : moves) {
    rank = move.action == ends ? rank + 1 : 0;
    ends = move.action;
    if (rank == 0) continue;
    complete &= rank < ranks;
    move.action = rank < ranks ? move.action + rank * squares() * squares() : none;
  }
  return complete;
}

}  // namespace crownhead::arrays
