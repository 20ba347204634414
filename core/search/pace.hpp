// What a clock gives to one move.
#pragma once

#include <algorithm>

#include "search/request.hpp"

namespace crownhead {

// Seconds for a move; 0: no limit.
struct Pace {
  static constexpr double lag = 0.1;      // that nobody thinks in
  static constexpr int moves_ahead = 25;  // a game is taken to last so much longer

  double share = 0;  // on average, and never more than `most`
  double most = 0;

  explicit Pace(const Limits& limits) {
    if (limits.clock > 0) {
      const double left = limits.clock - std::min(limits.clock * 0.05, lag);
      const int moves = limits.moves_to_go > 0 ? limits.moves_to_go : moves_ahead;
      share = left / moves + 0.9 * limits.increment;
      most = moves > 1 ? std::min(4 * share, 0.4 * left) : 0.8 * left;
    }
    if (limits.seconds > 0 && (most <= 0 || limits.seconds < most)) most = limits.seconds;
  }

  double even() const { return share > 0 ? std::min(share, most) : most; }
};

}  // namespace crownhead
