// What a search is asked, and what it answers.
#pragma once

#include <atomic>
#include <cstdint>

#include "rules/position.hpp"
#include "search/eval/weights.hpp"
#include "search/score.hpp"
#include "search/table.hpp"

namespace crownhead {

struct Limits {
  int depth = score::max_ply - 1;
  std::uint64_t nodes = ~0ull;  // heeded from the second iteration on: the first is always finished
  double seconds = 0;           // 0: no limit
  int noise = 0;                // greatest error added to the evaluation, in hundredths of a man
  std::uint64_t seed = 0;       // which errors
  int exchange = 1000;          // plies of captures followed beyond the depth
  int repetition = 3;           // occurrences that draw the game
  bool plain = false;           // exact minimax: no reductions, extensions, or shared results
};

// What the search asks now and then: whether to go on.
struct Control {
  const std::atomic<bool>* stop = nullptr;
  bool (*interrupted)(void*) = nullptr;  // asked about every 50 ms
  void* context = nullptr;
};

// Seconds on a steady clock.
double steady_seconds();

struct BriefMove {
  SquareSet captured;
  std::uint8_t from = 0, to = 0;
  bool crowns = false;

  bool is(const Move& move) const {
    return move.from == from && move.to == to && move.crowns == crowns &&
           move.captured.low == captured.low && move.captured.high == captured.high;
  }
};

struct Task {
  const Position* position = nullptr;
  const Position* const* past = nullptr;  // earlier positions of the game, the oldest first
  int past_length = 0;
  const Move* barred = nullptr;  // root moves that must not be chosen
  int barred_length = 0;
  Limits limits;
  const Weights* weights = nullptr;  // of the evaluation; null: the one made by hand
  Table* table = nullptr;
  Control* control = nullptr;

  // Answers
  int score = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  int length = 0;
  BriefMove line[score::max_ply + 1];
  bool too_complex = false;
  bool interrupted = false;
};

// A search compiled for one board and one instruction set.
struct SearchOps {
  void (*run)(Task&);
  // The evaluation of the position alone, for the side to move.
  int (*evaluate)(const Task&);
};

}  // namespace crownhead
