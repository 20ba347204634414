// Counts nodes and says when to stop.
#pragma once

#include "search/time.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

class NodeCounter {
 public:
  NodeCounter(const SearchRequest& request, SharedSearch& shared, const TimeManager& time,
              int thread)
      : control_(request.control),
        shared_(shared),
        main_(thread == 0),
        several_(request.threads > 1),
        slow_(request.given != nullptr),
        most_nodes_(request.limits.nodes),
        deadline_(time.limited() ? time.deadline() : 0),
        next_signal_(time.begin() + signal_interval) {}

  std::uint64_t nodes() const { return nodes_; }
  bool stopped() const { return stopped_; }
  bool interrupted() const { return interrupted_; }
  bool out_of_nodes() const { return all() >= most_nodes_; }
  // The nodes of all threads.
  std::uint64_t all() const {
    return several_ ? shared_.counted.load(std::memory_order_relaxed) + nodes_ - reported_ : nodes_;
  }
  // The first iteration is finished whatever the limit of nodes says, unless it is very large.
  void begin_first() { most_ = most_nodes_ < first_nodes ? first_nodes : most_nodes_; }
  void begin_others() {
    most_ = most_nodes_;
    next_look_ = nodes_;
  }

  // Count one more node; false if the search must end. Positions full of kings take long, and so
  // does an evaluation from outside.
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
    if (several_) {
      shared_.counted.fetch_add(nodes_ - reported_, std::memory_order_relaxed);
      reported_ = nodes_;
      if (!main_ && shared_.finished.load(std::memory_order_relaxed)) stopped_ = true;
    }
    const std::uint64_t counted = all();
    if (counted >= most_) stopped_ = true;
    const std::uint64_t left = stopped_ ? 0 : most_ - counted;
    const std::uint64_t step = slow_ || kings >= many_kings ? 1 : interval;
    next_look_ = nodes_ + (left < step ? left : step);
    if (!main_) return;
    if (control_.stop && control_.stop->load(std::memory_order_relaxed)) stopped_ = true;
    if (deadline_ <= 0 && !control_.interrupted) return;
    const double now = steady_seconds();
    if (deadline_ > 0 && now >= deadline_) stopped_ = true;
    if (control_.interrupted && now >= next_signal_) {
      next_signal_ = now + signal_interval;
      if (control_.interrupted(control_.context)) interrupted_ = stopped_ = true;
    }
  }

  const Control& control_;
  SharedSearch& shared_;
  const bool main_;
  const bool several_;
  const bool slow_;
  const std::uint64_t most_nodes_;
  const double deadline_;
  double next_signal_;
  std::uint64_t most_ = ~0ull;
  std::uint64_t nodes_ = 0;
  std::uint64_t reported_ = 0;  // of them, to the other threads
  std::uint64_t next_look_ = 0;
  bool stopped_ = false;
  bool interrupted_ = false;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
