#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(pool, Dark8, Fixed<known::pool>)
