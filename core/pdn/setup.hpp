// What a body can do to a position besides moves: set-ups, turns passed, single squares named.
#pragma once

#include <string_view>

#include "rules/fen.hpp"
#include "rules/position.hpp"
#include "rules/ruleset.hpp"

namespace crownhead::pdn {

// The FEN inside /FEN "..."/.
std::string_view setup_fen(std::string_view token);

// Read a set-up; one without squares only sets the turn (`bare`). Null, or what is wrong.
const FenFault* read_setup(std::string_view fen, const Position& here, Position& next, bool& bare);

// The bit index of a square, "12" or "c3"; -1 if there is no such square.
int square_index(const Ruleset& ruleset, std::string_view text);

}  // namespace crownhead::pdn
