// The building of tables, slice by slice, for callers outside the core.
#pragma once

#include "endgame/work.hpp"

namespace crownhead::endgame {

class Builder {
 public:
  explicit Builder(const Ruleset& ruleset) : work_(ruleset) {}

  const Ruleset& ruleset() const { return work_.ruleset; }
  std::uint64_t positions(const Slice& slice) const {
    return endgame::positions(*work_.ruleset.layout, slice);
  }

  // Say where the values of a slice are, or are to be; `values` has room for all its positions.
  void attach(const Slice& slice, Outcome* values);
  const Outcome* values(const Slice& slice) const { return work_.values[slice.key()]; }
  bool attached(const Slice& slice) const { return work_.values[slice.key()] != nullptr; }

  // Whether every slice that a move of this one, or of its mirror image, leads to is attached.
  bool ready(const Slice& slice) const;

  // Solve a slice and its mirror image; false if it was stopped.
  bool solve(const Slice& slice, int threads);

  // Compare each value of a slice with what its moves lead to; where `capture` is not null, note
  // there who must capture. False if it was stopped.
  bool check(const Slice& slice, int threads, std::uint8_t* capture, Tally& tally);

  std::uint64_t done() const { return work_.done.load(std::memory_order_relaxed); }
  void stop() { work_.stop.store(true, std::memory_order_relaxed); }

 private:
  Work work_;
};

}  // namespace crownhead::endgame
