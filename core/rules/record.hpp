// A game as a plain list of numbers: how Python and the web client hand their games to the core.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/ruleset.hpp"

namespace crownhead {

// Read what `crownhead.rulesets.record` writes: board, set-up, switches, numbering, draw rules.
// False if the list is not such a record; every field is checked against its range.
bool read_record(const std::int32_t* numbers, std::size_t length, Ruleset& ruleset);

}  // namespace crownhead
