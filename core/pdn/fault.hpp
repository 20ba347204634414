// What can be wrong in a game as it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace crownhead::pdn {

enum class Code : std::uint8_t {
  too_long,
  unclosed_tag,
  invalid_tag,
  repeated_tag,
  empty_tag,
  spelt_line_end,
  unclosed_comment,
  unclosed_variation,
  unopened_variation,
  variation_without_move,
  too_deep,
  invalid_nag,
  unclosed_setup,
  invalid_setup,
  unexpected_text,
  invalid_move,
  illegal_move,
  ambiguous_move,
  shortest_capture,
  nothing_captured,
  told_by_jumps,
  too_complex,
  too_many_plies,
  invalid_huff,
  too_many_faults,
};

const char* name(Code code);

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
