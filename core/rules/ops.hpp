// What a generator offers to the rest of the core, whatever game it was specialised for.
#pragma once

#include <cstdint>

#include "rules/budget.hpp"
#include "rules/perft_leaves.hpp"
#include "rules/position.hpp"
#include "rules/rules.hpp"

namespace crownhead {

class Search;

// Receives routes one by one: where the piece stands after each jump, as bit indices.
struct RouteVisitor {
  virtual void visit(const std::uint8_t* at, int jumps) = 0;

 protected:
  ~RouteVisitor() = default;
};

struct Ops {
  // Legal moves with one route each. False if the work limit or the budget was exceeded.
  bool (*legal)(const Rules&, const Position&, Moves&, Budget&);
  // Moves without a capture, whether or not a capture is to be made.
  void (*quiet)(const Rules&, const Position&, Moves&);
  // Pieces of the side to move that can capture, before any choice between captures.
  SquareSet (*able)(const Rules&, const Position&);
  // The routes of one legal capture, at most `most`. False if the budget was exceeded.
  bool (*routes)(const Rules&, const Position&, const Move&, RouteVisitor&, int most, Budget&);
  // Leaves of the move tree. False if the work limit was exceeded. Null in a browser.
  bool (*perft)(const Rules&, const Position&, int depth, Leaves, std::uint64_t& leaves);
  // The `BasicOps` of the board's width, in the namespace of the same instruction set.
  const void* basic;
};

// The generator specialised for these rules, or the one that reads them at run time.
const Ops& ops_for(const Rules& rules);
// The latter, always.
const Ops& dynamic_ops(Board board);

}  // namespace crownhead
