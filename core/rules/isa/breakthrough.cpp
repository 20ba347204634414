#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(breakthrough, Dark10, Fixed<known::breakthrough>)
