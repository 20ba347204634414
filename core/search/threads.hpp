// The same work done by several threads at once, where there are threads.
#pragma once

namespace crownhead {

inline constexpr int most_threads = 256;

// Call `work(context, number)` for every number below `count`; 0 runs on this thread. Returns when
// all have ended. Where the system gives no more threads, fewer run.
void run_in_threads(int count, void (*work)(void*, int), void* context);

}  // namespace crownhead
