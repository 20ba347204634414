#include "arrays/lister_of.hpp"

CROWNHEAD_LISTER(full8, Full8)
