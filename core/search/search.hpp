// The engine's search over every game, for callers outside the core.
#pragma once

#include "search/request.hpp"

namespace crownhead {

class Search {
 public:
  explicit Search(std::size_t megabytes) : table_(megabytes) {}

  // False if there was no memory for the table.
  bool usable() const { return table_.usable(); }

  // Search; one at a time: false, and nothing done, while another one runs.
  bool run(const SearchRequest& request, SearchResult& result);
  // End the running search, and every later one until `ready`, as soon as possible.
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  void ready() { stop_.store(false, std::memory_order_relaxed); }
  // Forget everything learnt from earlier searches; false while one runs.
  bool clear();
  // The same, with the memory in place before a clock runs; false while one runs.
  bool renew();

 private:
  std::atomic<bool> busy_{false};
  std::atomic<bool> stop_{false};
  TranspositionTable table_;
};

// The evaluation of a position for the side to move, without any search. `baseline` has it done
// without the newer instructions, to be compared: the values must be the same.
int evaluate(const Position& position, const Weights* weights = nullptr, bool baseline = false);

}  // namespace crownhead
