// What the building of tables holds in common: the finished slices, and the job in hand.
#pragma once

#include <atomic>
#include <vector>

#include "endgame/outcome.hpp"
#include "endgame/slice.hpp"
#include "endgame/tally.hpp"

namespace crownhead::endgame {

struct Work {
  explicit Work(const Ruleset& given)
      : ruleset(given), spaces(crownhead::layout(given.rules.board)) {
    ruleset.rules.king_run = 0;  // a run of one king is no part of what a table can tell apart
    ruleset.prepare();
  }

  Ruleset ruleset;
  Spaces spaces;
  Outcome* values[Slice::keys] = {};  // by slice; null where there is none

  // The slice in hand, solved together with its mirror image.
  Slice slice;
  bool whole = false;                // men move sideways: all configurations at once
  std::vector<std::uint32_t> order;  // configurations, the most advanced ones first
  std::vector<std::size_t> ends;     // of each level of advancement in `order`
  std::atomic<std::size_t> next{0};  // what the next thread takes of `order`
  std::size_t end = 0;               // of the level in hand

  std::atomic<std::uint64_t> done{0};  // positions, for whoever looks on
  std::atomic<bool> stop{false};
};

// The parts that are compiled for one kind of board and one instruction set.
struct EndgameOps {
  // Fill `order` and `ends` for the slice in hand.
  void (*plan)(Work&);
  // Solve configurations of the level in hand until none is left or `stop` is set.
  void (*solve)(Work&);
  // Compare each value of configurations [from, to) with what the moves lead to; where `capture`
  // is not null, note there (from the first of these positions on) who must capture.
  void (*check)(Work&, const Slice&, std::uint64_t from, std::uint64_t to, std::uint8_t* capture,
                Tally&);
};

const EndgameOps& endgame_ops(Board board);

}  // namespace crownhead::endgame
