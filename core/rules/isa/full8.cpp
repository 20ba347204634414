#define CROWNHEAD_INLINE_LESS 1
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(full8, Full8, Dynamic)
