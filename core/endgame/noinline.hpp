// What is called from many places that are expanded in place, and must not be expanded itself: a
// translation unit would take minutes.
#pragma once

#if defined(__GNUC__)
#define CROWNHEAD_NOINLINE __attribute__((noinline))
#else
#define CROWNHEAD_NOINLINE
#endif
