// The search: principal variation search with iterative deepening over one kind of board. What the
// rules are it reads at run time; the generator behind it is the specialised one.
#pragma once

#include "search/draws.hpp"
#include "search/eval/evaluator.hpp"
#include "search/meter.hpp"
#include "search/ordering.hpp"
#include "search/path.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
class AlphaBeta {
 public:
  using Bits = typename G::Bits;
  using Move = BasicMove<Bits>;

  explicit AlphaBeta(Task& task)
      : task_(task),
        limits_(task.limits),
        ruleset_(*task.position->ruleset),
        rules_(ruleset_.rules),
        generators_(*static_cast<const BasicOps<Bits>*>(ruleset_.ops->basic)),
        table_(*task.table),
        evaluate_(ruleset_, task.weights, task.limits.noise, task.limits.seed),
        draws_(ruleset_),
        path_(task.limits.repetition),
        meter_(task.limits, *task.control) {
    const int forgotten = task.past_length - Path::longest_past;
    for (int i = forgotten > 0 ? forgotten : 0; i < task.past_length; ++i)
      path_.remember(start(*task.past[i]).key);
    frames_[0].node = start(*task.position);
    frames_[0].node.reversible = path_.past();
    path_.put(0, frames_[0].node.key);
  }

  int evaluate() { return evaluation(frames_[0].node); }

  void run() {
    Frame& root = frames_[0];
    if (!legal(root)) {
      task_.too_complex = true;
      return;
    }
    drop_barred(root);
    if (limits_.depth <= 0) {
      task_.score = decided(root.node) ? lost_king(root.node, 0)
                                       : quiesce(0, -score::infinity, score::infinity, 0);
    } else if (root.moves.size() == 0) {
      task_.score = decided(root.node) ? lost_king(root.node, 0) : no_move(0);
    } else {
      deepen();
    }
    task_.nodes = meter_.nodes();
    task_.interrupted = meter_.interrupted();
  }

 private:
  struct Frame {
    Node<Bits> node;
    List<Move> moves;
    List<int> worth;
    std::uint16_t killer = 0;
    int length = 0;
    Move line[score::max_ply + 1];
  };

  Node<Bits> start(const Position& position) const {
    Node<Bits> node;
    node.squares = squares_of<G>(position);
    node.turn = position.to_move();
    node.key = key_of(node.squares, node.turn, ruleset_);
    node.piece_square = evaluate_.piece_square_sum(node.squares);
    node.reversible = 0;
    for (int i = 0; i < Position::most_counts; ++i) node.counts.plies[i] = position.counts[i];
    return node;
  }

  // Endings

  CROWNHEAD_INLINE bool decided(const Node<Bits>& node) const {
    return rules_.aim == Aim::king && node.squares.kings;
  }
  // Breakthrough: the score where a king has been made.
  int lost_king(const Node<Bits>& node, int ply) const {
    return node.kings(!node.turn) ? ply - score::win : score::win - ply;
  }
  // The score of the side to move without a move.
  int no_move(int ply) const {
    return rules_.aim == Aim::lose ? score::win - ply : ply - score::win;
  }

  // Moves

  bool legal(Frame& frame) const {
    const Node<Bits>& node = frame.node;
    frame.moves.clear();
    if (decided(node)) return true;
    if (!generators_.captures(rules_, node.squares, node.turn, frame.moves)) return false;
    if (frame.moves.size() == 0 || !rules_.compulsory)
      generators_.quiet(rules_, node.squares, node.turn, frame.moves);
    return true;
  }

  void drop_barred(Frame& root) const {
    int kept = 0;
    for (int i = 0; i < root.moves.size(); ++i) {
      bool barred = false;
      for (int j = 0; j < task_.barred_length; ++j)
        barred |= brief(root.moves[i]).is(task_.barred[j]);
      if (!barred) root.moves[kept++] = root.moves[i];
    }
    root.moves.cut(kept);
  }

  static BriefMove brief(const Move& move) {
    return {SquareSet(static_cast<Wide>(move.captured)), move.from, move.to, move.crowns};
  }

  // Play the move from `ply`; the position after it stands one ply further on.
  CROWNHEAD_INLINE void play(int ply, const Move& move) {
    const Node<Bits>& node = frames_[ply].node;
    Node<Bits>& next = frames_[ply + 1].node;
    const Side own = node.turn;
    next.squares = own == white ? after<white>(node.squares, move, rules_.king_run)
                                : after<black>(node.squares, move, rules_.king_run);
    next.turn = !own;
    const bool king = move.by_king || move.crowns;
    next.key = node.key ^ search_keys.turn ^ search_keys.piece[own][move.by_king][move.from] ^
               search_keys.piece[own][king][move.to];
    next.piece_square = node.piece_square + evaluate_.piece_square(own, king, move.to) -
                        evaluate_.piece_square(own, move.by_king, move.from);
    each_bit(move.captured, [&](Bits square) {
      const bool taken = (node.squares.kings & square) != 0;
      next.key ^= search_keys.piece[!own][taken][lowest(square)];
      next.piece_square -= evaluate_.piece_square(!own, taken, lowest(square));
    });
    if (rules_.king_run)
      next.key ^=
          run_key(node.squares.runs, rules_.king_run) ^ run_key(next.squares.runs, rules_.king_run);
    table_.prefetch(next.key);
    // Men never go back, but in some games they go sideways.
    const bool undoable =
        !move.captured && (move.by_king || (rules_.men_move & steps::sideways)) && !move.crowns;
    next.reversible = undoable ? node.reversible + 1 : 0;
    next.counts = node.counts;
    draws_.advance(next, (move.captured ? capture : 0) | (move.by_king ? 0 : man_move) |
                             (move.crowns ? crowning : 0));
    path_.put(ply + 1, next.key);
  }

  int evaluation(const Node<Bits>& node) const {
    return evaluate_(node, generators_.count_quiet(rules_, node.squares, node.turn));
  }

  // The root

  void deepen() {
    Frame& root = frames_[0];
    task_.length = 1;
    task_.line[0] = brief(root.moves[0]);
    root.worth.clear();
    for (const Move& move : root.moves) root.worth.add(count(move.captured));
    int score = 0;
    for (int depth = 1; depth <= limits_.depth && depth < score::max_ply; ++depth) {
      depth_ = depth;
      if (depth == 1)
        meter_.begin_first();
      else if (depth == 2)
        meter_.begin_others();
      if (depth > 1 && meter_.out_of_nodes()) break;
      score = aspire(depth, score);
      if (meter_.stopped()) break;
      task_.depth = depth;
      const int distance = score::win - (score < 0 ? -score : score);
      if (!limits_.plain && distance < depth) break;  // a shortest win or longest loss is known
    }
  }

  int aspire(int depth, int last) {
    int window = limits_.plain || depth < 4 ? 2 * score::infinity : 20;
    int alpha = last - window > -score::infinity ? last - window : -score::infinity;
    int beta = last + window < score::infinity ? last + window : score::infinity;
    for (;;) {
      const int score = search_root(alpha, beta, depth);
      if (meter_.stopped() || (score > alpha && score < beta)) return score;
      window *= 4;
      if (window > 1000) window = 2 * score::infinity;
      if (score <= alpha)
        alpha = score - window > -score::infinity ? score - window : -score::infinity;
      else
        beta = score + window < score::infinity ? score + window : score::infinity;
    }
  }

  int search_root(int alpha, int beta, int depth) {
    Frame& root = frames_[0];
    int best = -score::infinity;
    sort_root(root);
    for (int i = 0; i < root.moves.size(); ++i) {
      const std::uint64_t before = meter_.nodes();
      play(0, root.moves[i]);
      int score = 0;
      const bool first = i == 0;
      if (!first) score = -search(1, -alpha - 1, -alpha, depth - 1, false);
      if (first || (score > alpha && !meter_.stopped()))
        score = -search(1, -beta, -alpha, depth - 1, true);
      if (meter_.stopped()) break;
      const std::uint64_t effort = (meter_.nodes() - before) >> 4;
      root.worth[i] = effort < (1u << 28) ? static_cast<int>(effort) : 1 << 28;
      if (score > best) {
        best = score;
        if (score > alpha) {
          for (int j = 0; j < i; ++j) root.worth[j] /= 2;
          root.worth[i] = 1 << 30;
          alpha = score;
          answer(root.moves[i], score);
        } else if (first) {
          fail(root.moves[i], score);
        }
        if (score >= beta) break;
      }
    }
    return best;
  }

  void answer(const Move& move, int score) {
    const Frame& next = frames_[1];
    task_.score = score;
    task_.line[0] = brief(move);
    for (int i = 0; i < next.length; ++i) task_.line[i + 1] = brief(next.line[i]);
    task_.length = next.length + 1;
  }

  // The best move so far turned out worse than expected; how it goes on is not known exactly.
  void fail(const Move& move, int score) {
    const BriefMove again = brief(move);
    const BriefMove& known = task_.line[0];
    const bool same = again.from == known.from && again.to == known.to &&
                      Wide(again.captured) == Wide(known.captured);
    task_.score = score;
    task_.line[0] = again;
    if (!same) task_.length = 1;
  }

  static void sort_root(Frame& root) {
    for (int i = 1; i < root.moves.size(); ++i)
      for (int j = i; j > 0 && root.worth[j] > root.worth[j - 1]; --j) {
        const Move move = root.moves[j];
        root.moves[j] = root.moves[j - 1];
        root.moves[j - 1] = move;
        const int worth = root.worth[j];
        root.worth[j] = root.worth[j - 1];
        root.worth[j - 1] = worth;
      }
  }

  // The tree

  CROWNHEAD_INLINE bool enter(const Frame& frame) {
    return meter_.enter(count(frame.node.squares.kings));
  }

  int search(int ply, int alpha, int beta, int depth, bool pv) {
    if (depth <= 0) return quiesce(ply, alpha, beta, 0);
    Frame& frame = frames_[ply];
    const Node<Bits>& node = frame.node;
    frame.length = 0;
    if (!enter(frame)) return 0;
    if (decided(node)) return lost_king(node, ply);
    if (path_.repeated(ply, node.reversible)) return 0;
    // Nothing here can be better than to win, or worse than to lose, at once.
    if (alpha < ply - score::win) alpha = ply - score::win;
    if (beta > score::win - ply - 1) beta = score::win - ply - 1;
    if (alpha >= beta) return alpha;

    const bool drawn = draws_.full(node);
    const std::uint64_t key = node.key ^ draws_.key(node);
    Entry entry;
    if (!limits_.plain && table_.find(key, entry) && !pv && !drawn && entry.depth >= depth) {
      const int score = from_table(entry.score, ply);
      if (entry.bound == Bound::exact || (entry.bound == Bound::lower && score >= beta) ||
          (entry.bound == Bound::upper && score <= alpha))
        return score;
    }
    if (!legal(frame)) return evaluation(node);
    const int size = frame.moves.size();
    if (size == 0) return no_move(ply);
    if (drawn) return 0;
    if (ply >= score::max_ply) return evaluation(node);

    if (!limits_.plain) {
      if (size == 1 && ply < 2 * depth_)
        ++depth;
      else if (!entry.move && depth >= 5)
        --depth;
    }
    order_moves(frame, entry.move);
    const int old_alpha = alpha;
    int best = -score::infinity;
    std::uint16_t best_code = 0;
    for (int i = 0; i < size; ++i) {
      pick(frame, i);
      const Move move = frame.moves[i];
      play(ply, move);
      const bool full = pv && i == 0;
      int score = 0;
      if (!full) {
        const int less = reduction(move, i, depth, pv);
        score = -search(ply + 1, -alpha - 1, -alpha, depth - 1 - less, false);
        if (less && score > alpha) score = -search(ply + 1, -alpha - 1, -alpha, depth - 1, false);
      }
      if (full || (pv && score > alpha && score < beta))
        score = -search(ply + 1, -beta, -alpha, depth - 1, true);
      if (meter_.stopped()) return 0;
      if (score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      alpha = score;
      best_code = code_of(move);
      if (pv) lengthen(ply, move);
      if (score >= beta) {
        reward(frame, i, depth);
        break;
      }
    }
    if (!limits_.plain) {
      entry.move = best_code;
      entry.score = static_cast<std::int16_t>(to_table(best, ply));
      entry.depth = static_cast<std::int8_t>(depth);
      entry.bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
      table_.store(key, entry);
    }
    return best;
  }

  // Follow captures to their end; where the opponent threatens one, look at the answers to it.
  int quiesce(int ply, int alpha, int beta, int done) {
    Frame& frame = frames_[ply];
    const Node<Bits>& node = frame.node;
    frame.length = 0;
    if (!enter(frame)) return 0;
    if (decided(node)) return lost_king(node, ply);
    if (done == 0 && path_.repeated(ply, node.reversible)) return 0;
    frame.moves.clear();
    if (!generators_.captures(rules_, node.squares, node.turn, frame.moves))
      return evaluation(node);
    const int captures = frame.moves.size();
    const bool forced = captures > 0 && rules_.compulsory;
    int best = -score::infinity;
    if (!forced) {
      const int quiet = generators_.count_quiet(rules_, node.squares, node.turn);
      if (!captures && !quiet) return no_move(ply);
      if (draws_.full(node)) return 0;
      const bool threatened = done == 0 && !limits_.plain && !captures && ply < score::max_ply &&
                              done < limits_.exchange &&
                              generators_.can_capture(rules_, node.squares, !node.turn);
      if (!threatened) {
        best = evaluate_(node, quiet);
        if (best >= beta || !captures) return best;
        if (best > alpha) alpha = best;
      } else {
        generators_.quiet(rules_, node.squares, node.turn, frame.moves);
      }
    } else if (draws_.full(node)) {
      return 0;
    }
    if (ply >= score::max_ply || done >= limits_.exchange) return evaluation(node);

    order_moves(frame, 0);
    const int size = frame.moves.size();
    for (int i = 0; i < size; ++i) {
      pick(frame, i);
      const Move move = frame.moves[i];
      play(ply, move);
      const int score = -quiesce(ply + 1, -beta, -alpha, done + 1);
      if (meter_.stopped()) return 0;
      if (score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      alpha = score;
      lengthen(ply, move);
      if (score >= beta) break;
    }
    return best;
  }

  CROWNHEAD_INLINE int reduction(const Move& move, int number, int depth, bool pv) const {
    if (limits_.plain || depth < 2 || move.captured || move.crowns) return 0;
    if (pv) return number >= 3 ? 1 : 0;
    return number >= 4 && depth >= 3 ? 2 : number >= 1 ? 1 : 0;
  }

  // Win scores are stored as seen from the position itself.
  static int to_table(int score, int ply) {
    return score >= score::decided ? score + ply : score <= -score::decided ? score - ply : score;
  }
  static int from_table(int score, int ply) {
    return score >= score::decided ? score - ply : score <= -score::decided ? score + ply : score;
  }

  void lengthen(int ply, const Move& move) {
    Frame& frame = frames_[ply];
    const Frame& next = frames_[ply + 1];
    frame.line[0] = move;
    for (int i = 0; i < next.length; ++i) frame.line[i + 1] = next.line[i];
    frame.length = next.length + 1;
  }

  void order_moves(Frame& frame, std::uint16_t best_before) {
    const Side own = frame.node.turn;
    frame.worth.clear();
    for (const Move& move : frame.moves) {
      int worth;
      const std::uint16_t code = code_of(move);
      if (code == best_before && best_before)
        worth = order::best_before;
      else if (move.captured)
        worth = order::capture + 16 * count(move.captured) +
                8 * count(move.captured & frame.node.squares.kings) - (move.by_king ? 1 : 0);
      else if (move.crowns)
        worth = order::crowning;
      else if (code == frame.killer)
        worth = order::killer;
      else
        worth = history_.of(own, move.by_king, move.from, move.to);
      frame.worth.add(worth);
    }
  }

  // Bring the best of the moves from `first` on to the front.
  static CROWNHEAD_INLINE void pick(Frame& frame, int first) {
    int best = first;
    for (int i = first + 1; i < frame.moves.size(); ++i)
      if (frame.worth[i] > frame.worth[best]) best = i;
    if (best == first) return;
    const Move move = frame.moves[best];
    frame.moves[best] = frame.moves[first];
    frame.moves[first] = move;
    const int worth = frame.worth[best];
    frame.worth[best] = frame.worth[first];
    frame.worth[first] = worth;
  }

  // The move at `number` refuted the line; the quiet ones tried before did not.
  void reward(Frame& frame, int number, int depth) {
    const Side own = frame.node.turn;
    const int by = depth * depth < 400 ? depth * depth : 400;
    const Move& good = frame.moves[number];
    if (good.captured || good.crowns) return;
    frame.killer = code_of(good);
    history_.change(own, good.by_king, good.from, good.to, by);
    for (int i = 0; i < number; ++i) {
      const Move& move = frame.moves[i];
      if (!move.captured && !move.crowns)
        history_.change(own, move.by_king, move.from, move.to, -by);
    }
  }

  Task& task_;
  const Limits& limits_;
  const Ruleset& ruleset_;
  const Rules& rules_;
  const BasicOps<Bits>& generators_;
  Table& table_;
  const Evaluator<G> evaluate_;
  const DrawCounts<G> draws_;
  Path path_;
  Meter meter_;
  History history_;
  int depth_ = 0;  // of the present iteration
  Frame frames_[score::max_ply + 2];
};

template <class G>
struct SearchOf {
  static void run(Task& task) {
    auto* search = new AlphaBeta<G>(task);
    search->run();
    delete search;
  }
  static int evaluate(const Task& task) {
    Task copy = task;
    auto* search = new AlphaBeta<G>(copy);
    const int value = search->evaluate();
    delete search;
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
