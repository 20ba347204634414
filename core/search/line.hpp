// The line of a search as moves of the game.
#pragma once

#include "search/request.hpp"

namespace crownhead {

// The moves of a line with their routes, up to the first that the generator does not list.
Moves moves_of(const Position& root, const Line& line);

}  // namespace crownhead
