// Counts nodes and says when to stop.
#pragma once

#include "search/task.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

class Meter {
 public:
  Meter(const Limits& limits, Control& control)
      : control_(control),
        most_nodes_(limits.nodes),
        deadline_(limits.seconds > 0 ? steady_seconds() + limits.seconds : 0),
        next_signal_(steady_seconds() + signal_interval) {}

  std::uint64_t nodes() const { return nodes_; }
  bool stopped() const { return stopped_; }
  bool interrupted() const { return interrupted_; }
  bool out_of_nodes() const { return nodes_ >= most_nodes_; }
  // The first iteration is finished whatever the limit of nodes says, unless it is very large.
  void begin_first() { most_ = most_nodes_ < first_nodes ? first_nodes : most_nodes_; }
  void begin_others() {
    most_ = most_nodes_;
    next_look_ = nodes_;
  }

  // Count one more node; false if the search must end. Positions full of kings take long.
  CROWNHEAD_INLINE bool enter(int kings) {
    if (nodes_ >= next_look_) look(kings);
    if (stopped_) return false;
    ++nodes_;
    return true;
  }

 private:
  static constexpr std::uint64_t first_nodes = 20'000;
  static constexpr std::uint64_t interval = 64;
  static constexpr int many_kings = 6;
  static constexpr double signal_interval = 0.05;

  __attribute__((noinline)) void look(int kings) {
    if (nodes_ >= most_) stopped_ = true;
    next_look_ = nodes_ + (kings >= many_kings ? 1 : interval);
    if (next_look_ > most_) next_look_ = most_;
    if (control_.stop && control_.stop->load(std::memory_order_relaxed)) stopped_ = true;
    if (deadline_ <= 0 && !control_.interrupted) return;
    const double now = steady_seconds();
    if (deadline_ > 0 && now >= deadline_) stopped_ = true;
    if (control_.interrupted && now >= next_signal_) {
      next_signal_ = now + signal_interval;
      if (control_.interrupted(control_.context)) interrupted_ = stopped_ = true;
    }
  }

  Control& control_;
  const std::uint64_t most_nodes_;
  const double deadline_;
  double next_signal_;
  std::uint64_t most_ = ~0ull;
  std::uint64_t nodes_ = 0;
  std::uint64_t next_look_ = 0;
  bool stopped_ = false;
  bool interrupted_ = false;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
