#include "arrays/lister_of.hpp"

CROWNHEAD_LISTER(dark12, Dark12)
