// The root: iterative deepening, aspiration windows, several lines.
#pragma once

#include "search/alphabeta.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
void AlphaBeta<G>::run() {
  Frame<Bits>& root = stack_[0];
  Line& best = result_.line[0];
  if (!legal(root)) {
    result_.too_complex = true;
    return;
  }
  drop_excluded();
  result_.lines = 1;
  best.bound = Bound::exact;
  if (limits_.depth <= 0) {
    best.score = decided(root.node) ? decided_score(root.node, 0)
                                    : qs(0, -score::infinity, score::infinity, 0);
  } else if (root.moves.size() == 0) {
    best.score = decided(root.node) ? decided_score(root.node, 0) : blocked_score(0);
  } else {
    deepen();
  }
  if (thread_ == 0) shared_.finished.store(true, std::memory_order_relaxed);
  result_.nodes = counter_.all();
  result_.seconds = time_.elapsed();
  result_.interrupted = counter_.interrupted();
}

template <class G>
void AlphaBeta<G>::drop_excluded() {
  Frame<Bits>& root = stack_[0];
  int kept = 0;
  for (int i = 0; i < root.moves.size(); ++i) {
    bool excluded = false;
    for (int j = 0; j < request_.excluded_length; ++j)
      excluded |= brief(root.moves[i]).is(request_.excluded[j]);
    if (!excluded) root.moves[kept++] = root.moves[i];
  }
  root.moves.cut(kept);
}

template <class G>
BriefMove AlphaBeta<G>::brief(const Move& move) {
  return {SquareSet(static_cast<Wide>(move.captured)), move.from, move.to, move.crowns};
}

// Search one ply deeper each time. The moves of the root keep their order from one depth to the
// next: the best lines first, then by how much work their refutations were.
template <class G>
void AlphaBeta<G>::deepen() {
  Frame<Bits>& root = stack_[0];
  const int moves = root.moves.size();
  const int wanted =
      request_.lines < SearchResult::most_lines ? request_.lines : SearchResult::most_lines;
  result_.lines = thread_ > 0 || wanted < 1 ? 1 : wanted < moves ? wanted : moves;
  root.order.clear();
  for (const Move& move : root.moves) root.order.add(count(move.captured));
  for (int i = 0; i < result_.lines; ++i) {
    result_.line[i].length = 1;
    result_.line[i].moves[0] = brief(root.moves[i]);
  }
  // Every second helper is one ply ahead: threads that do the same help nobody.
  const int ahead = thread_ & 1;
  for (int depth = 1; depth <= limits_.depth && depth < score::max_ply; ++depth) {
    depth_ = depth;
    if (depth == 1)
      counter_.begin_first();
    else if (depth == 2)
      counter_.begin_others();
    if (depth > 1 && counter_.out_of_nodes()) break;
    const BriefMove before = result_.line[0].moves[0];
    const int last = result_.score();
    search_lines(depth > 1 && depth + ahead < score::max_ply ? depth + ahead : depth);
    if (counter_.stopped()) break;
    if (thread_ == 0) publish(depth);
    const int score = result_.score();
    const int distance = score::win - (score < 0 ? -score : score);
    // A shortest win or longest loss is known.
    if (!limits_.minimax && distance < depth && result_.lines == 1) break;
    time_.iteration(before == result_.line[0].moves[0], depth > 1 ? last - score : 0);
    if (thread_ == 0 && time_.enough()) break;
  }
  if (counter_.stopped()) settle();
}

// At a stop the lines of the last finished iteration stand. Of the unfinished one only a move
// counts that it found to be better than what was told before, exactly or at the least: that a move
// failed says nothing for another. Several lines of different depths do not compare.
template <class G>
void AlphaBeta<G>::settle() {
  if (!complete_.lines) {
    result_.lines = 1;
    return;
  }
  const Line& found = result_.line[0];
  const bool better = found.bound != Bound::upper && found.score > complete_.score();
  if (result_.lines > 1 || !better) result_.copy_lines(complete_);
}

// Search each wanted line at one depth: the second without the best move, and so on.
template <class G>
void AlphaBeta<G>::search_lines(int depth) {
  for (int line = 0; line < result_.lines && !counter_.stopped(); ++line)
    aspire(line, depth, result_.line[line].score);
}

template <class G>
void AlphaBeta<G>::publish(int depth) {
  // A later line may have turned out better than an earlier one.
  for (int i = 1; i < result_.lines; ++i)
    for (int j = i; j > 0 && result_.line[j].score > result_.line[j - 1].score; --j) {
      const Line line = result_.line[j];
      result_.line[j] = result_.line[j - 1];
      result_.line[j - 1] = line;
    }
  result_.depth = depth;
  result_.nodes = counter_.all();
  result_.seconds = time_.elapsed();
  complete_.copy_lines(result_);
  if (request_.control.iteration) request_.control.iteration(request_.control.context, result_);
}

template <class G>
int AlphaBeta<G>::aspire(int line, int depth, int expected) {
  int window = limits_.minimax || depth < 4 ? 2 * score::infinity : 20;
  int alpha = expected - window > -score::infinity ? expected - window : -score::infinity;
  int beta = expected + window < score::infinity ? expected + window : score::infinity;
  for (;;) {
    const int score = search_root(line, alpha, beta, depth);
    if (counter_.stopped()) return score;
    if (score > alpha && score < beta) {
      result_.line[line].depth = depth;
      return score;
    }
    window *= 4;
    if (window > 1000) window = 2 * score::infinity;
    if (score <= alpha)
      alpha = score - window > -score::infinity ? score - window : -score::infinity;
    else
      beta = score + window < score::infinity ? score + window : score::infinity;
  }
}

template <class G>
int AlphaBeta<G>::search_root(int line, int alpha, int beta, int depth) {
  Frame<Bits>& root = stack_[0];
  // Sort all moves but those of the lines before.
  for (int i = 1; i < root.moves.size(); ++i)
    for (int j = i; j > 0 && root.order[j] > root.order[j - 1]; --j) {
      const Move move = root.moves[j];
      root.moves[j] = root.moves[j - 1];
      root.moves[j - 1] = move;
      const int order = root.order[j];
      root.order[j] = root.order[j - 1];
      root.order[j - 1] = order;
    }
  int best = -score::infinity;
  bool first = true;
  for (int i = 0; i < root.moves.size(); ++i) {
    const Move move = root.moves[i];
    bool taken = false;
    for (int l = 0; l < line; ++l) taken |= result_.line[l].moves[0] == brief(move);
    if (taken) continue;
    const std::uint64_t before = counter_.nodes();
    play(0, move);
    int score = 0;
    if (!first) score = -search(1, -alpha - 1, -alpha, depth - 1, false);
    if (first || (score > alpha && !counter_.stopped()))
      score = -search(1, -beta, -alpha, depth - 1, true);
    if (counter_.stopped()) break;
    const std::uint64_t effort = (counter_.nodes() - before) >> 4;
    root.order[i] = effort < (1u << 28) ? static_cast<int>(effort) : 1 << 28;
    if (score > best) {
      best = score;
      if (score > alpha) {
        for (int j = 0; j < i; ++j) root.order[j] /= 2;
        root.order[i] = (1 << 30) - line;
        alpha = score;
        note(result_.line[line], move, score, score >= beta ? Bound::lower : Bound::exact);
      } else if (first) {
        // First again in the wider window; the places of several lines are in their order.
        if (result_.lines == 1) root.order[i] = 1 << 30;
        note(result_.line[line], move, score, Bound::upper);
      }
      if (score >= beta) break;
    }
    first = false;
  }
  return best;
}

// Write a line of the result. How a move goes on that only failed is not known exactly.
template <class G>
void AlphaBeta<G>::note(Line& line, const Move& move, int score, Bound bound) {
  const BriefMove again = brief(move);
  line.score = score;
  line.bound = bound;
  if (bound == Bound::upper) {
    if (!(again == line.moves[0])) line.length = 1;
    line.moves[0] = again;
    return;
  }
  const Frame<Bits>& next = stack_[1];
  line.moves[0] = again;
  for (int i = 0; i < next.length; ++i) line.moves[i + 1] = brief(next.line[i]);
  line.length = next.length + 1;
}

template <class G>
struct SearchOf {
  static void run(const SearchRequest& request, SharedSearch& shared, int thread,
                  SearchResult& result) {
    auto* search = new AlphaBeta<G>(request, shared, thread, result);
    search->run();
    delete search;
  }
  static int evaluate(const SearchRequest& request, SharedSearch& shared) {
    auto* result = new SearchResult;
    auto* search = new AlphaBeta<G>(request, shared, 0, *result);
    const int value = search->evaluate();
    delete search;
    delete result;
    return value;
  }
  static constexpr SearchOps ops{&run, &evaluate};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead

// Define e.g. `search_dark8_v3()`: the search on one board, compiled for one instruction set.
#define CROWNHEAD_SEARCH(name, geometry)                            \
  namespace crownhead {                                             \
  const SearchOps& CROWNHEAD_JOIN(search_##name, CROWNHEAD_ISA)() { \
    return SearchOf<geometry>::ops;                                 \
  }                                                                 \
  }
