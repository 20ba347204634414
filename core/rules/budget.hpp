// How much work may be done to answer one question, counted in states and never in time, so that
// every machine refuses the same positions.
#pragma once

#include <cstdint>

namespace crownhead {

// Generation, routes, faulty moves, reading and explanation draw on the same budget. A state is one
// jump tried, one beginning of a capture looked at, or the like: some 80 ns.
class Budget {
 public:
  // Some 40 ms of work. No position met in ten thousand games came to a hundredth of it.
  static constexpr std::int64_t standard = 1 << 19;
  // What a move in a list costs whoever reads it, in states.
  static constexpr std::int64_t listed_move = 16;

  explicit constexpr Budget(std::int64_t states = standard) : given_(states), left_(states) {}

  // Count some states; false once there are none left.
  constexpr bool spend(std::int64_t states = 1) { return (left_ -= states) >= 0; }
  constexpr bool exhausted() const { return left_ < 0; }
  constexpr std::int64_t spent() const { return given_ - left_; }

 private:
  std::int64_t given_, left_;
};

}  // namespace crownhead
