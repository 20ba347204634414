#include "rules/turning.hpp"

#include "rules/ruleset.hpp"

namespace crownhead {

namespace {

// Set the hash anew, with the counts of another position; an ending is one for either side.
void go_on(Position& next, const Position& position) {
  next.turn = static_cast<std::uint8_t>(!position.to_move());
  next.refresh();
  for (int i = 0; i < Position::most_counts; ++i) next.counts[i] = position.counts[i];
}

}  // namespace

Position turned_over(const Position& position) {
  Position next = position;
  go_on(next, position);
  return next;
}

Position mirrored(const Position& position) {
  const Ruleset& ruleset = *position.ruleset;
  const auto opposite = [&](int index) {
    return ruleset.index(ruleset.layout->squares + 1 - ruleset.number(index));
  };
  const auto turned = [&](Wide squares) {
    Wide found = 0;
    each_bit<Wide>(squares, [&](Wide square) { found |= bit<Wide>(opposite(lowest(square))); });
    return found;
  };
  Position next;
  next.ruleset = position.ruleset;
  next.kings = turned(position.kings);
  for (const Side side : {white, black}) {
    const auto other = static_cast<Side>(!side);
    next.side[side] = turned(position.side[other]);
    next.runs.count[side] = position.runs.count[other];
    if (position.runs.count[other])
      next.runs.index[side] = static_cast<std::uint8_t>(opposite(position.runs.index[other]));
  }
  go_on(next, position);
  return next;
}

}  // namespace crownhead
