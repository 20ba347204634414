// What can be wrong in a game as it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace crownhead::pdn {

// What a fault means: something is lost, or may be (`error`); so too, and the moves may be those of
// another game (`misfit`); the game is read as it was plainly meant (`mild`).
enum class Weight : std::uint8_t { error, misfit, mild };

// Each kind of fault, with its weight.
#define CROWNHEAD_PDN_FAULTS(X)    \
  X(too_long, error)               \
  X(unclosed_tag, error)           \
  X(invalid_tag, error)            \
  X(repeated_tag, error)           \
  X(empty_tag, mild)               \
  X(spelt_line_end, mild)          \
  X(unclosed_comment, error)       \
  X(unclosed_variation, error)     \
  X(unopened_variation, error)     \
  X(variation_without_move, error) \
  X(too_deep, error)               \
  X(invalid_nag, error)            \
  X(unclosed_setup, error)         \
  X(invalid_setup, misfit)         \
  X(unexpected_text, error)        \
  X(invalid_move, misfit)          \
  X(illegal_move, misfit)          \
  X(ambiguous_move, error)         \
  X(shortest_capture, mild)        \
  X(nothing_captured, mild)        \
  X(told_by_jumps, mild)           \
  X(too_complex, misfit)           \
  X(too_many_plies, error)         \
  X(invalid_huff, error)           \
  X(too_many_faults, error)

enum class Code : std::uint8_t {
#define CROWNHEAD_PDN_FAULT(code, weight) code,
  CROWNHEAD_PDN_FAULTS(CROWNHEAD_PDN_FAULT)
#undef CROWNHEAD_PDN_FAULT
};

const char* name(Code code);
Weight weight(Code code);

// Of the tags of a game, and of its body.
constexpr std::size_t most_faults = 1000;

struct Fault {
  static constexpr std::size_t longest = 200;  // bytes of the text that are shown

  Code code;
  std::size_t begin = 0, end = 0;  // of the text concerned
  std::string detail;
  int position = -1;  // index of the position before the move
};

}  // namespace crownhead::pdn
