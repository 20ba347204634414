#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(killer, Dark10, Fixed<known::killer>)
