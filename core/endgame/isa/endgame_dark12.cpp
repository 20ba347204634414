#include "endgame/probe.hpp"
#ifndef CROWNHEAD_SMALL  // a browser reads tables, and builds none
#include "endgame/solve.hpp"
#endif

CROWNHEAD_PROBE(dark12, Dark12)
#ifndef CROWNHEAD_SMALL
CROWNHEAD_ENDGAME(dark12, Dark12)
#endif
