#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(czech, Dark8, Fixed<known::czech>)
