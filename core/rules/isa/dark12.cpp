#define CROWNHEAD_INLINE_LESS 1
#include "rules/ops_of.hpp"

CROWNHEAD_OPS(dark12, Dark12, Dynamic)
