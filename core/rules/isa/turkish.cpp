#include "rules/known.hpp"
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(turkish, Full8, Fixed<known::turkish>)
