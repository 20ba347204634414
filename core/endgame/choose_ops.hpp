// Choose what was compiled for the board and the processor at hand; it must be of the same
// instruction set as the generator, because they share types.
#pragma once

#include <cstring>

#include "rules/ops.hpp"

namespace crownhead::endgame {

inline bool has_v3() {
  static const bool found = std::strcmp(instruction_set(), "v3") == 0;
  return found;
}

}  // namespace crownhead::endgame

#define CROWNHEAD_DECLARE_SET(part, type, set) \
  const type& part##_dark8_##set();            \
  const type& part##_dark10_##set();           \
  const type& part##_dark12_##set();           \
  const type& part##_full8_##set();

#ifdef CROWNHEAD_HAVE_V3
#define CROWNHEAD_DECLARE_OPS(part, type)     \
  CROWNHEAD_DECLARE_SET(part, type, baseline) \
  CROWNHEAD_DECLARE_SET(part, type, v3)
#define CROWNHEAD_CHOOSE_SET(name) (has_v3() ? name##_v3() : name##_baseline())
#else
#define CROWNHEAD_DECLARE_OPS(part, type) CROWNHEAD_DECLARE_SET(part, type, baseline)
#define CROWNHEAD_CHOOSE_SET(name) name##_baseline()
#endif

#define CROWNHEAD_CHOOSE_OPS(part, board)         \
  switch (board) {                                \
    case Board::dark8:                            \
      return CROWNHEAD_CHOOSE_SET(part##_dark8);  \
    case Board::dark10:                           \
      return CROWNHEAD_CHOOSE_SET(part##_dark10); \
    case Board::dark12:                           \
      return CROWNHEAD_CHOOSE_SET(part##_dark12); \
    case Board::full8:                            \
      break;                                      \
  }                                               \
  return CROWNHEAD_CHOOSE_SET(part##_full8);
