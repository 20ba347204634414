#include "rules/ops.hpp"

#include "rules/known.hpp"

namespace crownhead {

#define CROWNHEAD_GAMES(game)                                                                     \
  game(english) game(italian) game(spanish) game(czech) game(thai) game(brazilian) game(russian)  \
      game(pool) game(international) game(breakthrough) game(killer) game(frisian) game(canadian) \
          game(turkish)
#define CROWNHEAD_BOARDS(board) board(dark8) board(dark10) board(dark12) board(full8)

#define DECLARE_BASELINE(name) const Ops& name##_baseline();
CROWNHEAD_GAMES(DECLARE_BASELINE)
CROWNHEAD_BOARDS(DECLARE_BASELINE)
#ifdef CROWNHEAD_HAVE_V3
#define DECLARE_V3(name) const Ops& name##_v3();
CROWNHEAD_GAMES(DECLARE_V3)
CROWNHEAD_BOARDS(DECLARE_V3)
#define CHOOSE(name) (has_v3() ? name##_v3() : name##_baseline())
#else
#define CHOOSE(name) name##_baseline()
#endif

namespace {

[[maybe_unused]] bool has_v3() {
#ifdef CROWNHEAD_HAVE_V3
  static const bool found = [] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("fma");
  }();
  return found;
#else
  return false;
#endif
}

}  // namespace

const Ops& ops_for(const Rules& rules) {
#define TRY(name) \
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
