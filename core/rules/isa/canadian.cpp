#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(canadian, Dark12, Fixed<known::canadian>)
