#include "rules/instructions.hpp"

#ifdef CROWNHEAD_HAVE_V3
#include <cpuid.h>
#endif

namespace crownhead {

bool has_v3() {
#ifdef CROWNHEAD_HAVE_V3
  // cpuid itself, because zig's runtime lacks what __builtin_cpu_supports calls.
  static const bool found = [] {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
    constexpr unsigned first = bit_OSXSAVE | bit_AVX | bit_FMA | bit_POPCNT;
    if ((c & first) != first) return false;
    unsigned low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6) return false;  // the system saves the wide registers
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
    constexpr unsigned second = bit_AVX2 | bit_BMI | bit_BMI2;
    if ((b & second) != second) return false;
    return __get_cpuid(0x80000001u, &a, &b, &c, &d) && (c & bit_LZCNT);
  }();
  return found;
#else
  return false;
#endif
}

const char* instruction_set() {
  return has_v3() ? "v3" : "baseline";
}

}  // namespace crownhead
