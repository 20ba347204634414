// A search whose lines are ordered and scored by what tables know of their first moves.
#pragma once

#include <vector>

#include "endgame/advice.hpp"
#include "search/request.hpp"

namespace crownhead::endgame {

class JudgedLines {
 public:
  // Look up the position that a request searches, and what its moves lead to. From then on the
  // request leaves out the moves of which the tables say enough; both have to stay where they are.
  JudgedLines(const Tables& tables, SearchRequest& request);
  JudgedLines(const JudgedLines&) = delete;
  JudgedLines& operator=(const JudgedLines&) = delete;

  // Order and score what a search of the request has found, and add the lines that it left out.
  void judge(SearchResult& result);

  // What the tables say of the move that a line begins with; null: nothing.
  const MoveWorth* worth(const Line& line) const;

 private:
  int place(const BriefMove& move) const;
  void leave_out(SearchRequest& request);
  void judge(Line& line, int move);
  Line line_of(int move, int depth);
  void go_on(Line& line, int move, int plies);

  const Tables& tables_;
  const Position& root_;
  const int wanted_;
  Advice advice_;
  std::vector<int> order_;      // the moves that are known, the best first
  std::vector<Move> excluded_;  // what the search leaves out
};

}  // namespace crownhead::endgame
