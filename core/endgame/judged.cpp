#include "endgame/judged.hpp"

#include <algorithm>
#include <cstdlib>

#include "endgame/line.hpp"

namespace crownhead::endgame {

namespace {

// What a move leads to, the better the higher. What no table knows may be a draw.
enum Class : int { loss, far_loss, blessed_loss, draw, cursed_win, idle_win, far_win, win };

Class class_of(const MoveWorth& worth) {
  if (!worth.known() || worth.verdict.value == 0) return draw;
  const bool wins = worth.verdict.value > 0;
  if (worth.draw_rule >= 0) return wins ? cursed_win : blessed_loss;
  if (!worth.far()) return wins ? win : loss;
  if (!wins) return far_loss;
  return worth.returns || worth.lingers ? idle_win : far_win;
}

// Whether such moves are told apart by the tables alone.
bool by_distance(Class one) {
  return one != draw && one != far_win && one != idle_win && one != far_loss;
}

bool is_better(const MoveWorth& a, const MoveWorth& b) {
  const Class one = class_of(a), other = class_of(b);
  return one != other ? one > other : better(a.verdict, b.verdict);
}

BriefMove brief(const Move& move) {
  return {move.captured, move.from, move.to, move.crowns};
}

}  // namespace

JudgedLines::JudgedLines(const Tables& tables, SearchRequest& request)
    : tables_(tables),
      root_(*request.position),
      wanted_(std::clamp(request.lines, 1, SearchResult::most_lines)),
      advice_(tables, root_, request.past, request.past_length) {
  for (int i = 0; i < advice_.moves().size(); ++i) {
    if (!advice_.worth(i).known()) continue;
    advice_.follow(i);
    order_.push_back(i);
  }
  std::stable_sort(order_.begin(), order_.end(),
                   [&](int a, int b) { return is_better(advice_.worth(a), advice_.worth(b)); });
  if (!order_.empty()) leave_out(request);
}

// Leave out what is worse than the best by what the tables say: where they know every move, all
// moves that are worth less, or take longer; else only what loses.
void JudgedLines::leave_out(SearchRequest& request) {
  const int moves = advice_.moves().size();
  const bool all = order_.size() == static_cast<std::size_t>(moves);
  const Class best = all ? class_of(advice_.worth(order_[0])) : blessed_loss;
  int kept = 0;
  for (const int i : order_) {
    const Class one = class_of(advice_.worth(i));
    if (all ? one == best && (!by_distance(best) || kept < wanted_) : one >= best)
      ++kept;
    else
      excluded_.push_back(advice_.moves()[i]);
  }
  if (!all) kept += moves - static_cast<int>(order_.size());
  request.excluded = excluded_.data();
  request.excluded_length = static_cast<int>(excluded_.size());
  request.lines = std::min(wanted_, kept);
}

void JudgedLines::judge(SearchResult& result) {
  if (order_.empty()) return;
  std::vector<Line> lines;
  std::vector<int> begun;  // the moves that they begin with
  for (int i = 0; i < result.lines; ++i) {
    lines.push_back(result.line[i]);
    begun.push_back(place(lines.back().moves[0]));
    judge(lines.back(), begun.back());
  }
  const bool all = order_.size() == static_cast<std::size_t>(advice_.moves().size());
  for (const int i : order_) {
    if (std::find(begun.begin(), begun.end(), i) != begun.end()) continue;
    const bool room = lines.size() < static_cast<std::size_t>(wanted_);
    // Of several moves that no table knows some may be better than a draw.
    const Class one = class_of(advice_.worth(i));
    if (one > draw || (room && (all || one < draw))) lines.push_back(line_of(i, result.depth));
  }
  std::stable_sort(lines.begin(), lines.end(), [&](const Line& a, const Line& b) {
    if (a.score != b.score) return a.score > b.score;
    const MoveWorth *one = worth(a), *other = worth(b);
    return one && other && class_of(*one) > class_of(*other);
  });
  result.lines = static_cast<int>(std::min(lines.size(), static_cast<std::size_t>(wanted_)));
  std::copy_n(lines.begin(), result.lines, result.line);
}

const MoveWorth* JudgedLines::worth(const Line& line) const {
  const int move = line.length > 0 ? place(line.moves[0]) : -1;
  return move >= 0 && advice_.worth(move).known() ? &advice_.worth(move) : nullptr;
}

int JudgedLines::place(const BriefMove& move) const {
  for (int i = 0; i < advice_.moves().size(); ++i)
    if (move.is(advice_.moves()[i])) return i;
  return -1;
}

// Score a line that begins with a move by what the tables say of it.
void JudgedLines::judge(Line& line, int move) {
  if (move < 0 || !advice_.worth(move).known()) return;
  const MoveWorth& worth = advice_.worth(move);
  const Verdict& verdict = worth.verdict;
  line.bound = Bound::exact;
  if (verdict.value == 0 || worth.draw_rule >= 0) {
    line.score = 0;
  } else if (verdict.plies >= 0) {
    line.score = score::of_verdict(verdict.value, verdict.plies);
  } else if (verdict.value * line.score < score::table_decided) {
    line.score = score::of_verdict(verdict.value, -1);
  }
  if (verdict.plies >= 0) go_on(line, move, verdict.plies);
}

// The line that begins with a move, without a search.
Line JudgedLines::line_of(int move, int depth) {
  Line line;
  line.depth = depth;
  go_on(line, move, 2);
  judge(line, move);
  return line;
}

// Write best play by the tables, so many plies with the move that it begins with.
void JudgedLines::go_on(Line& line, int move, int plies) {
  Move next = advice_.moves()[move];
  Position position = root_;
  line.length = 0;
  while (line.length < plies && line.length < score::max_ply) {
    line.moves[line.length++] = brief(next);
    position = position.after(next);
    if (best_move(tables_, position, next) != Verdict::known) break;
  }
}

}  // namespace crownhead::endgame
