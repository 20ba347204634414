#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(thai, Dark8, Fixed<known::thai>)
