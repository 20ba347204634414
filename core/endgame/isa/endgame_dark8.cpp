#include "endgame/probe.hpp"
#ifndef CROWNHEAD_SMALL  // a browser reads tables, and builds none
#include "endgame/solve.hpp"
#endif

CROWNHEAD_PROBE(dark8, Dark8)
#ifndef CROWNHEAD_SMALL
CROWNHEAD_ENDGAME(dark8, Dark8)
#endif
