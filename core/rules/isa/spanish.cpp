#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(spanish, Dark8, Fixed<known::spanish>)
