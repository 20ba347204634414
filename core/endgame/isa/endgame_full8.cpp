#include "endgame/probe.hpp"
#ifndef CROWNHEAD_SMALL  // a browser reads tables, and builds none
#include "endgame/solve.hpp"
#endif

CROWNHEAD_PROBE(full8, Full8)
#ifndef CROWNHEAD_SMALL
CROWNHEAD_ENDGAME(full8, Full8)
#endif
