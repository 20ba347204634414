#define CROWNHEAD_INLINE_LESS 1
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(dark10, Dark10, Dynamic)
