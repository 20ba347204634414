// What a search is asked, and what it answers.
#pragma once

#include <atomic>
#include <cstdint>

#include "rules/position.hpp"
#include "search/endgame_probe.hpp"
#include "search/eval/weights.hpp"
#include "search/score.hpp"
#include "search/transposition.hpp"

namespace crownhead {

struct Limits {
  int depth = score::max_ply - 1;
  std::uint64_t nodes = ~0ull;  // heeded from the second iteration on: the first is always finished
  double seconds = 0;           // for this move; 0: no limit
  double clock = 0;             // what the clock still shows, in seconds; 0: there is none
  double increment = 0;         // seconds that each move brings
  int moves_to_go = 0;          // moves that the clock is for; 0: the rest of the game
  int noise = 0;                // greatest error added to the evaluation, in hundredths of a man
  int taste = 0;                // and to what a piece on a square is worth
  std::uint64_t seed = 0;       // which errors
  int blind = 0;                // in so many of 1000 positions no capture is seen
  int quiescence_depth = 1000;  // plies of captures followed beyond the depth
  int repetition = 3;           // occurrences that draw the game
  bool minimax = false;         // exact minimax: no reductions, extensions, or shared results
};

struct BriefMove {
  SquareSet captured;
  std::uint8_t from = 0, to = 0;
  bool crowns = false;

  bool is(const Move& move) const {
    return move.from == from && move.to == to && move.crowns == crowns &&
           move.captured.low == captured.low && move.captured.high == captured.high;
  }
  bool operator==(const BriefMove& other) const {
    return from == other.from && to == other.to && crowns == other.crowns &&
           captured.low == other.captured.low && captured.high == other.captured.high;
  }
};

// One line of play from the root: the best, or the best that begins with another move.
struct Line {
  int score = 0;
  Bound bound = Bound::none;  // what the score is: the value itself, or a bound of it
  int depth = 0;              // plies searched completely
  int length = 0;
  BriefMove moves[score::max_ply + 1];
};

struct SearchResult {
  static constexpr int most_lines = 32;

  int lines = 0;
  Line line[most_lines];  // the best first
  int depth = 0;          // of the best line
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool too_complex = false;  // the captures at the root cannot be listed
  bool interrupted = false;

  int score() const { return line[0].score; }
  // Take over what another result found, without the memory of lines it does not have.
  void copy_lines(const SearchResult& other) {
    lines = other.lines;
    depth = other.depth;
    for (int i = 0; i < lines; ++i) line[i] = other.line[i];
  }
};

// What the search asks and tells now and then.
struct Control {
  const std::atomic<bool>* stop = nullptr;
  bool (*interrupted)(void*) = nullptr;  // asked about every 50 ms: true ends the search
  void (*iteration)(void*, const SearchResult&) = nullptr;  // told after each depth and line
  void* context = nullptr;
};

// Seconds on a steady clock.
double steady_seconds();

// An evaluation from outside the core.
class GivenEvaluation {
 public:
  virtual ~GivenEvaluation() = default;
  // The value of a position for the side to move, in hundredths of a man. One thread asks at a
  // time.
  virtual int value(const Position& position) = 0;
  // Tells it apart from others: what a table remembers of one is of no use to another.
  virtual std::uint64_t id() const = 0;
};

struct SearchRequest {
  const Position* position = nullptr;
  const Position* const* past = nullptr;  // earlier positions of the game, the oldest first
  int past_length = 0;
  const Move* excluded = nullptr;  // root moves that must not be chosen
  int excluded_length = 0;
  Limits limits;
  int lines = 1;
  int threads = 1;
  const Weights* weights = nullptr;  // of the evaluation; null: the one made by hand
  GivenEvaluation* given = nullptr;  // in place of both, on one thread; not in the browser
  const EndgameProbe* endgames = nullptr;
  Control control;
};

// What the threads of one search share.
struct SharedSearch {
  TranspositionTable& table;
  std::atomic<bool> finished{false};      // the main thread is done
  std::atomic<std::uint64_t> counted{0};  // nodes of all threads, brought up to date in steps
  const std::uint64_t salt;               // of the keys: scores of different searches never mix
};

// A search compiled for one board and one instruction set.
struct SearchOps {
  // Search as thread `number`; only thread 0 answers.
  void (*run)(const SearchRequest&, SharedSearch&, int number, SearchResult&);
  // The evaluation of the position alone, for the side to move.
  int (*evaluate)(const SearchRequest&, SharedSearch&);
};

}  // namespace crownhead
