#include "search/alphabeta.hpp"

CROWNHEAD_SEARCH(dark8, Dark8)
