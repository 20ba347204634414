// Writing: tags in order, the shortest moves that can mean only one thing, lines of 80.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pdn/tree.hpp"

namespace crownhead::pdn {

using TagTexts = std::vector<std::pair<std::string, std::string>>;

// A whole game with an empty line after it. The tags that every program looks for go first, those
// without a text are left out. With a `sign` captures are written so, whatever the game has.
std::string written(const TagTexts& tags, const Tree& tree, char sign = 0);

}  // namespace crownhead::pdn
