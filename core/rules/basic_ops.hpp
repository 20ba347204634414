// The generator without the dress of `Move`: what a search calls at every node.
#pragma once

#include "rules/board.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

// What one look at a position tells besides the captures it finds.
struct Outlook {
  bool listed = true;       // false if the work limit was exceeded, and nothing else is known
  bool can_move = false;    // without a capture, where none is forced
  bool threatened = false;  // by a capture of the opponent, where there is no capture here
};

template <class Bits>
struct BasicOps {
  using Found = List<BasicMove<Bits>>;

  // Add the legal captures. False if the work limit was exceeded.
  bool (*captures)(const Rules&, const Squares<Bits>&, Side, Found&);
  // Add the moves without a capture, whether or not a capture is to be made.
  void (*quiet)(const Rules&, const Squares<Bits>&, Side, Found&);
  int (*count_quiet)(const Rules&, const Squares<Bits>&, Side);
  bool (*can_capture)(const Rules&, const Squares<Bits>&, Side);
  // Add the legal captures; look for threats only where they are asked for.
  Outlook (*look)(const Rules&, const Squares<Bits>&, Side, bool threats, Found&);
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
