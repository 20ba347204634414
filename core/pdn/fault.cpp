#include "pdn/fault.hpp"

namespace crownhead::pdn {

const char* name(Code code) {
  switch (code) {
    case Code::too_long:
      return "too_long";
    case Code::unclosed_tag:
      return "unclosed_tag";
    case Code::invalid_tag:
      return "invalid_tag";
    case Code::repeated_tag:
      return "repeated_tag";
    case Code::empty_tag:
      return "empty_tag";
    case Code::spelt_line_end:
      return "spelt_line_end";
    case Code::unclosed_comment:
      return "unclosed_comment";
    case Code::unclosed_variation:
      return "unclosed_variation";
    case Code::unopened_variation:
      return "unopened_variation";
    case Code::variation_without_move:
      return "variation_without_move";
    case Code::too_deep:
      return "too_deep";
    case Code::invalid_nag:
      return "invalid_nag";
    case Code::unclosed_setup:
      return "unclosed_setup";
    case Code::invalid_setup:
      return "invalid_setup";
    case Code::unexpected_text:
      return "unexpected_text";
    case Code::invalid_move:
      return "invalid_move";
    case Code::illegal_move:
      return "illegal_move";
    case Code::ambiguous_move:
      return "ambiguous_move";
    case Code::shortest_capture:
      return "shortest_capture";
    case Code::nothing_captured:
      return "nothing_captured";
    case Code::told_by_jumps:
      return "told_by_jumps";
    case Code::too_complex:
      return "too_complex";
    case Code::too_many_plies:
      return "too_many_plies";
    case Code::invalid_huff:
      return "invalid_huff";
    case Code::too_many_faults:
      return "too_many_faults";
  }
  return "";
}

}  // namespace crownhead::pdn
