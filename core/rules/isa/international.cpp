#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(international, Dark10, Fixed<known::international>)
