// The results of games as they are written in the body.
#pragma once

#include <cstddef>
#include <string_view>

#include "pdn/ascii.hpp"

namespace crownhead::pdn {

// Whether a result may begin with these two bytes: a quick refusal of moves and their numbers.
constexpr bool may_begin_result(char first, char second) {
  if (is(first, beyond)) return true;
  return first >= '0' && first <= '2' && (!is(second, digit | letter));
}

// The length of the result that begins at `at`, 0 if none does: 2-0, 1/2-1/2, ½-½, 1 1/2 - 1/2,
// 1+ - 1-, 1.01-0.99, 1,5-0,5, 2:0, ½, each with blanks around the hyphen or without, with up to
// three letters behind it (2-0F: by forfeit) or without. The star is a token of its own.
std::size_t result_length(std::string_view text, std::size_t at);

}  // namespace crownhead::pdn
