#include "search/alphabeta.hpp"

CROWNHEAD_SEARCH(dark12, Dark12)
