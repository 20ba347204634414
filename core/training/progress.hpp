// A game under way outside `Game`: the positions so far, and whether the rules have ended it.
#pragma once

#include <vector>

#include "rules/ruleset.hpp"
#include "training/played.hpp"

namespace crownhead::training {

class Progress {
 public:
  Progress(const Ruleset& ruleset, int repetition, int most_plies);

  void restart();
  // Whether the game goes on; if so `legal()` holds the moves, else `result()` says how it ended.
  bool goes_on();
  // Whether the generator lists the moves at all: false if they are too many to be found.
  bool list_moves();
  void play(int place);
  // Whether the position was on the board before, since the last capture.
  bool repeated() const { return occurrences() > 1; }

  const Position& position() const { return positions_.back(); }
  const std::vector<Position>& positions() const { return positions_; }
  const Moves& legal() const { return legal_; }
  Result result() const { return result_; }
  int plies() const { return static_cast<int>(positions_.size()) - 1; }

 private:
  bool drawn() const;
  int occurrences() const;
  bool end(Result result);
  Result win_of(Side side) const { return side == white ? Result::won : Result::lost; }

  const Ruleset& ruleset_;
  const int repetition_;
  const int most_plies_;
  std::vector<Position> positions_;
  Moves legal_;
  Result result_ = Result::drawn;
};

}  // namespace crownhead::training
