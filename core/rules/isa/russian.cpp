#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(russian, Dark8, Fixed<known::russian>)
