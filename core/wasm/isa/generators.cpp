// The generators of the games that browsers play most. All other games share one for each board,
// which reads the rules at run time and takes about 1.4 times as long to search.
#include "rules/known.hpp"
#include "rules/ops_of.hpp"

#define GENERATOR(name, geometry) CROWNHEAD_OPS(name, geometry, Fixed<known::name>)

CROWNHEAD_GAMES(GENERATOR)
