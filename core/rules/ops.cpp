#include "rules/ops.hpp"

#ifdef CROWNHEAD_HAVE_V3
#include <cpuid.h>
#endif

#include "rules/known.hpp"

namespace crownhead {

#ifdef CROWNHEAD_SMALL  // what travels to a browser reads all rules at run time
#undef CROWNHEAD_GAMES
#define CROWNHEAD_GAMES(game)
#endif
#define CROWNHEAD_BOARDS(board) board(dark8, ) board(dark10, ) board(dark12, ) board(full8, )

#define DECLARE_BASELINE(name, geometry) const Ops& name##_baseline();
CROWNHEAD_GAMES(DECLARE_BASELINE)
CROWNHEAD_BOARDS(DECLARE_BASELINE)
#ifdef CROWNHEAD_HAVE_V3
#define DECLARE_V3(name, geometry) const Ops& name##_v3();
CROWNHEAD_GAMES(DECLARE_V3)
CROWNHEAD_BOARDS(DECLARE_V3)
#define CHOOSE(name) (has_v3() ? name##_v3() : name##_baseline())
#else
#define CHOOSE(name) name##_baseline()
#endif

namespace {

[[maybe_unused]] bool has_v3() {
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

}  // namespace

const Ops& ops_for(const Rules& given) {
  Rules rules = given;
  if (rules.aim == Aim::lose) rules.aim = Aim::normal;  // the moves are the same
#define TRY(name, geometry) \
  if (rules == known::name) return CHOOSE(name);
  CROWNHEAD_GAMES(TRY)
#undef TRY
  return dynamic_ops(rules.board);
}

const Ops& dynamic_ops(Board board) {
  switch (board) {
    case Board::dark8:
      return CHOOSE(dark8);
    case Board::dark10:
      return CHOOSE(dark10);
    case Board::dark12:
      return CHOOSE(dark12);
    case Board::full8:
      break;
  }
  return CHOOSE(full8);
}

const char* instruction_set() {
  return has_v3() ? "v3" : "baseline";
}

}  // namespace crownhead
