#include "arrays/lister_of.hpp"

CROWNHEAD_LISTER(dark10, Dark10)
