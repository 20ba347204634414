#include "search/alphabeta.hpp"

CROWNHEAD_SEARCH(full8, Full8)
