// The generator without the dress of `Move`: what a search calls at every node.
#pragma once

#include "rules/board.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class Bits>
struct BasicOps {
  using Found = List<BasicMove<Bits>>;

  // Add the legal captures. False if the work limit was exceeded.
  bool (*captures)(const Rules&, const Squares<Bits>&, Side, Found&);
  // Add the moves without a capture, whether or not a capture is to be made.
  void (*quiet)(const Rules&, const Squares<Bits>&, Side, Found&);
  int (*count_quiet)(const Rules&, const Squares<Bits>&, Side);
  bool (*can_capture)(const Rules&, const Squares<Bits>&, Side);
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
