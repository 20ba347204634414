#include "arrays/lister_of.hpp"

CROWNHEAD_LISTER(dark8, Dark8)
