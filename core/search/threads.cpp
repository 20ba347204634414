#include "search/threads.hpp"

#if defined(__wasm__) && !defined(_REENTRANT)

namespace crownhead {

void run_in_threads(int, void (*work)(void*, int), void* context) {
  work(context, 0);
}

}  // namespace crownhead

#else

#include <pthread.h>

#include <cstddef>

namespace crownhead {

namespace {

struct Part {
  void (*work)(void*, int);
  void* context;
  int number;
};

void* begin(void* given) {
  const Part& part = *static_cast<Part*>(given);
  part.work(part.context, part.number);
  return nullptr;
}

}  // namespace

void run_in_threads(int count, void (*work)(void*, int), void* context) {
  pthread_t threads[most_threads];
  Part parts[most_threads];
  if (count > most_threads) count = most_threads;
  // The search is deep; some systems give a thread half a megabyte of stack only.
  constexpr std::size_t stack = std::size_t{4} << 20;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack);
  int running = 1;
  for (; running < count; ++running) {
    parts[running] = {work, context, running};
    if (pthread_create(&threads[running], &attributes, begin, &parts[running]) != 0) break;
  }
  pthread_attr_destroy(&attributes);
  work(context, 0);
  for (int i = 1; i < running; ++i) pthread_join(threads[i], nullptr);
}

}  // namespace crownhead

#endif
