#include "endgame/probe.hpp"
#ifndef CROWNHEAD_SMALL  // a browser reads tables, and builds none
#include "endgame/solve.hpp"
#endif

CROWNHEAD_PROBE(dark10, Dark10)
#ifndef CROWNHEAD_SMALL
CROWNHEAD_ENDGAME(dark10, Dark10)
#endif
