#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(english, Dark8, Fixed<known::english>)
