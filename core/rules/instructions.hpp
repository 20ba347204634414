// The instruction sets that the engine is compiled for, and the choice between them.
//
// Generator, search and tables share types, so what runs together must be of the same set. Both are
// compiled for x86-64; elsewhere the baseline alone, and v3 alone where CMake builds for a
// processor that has it.
#pragma once

namespace crownhead {

// Whether this processor has the instructions of x86-64-v3 (AVX2, BMI2).
bool has_v3();

// The set that is used here: "v3" or "baseline".
const char* instruction_set();

}  // namespace crownhead

#if defined(CROWNHEAD_ONLY_V3)
#define CROWNHEAD_DECLARE_SETS(type, name) const type& name##_v3();
#define CROWNHEAD_CHOOSE(name, v3) name##_v3()
#elif defined(CROWNHEAD_HAVE_V3)
#define CROWNHEAD_DECLARE_SETS(type, name) \
  const type& name##_baseline();           \
  const type& name##_v3();
#define CROWNHEAD_CHOOSE(name, v3) ((v3) ? name##_v3() : name##_baseline())
#else
#define CROWNHEAD_DECLARE_SETS(type, name) const type& name##_baseline();
#define CROWNHEAD_CHOOSE(name, v3) name##_baseline()
#endif

// A part that is compiled once for each width of the board: `search` has `search_dark8_baseline`.
#define CROWNHEAD_DECLARE_BOARDS(type, part)  \
  CROWNHEAD_DECLARE_SETS(type, part##_dark8)  \
  CROWNHEAD_DECLARE_SETS(type, part##_dark10) \
  CROWNHEAD_DECLARE_SETS(type, part##_dark12) \
  CROWNHEAD_DECLARE_SETS(type, part##_full8)

#define CROWNHEAD_CHOOSE_BOARD(part, board, v3)   \
  switch (board) {                                \
    case Board::dark8:                            \
      return CROWNHEAD_CHOOSE(part##_dark8, v3);  \
    case Board::dark10:                           \
      return CROWNHEAD_CHOOSE(part##_dark10, v3); \
    case Board::dark12:                           \
      return CROWNHEAD_CHOOSE(part##_dark12, v3); \
    case Board::full8:                            \
      break;                                      \
  }                                               \
  return CROWNHEAD_CHOOSE(part##_full8, v3);
