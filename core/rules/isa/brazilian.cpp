#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(brazilian, Dark8, Fixed<known::brazilian>)
