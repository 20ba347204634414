// How long to think about a move.
#pragma once

#include "search/request.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

// Shares a clock between the moves to come, and spends less where the best move is clear.
class TimeManager {
 public:
  explicit TimeManager(const Limits& limits) : begin_(steady_seconds()) {
    if (limits.clock > 0) {
      const double reserve = limits.clock * 0.05 < lag ? limits.clock * 0.05 : lag;
      const double left = limits.clock - reserve;
      const int moves = limits.moves_to_go > 0 ? limits.moves_to_go : moves_ahead;
      const double share = left / moves + 0.9 * limits.increment;
      most_ = moves > 1 ? smaller(4 * share, 0.4 * left) : 0.8 * left;
      target_ = smaller(1.2 * share, most_);
    }
    if (limits.seconds > 0 && (most_ <= 0 || limits.seconds < most_)) {
      most_ = limits.seconds;
      if (target_ > most_) target_ = most_;
    }
  }

  bool limited() const { return most_ > 0; }
  double begin() const { return begin_; }
  double elapsed() const { return steady_seconds() - begin_; }
  // When the search ends wherever it is.
  double deadline() const { return begin_ + most_; }

  // Note how an iteration went: whether the best move is the same, and by how much the score fell.
  void iteration(bool same_move, int fall) {
    factor_ = same_move ? (factor_ * 0.9 < 0.5 ? 0.5 : factor_ * 0.9) : 1.0;
    worry_ = fall > 25 ? 2.0 : 1.0;
  }
  // Whether another iteration is worth while: it takes about as long as all before it together.
  bool enough() const { return target_ > 0 && elapsed() > 0.6 * target_ * factor_ * worry_; }

 private:
  static constexpr double lag = 0.1;
  static constexpr int moves_ahead = 25;  // a game is taken to last so much longer

  static double smaller(double a, double b) { return a < b ? a : b; }

  const double begin_;
  double most_ = 0;
  double target_ = 0;
  double factor_ = 1.0;
  double worry_ = 1.0;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
