#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(italian, Dark8, Fixed<known::italian>)
