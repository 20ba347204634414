#ifndef CROWNHEAD_SMALL  // a browser reads tables, and builds none

#include "endgame/builder.hpp"

#include <thread>

#include "rules/instructions.hpp"
namespace crownhead::endgame {

CROWNHEAD_DECLARE_BOARDS(EndgameOps, endgame)

namespace {

// Run `act` on this thread and `threads` - 1 others.
template <class Act>
void on_threads(int threads, Act&& act) {
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(act);
  act();
  for (std::thread& other : others) other.join();
}

// Whether all slices that White's moves lead to are there.
bool leads_to_known(const Builder& builder, const Slice& slice) {
  const Aim aim = builder.ruleset().rules.aim;
  for (int crowned = 0; crowned <= (slice.men[white] > 0 ? 1 : 0); ++crowned) {
    if (crowned && aim == Aim::king) continue;
    for (int men = 0; men <= slice.men[black]; ++men) {
      for (int kings = 0; kings <= slice.kings[black]; ++kings) {
        const bool captures = men < slice.men[black] || kings < slice.kings[black];
        if (men + kings == 0 || !(crowned || captures)) continue;
        Slice next = slice;
        next.men[white] = static_cast<std::uint8_t>(slice.men[white] - crowned);
        next.kings[white] = static_cast<std::uint8_t>(slice.kings[white] + crowned);
        next.men[black] = static_cast<std::uint8_t>(men);
        next.kings[black] = static_cast<std::uint8_t>(kings);
        if (!builder.attached(next.mirrored())) return false;
      }
    }
  }
  return true;
}

}  // namespace

const EndgameOps& endgame_ops(Board board) {
  CROWNHEAD_CHOOSE_BOARD(endgame, board, has_v3())
}

void Builder::attach(const Slice& slice, Outcome* values) {
  work_.spaces.prepare(slice);
  work_.values[slice.key()] = values;
}

bool Builder::ready(const Slice& slice) const {
  return attached(slice) && attached(slice.mirrored()) && leads_to_known(*this, slice) &&
         leads_to_known(*this, slice.mirrored());
}

bool Builder::solve(const Slice& slice, int threads) {
  const EndgameOps& ops = endgame_ops(work_.ruleset.rules.board);
  work_.slice = slice;
  work_.next = 0;
  ops.plan(work_);
  std::size_t begin = 0;
  for (const std::size_t end : work_.ends) {
    work_.next = begin;
    work_.end = end;
    // A handful of configurations is not worth a thread.
    const std::size_t useful = (end - begin + 7) / 8;
    const int used =
        useful < static_cast<std::size_t>(threads) ? static_cast<int>(useful) : threads;
    on_threads(used, [&] { ops.solve(work_); });
    begin = end;
    if (work_.stop.load(std::memory_order_relaxed)) return false;
  }
  return true;
}

bool Builder::check(const Slice& slice, int threads, std::uint8_t* capture, Tally& tally) {
  const EndgameOps& ops = endgame_ops(work_.ruleset.rules.board);
  const Space& space = *work_.spaces.find(slice);
  constexpr std::uint64_t portion = 1 << 16;  // positions that a thread takes at a time
  const std::uint64_t step = space.block < portion ? portion / space.block : 1;
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> adding{false};
  on_threads(threads, [&] {
    Tally mine;
    for (;;) {
      const std::uint64_t from = next.fetch_add(1, std::memory_order_relaxed) * step;
      if (from >= space.configurations || work_.stop.load(std::memory_order_relaxed)) break;
      const std::uint64_t to =
          from + step < space.configurations ? from + step : space.configurations;
      ops.check(work_, slice, from, to, capture ? capture + from * space.block : nullptr, mine);
    }
    while (adding.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
    tally.add(mine);
    adding.store(false, std::memory_order_release);
  });
  return !work_.stop.load(std::memory_order_relaxed);
}

}  // namespace crownhead::endgame

#endif
