// The positions that led to the present one, in the game and in the search: who comes back draws.
#pragma once

#include "search/score.hpp"

#include <cstdint>

namespace crownhead {
inline namespace CROWNHEAD_ISA {

class RepetitionHistory {
 public:
  static constexpr int longest_past = 256;

  explicit RepetitionHistory(int repetition) : needed_(repetition < 2 ? 3 : repetition) {}

  void remember(std::uint64_t key) {
    if (past_ < longest_past) keys_[past_++] = key;
  }

  int past() const { return past_; }
  CROWNHEAD_INLINE void put(int ply, std::uint64_t key) { keys_[past_ + ply] = key; }

  // True if the position `ply` plies from the root was met before in the search, or so often in
  // the game that it is drawn. `reversible` plies lead back to the last that cannot be undone.
  CROWNHEAD_INLINE bool repeated(int ply, int reversible) const {
    const std::uint64_t* const here = keys_ + past_ + ply;
    int seen = 1;
    for (int back = 4; back <= reversible && back <= past_ + ply; back += 2)
      if (here[-back] == here[0] && (back <= ply || ++seen >= needed_)) return true;
    return false;
  }

 private:
  const int needed_;
  int past_ = 0;
  std::uint64_t keys_[longest_past + score::max_ply + 2];
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
