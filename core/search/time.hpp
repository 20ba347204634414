// How long to think about a move.
#pragma once

#include "search/pace.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

// Shares a clock between the moves to come, and spends less where the best move is clear.
class TimeManager {
 public:
  explicit TimeManager(const Limits& limits)
      : begin_(steady_seconds()), pace_(limits), target_(std::min(1.2 * pace_.share, pace_.most)) {}

  bool limited() const { return pace_.most > 0; }
  double begin() const { return begin_; }
  double elapsed() const { return steady_seconds() - begin_; }
  // When the search ends wherever it is.
  double deadline() const { return begin_ + pace_.most; }

  // Note how an iteration went: whether the best move is the same, and by how much the score fell.
  void iteration(bool same_move, int fall) {
    factor_ = same_move ? (factor_ * 0.9 < 0.5 ? 0.5 : factor_ * 0.9) : 1.0;
    worry_ = fall > 25 ? 2.0 : 1.0;
  }
  // Whether another iteration is worth while: it takes about as long as all before it together.
  bool enough() const { return target_ > 0 && elapsed() > 0.6 * target_ * factor_ * worry_; }

 private:
  const double begin_;
  const Pace pace_;
  const double target_;  // 0 without a clock
  double factor_ = 1.0;
  double worry_ = 1.0;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
