#include "search/alphabeta.hpp"

CROWNHEAD_SEARCH(dark10, Dark10)
