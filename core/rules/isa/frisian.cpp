#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(frisian, Dark10, Fixed<known::frisian>)
