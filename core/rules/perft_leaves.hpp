// How perft counts the last ply.
#pragma once

namespace crownhead {

enum class Leaves {
  bulk,    // outcomes, counted without playing them
  single,  // outcomes, each played
  routes,  // every route of a capture counts
};

}  // namespace crownhead
