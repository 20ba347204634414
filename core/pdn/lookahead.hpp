// Which of several captures was meant: the one after which the rest of the line can be played.
#pragma once

#include <string_view>
#include <vector>

#include "pdn/lexer.hpp"
#include "rules/position.hpp"

namespace crownhead::pdn {

class LookAhead {
 public:
  LookAhead(const Lexer& lexer, int most_tried) : lexer_(lexer), left_(most_tried) {}

  // The index of the one candidate that lets more of what follows `at` be played than any other;
  // -1 if there is none.
  int choose(const Position& position, const Moves& candidates, std::size_t at);

  // The candidate that `choose` found, or the first of the best.
  int best() const { return best_; }

 private:
  int plies(Position position, std::size_t at, int nested);

  const Lexer& lexer_;
  int left_;  // tokens and plies that may still be tried
  int best_ = 0;
};

// What generating the moves of a position counts for: it is work where many kings are.
int cost(const Position& position);

}  // namespace crownhead::pdn
