// The search: principal variation search over one kind of board. What the rules are it reads at run
// time; the generator behind it is the specialised one.
//
// Here stand the class and the tree. Each of the other parts has a file of its own:
//   root.hpp     iterative deepening, aspiration windows, several lines
//   qs.hpp       quiescence: captures, and answers to threats
//   prune.hpp    lines that a shallower search lets us cut
//   extend.hpp   lines that are looked at more deeply
//   reduce.hpp   moves that are looked at less deeply
//   ordering.hpp history.hpp    which moves come first
//   time.hpp node_counter.hpp        when to stop
#pragma once

#include "rules/draws.hpp"
#include "search/eval/evaluator.hpp"
#include "search/node_counter.hpp"
#include "search/ordering.hpp"
#include "search/reduce.hpp"
#include "search/repetition.hpp"
#include "search/stack.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
class AlphaBeta {
 public:
  using Bits = typename G::Bits;
  using Move = BasicMove<Bits>;

  AlphaBeta(const SearchRequest& request, SharedSearch& shared, int thread, SearchResult& result);

  // Search to the limits and write the result. (root.hpp)
  void run();
  int evaluate() const { return evaluation(stack_[0].node); }

 private:
  using Value = EndgameProbe::Value;

  Node<Bits> start(const Position& position) const;

  // The root (root.hpp)
  void deepen();
  void search_lines(int depth);
  int aspire(int line, int depth, int expected);
  int search_root(int line, int alpha, int beta, int depth);
  void note(Line& line, const Move& move, int score, Bound bound);
  void drop_excluded();
  void publish(int depth);
  void settle();
  static BriefMove brief(const Move& move);

  // The tree
  enum class Mode : std::uint8_t { full, verify };
  int search(int ply, int alpha, int beta, int depth, bool pv, Mode mode = Mode::full,
             std::uint16_t excluded = 0);
  void update_pv(int ply, const Move& move);
  void update_history(int ply, int number, int depth);

  // Cuts and extensions (prune.hpp, extend.hpp)
  CROWNHEAD_INLINE static bool prunable(int beta, int depth);
  bool prune(int ply, int beta, int depth, int value);
  int extension(int ply, const Entry& entry, int depth, bool pv, int beta, int& cut);

  // Quiescence (qs.hpp); `done` plies of it lie behind
  int qs(int ply, int alpha, int beta, int done);

  // Positions
  bool legal(Frame<Bits>& frame) const;
  CROWNHEAD_INLINE static std::uint64_t key_moved(const Node<Bits>& node, const Move& move);
  CROWNHEAD_INLINE static std::uint64_t key_after(const Node<Bits>& node, const Move& move);
  CROWNHEAD_INLINE void play(int ply, const Move& move);
  CROWNHEAD_INLINE bool enter(const Node<Bits>& node) {
    return counter_.enter(count(node.squares.kings));
  }
  // Breakthrough: a king has been made. Ghanaian: a side is left with too few pieces.
  CROWNHEAD_INLINE bool decided(const Node<Bits>& node) const {
    if (rules_.aim == Aim::king && node.squares.kings) return true;
    return rules_.too_few && (outnumbered(node.squares, white, rules_.too_few) ||
                              outnumbered(node.squares, black, rules_.too_few));
  }
  int decided_score(const Node<Bits>& node, int ply) const {
    if (rules_.aim == Aim::king && node.squares.kings)
      return node.kings(!node.turn) ? ply - score::win : score::win - ply;
    return outnumbered(node.squares, node.turn, rules_.too_few) ? blocked_score(ply)
                                                                : -blocked_score(ply);
  }
  // The score of the side to move without a move.
  int blocked_score(int ply) const {
    return rules_.aim == Aim::lose ? score::win - ply : ply - score::win;
  }
  // Short sight: in the same positions captures are overlooked each time.
  CROWNHEAD_INLINE bool overlooked(const Node<Bits>& node) const {
    if (!limits_.blind) return false;
    const std::uint64_t dice = scrambled(scrambled(node.key) ^ limits_.seed);
    return static_cast<int>(dice % 1000) < limits_.blind;
  }
  int evaluation(const Node<Bits>& node) const {
    return evaluate_(node, evaluate_.looks_at_moves()
                               ? generators_.count_quiet(rules_, node.squares, node.turn)
                               : 0);
  }
  Value probe(const Node<Bits>& node) const;
  Mover mover(int ply) const { return ply > 0 ? stack_[ply].moved : Mover(); }
  Mover mover_before(int ply) const { return ply > 1 ? stack_[ply - 1].moved : Mover(); }

  const SearchRequest& request_;
  const Limits& limits_;
  SharedSearch& shared_;
  SearchResult& result_;
  const Ruleset& ruleset_;
  const Rules& rules_;
  const BasicOps<Bits>& generators_;
  TranspositionTable& table_;
  const Evaluator<G> evaluate_;
  const DrawCounts draws_;
  RepetitionHistory repetition_;
  TimeManager time_;
  NodeCounter counter_;
  History history_;
  const int thread_;
  int depth_ = 0;          // of the present iteration
  int most_probed_ = 0;    // the endgame tables are asked about so many pieces at most
  SearchResult complete_;  // the lines of the last iteration that was finished
  Frame<Bits> stack_[score::max_ply + 2];
};

template <class G>
AlphaBeta<G>::AlphaBeta(const SearchRequest& request, SharedSearch& shared, int thread,
                        SearchResult& result)
    : request_(request),
      limits_(request.limits),
      shared_(shared),
      result_(result),
      ruleset_(*request.position->ruleset),
      rules_(ruleset_.rules),
      generators_(*static_cast<const BasicOps<Bits>*>(ruleset_.ops->basic)),
      table_(shared.table),
      evaluate_(ruleset_, request, limits_),
      draws_(ruleset_),
      repetition_(limits_.repetition),
      time_(limits_),
      counter_(request, shared, time_, thread),
      thread_(thread) {
  const int forgotten = request.past_length - RepetitionHistory::longest_past;
  for (int i = forgotten > 0 ? forgotten : 0; i < request.past_length; ++i)
    repetition_.remember(start(*request.past[i]).key);
  Node<Bits>& root = stack_[0].node;
  root = start(*request.position);
  root.reversible = repetition_.past();
  repetition_.put(0, root.key);
  if (request.endgames && !limits_.minimax) {
    // Where the tables know the root itself, only what is smaller makes progress.
    const int pieces = count(root.squares.side[white] | root.squares.side[black]);
    const int most = request.endgames->most_pieces();
    most_probed_ = pieces <= most ? pieces - 1 : most;
  }
}

template <class G>
Node<typename G::Bits> AlphaBeta<G>::start(const Position& position) const {
  Node<Bits> node;
  node.squares = squares_of<Bits>(position);
  node.turn = position.to_move();
  node.key = position.key;
  node.piece_square = evaluate_.piece_square_sum(node.squares);
  node.reversible = 0;
  node.ply = 0;
  for (int i = 0; i < Position::most_counts; ++i) node.counts.plies[i] = position.counts[i];
  return node;
}

// All legal moves; false if they cannot be listed.
template <class G>
bool AlphaBeta<G>::legal(Frame<Bits>& frame) const {
  const Node<Bits>& node = frame.node;
  frame.moves.clear();
  if (decided(node)) return true;
  if (!generators_.captures(rules_, node.squares, node.turn, frame.moves)) return false;
  if (frame.moves.size() == 0 || !rules_.compulsory)
    generators_.quiet(rules_, node.squares, node.turn, frame.moves);
  return true;
}

// The key after a move, but for what it takes and for the runs of kings (Frisian).
template <class G>
CROWNHEAD_INLINE std::uint64_t AlphaBeta<G>::key_moved(const Node<Bits>& node, const Move& move) {
  const Side own = node.turn;
  return node.key ^ zobrist.black_to_move ^ zobrist.piece[own][move.by_king][move.from] ^
         zobrist.piece[own][move.by_king || move.crowns][move.to];
}

// The key of the position after a move, but for the runs of kings.
template <class G>
CROWNHEAD_INLINE std::uint64_t AlphaBeta<G>::key_after(const Node<Bits>& node, const Move& move) {
  std::uint64_t key = key_moved(node, move);
  each_bit(move.captured, [&](Bits square) {
    key ^= zobrist.piece[!node.turn][(node.squares.kings & square) != 0][lowest(square)];
  });
  return key;
}

// Play the move from `ply`; the position after it stands one ply further on.
template <class G>
CROWNHEAD_INLINE void AlphaBeta<G>::play(int ply, const Move& move) {
  const Node<Bits>& node = stack_[ply].node;
  Node<Bits>& next = stack_[ply + 1].node;
  const Side own = node.turn;
  advance(node.squares, own, move, rules_.king_run, next.squares);
  next.turn = !own;
  next.ply = static_cast<std::uint8_t>(ply + 1);
  const bool king = move.by_king || move.crowns;
  next.key = key_moved(node, move);
  each_bit(move.captured, [&](Bits square) {
    next.key ^= zobrist.piece[!own][(node.squares.kings & square) != 0][lowest(square)];
  });
  if (evaluate_.sums_pieces()) {
    next.piece_square = node.piece_square + evaluate_.piece_square(own, king, move.to) -
                        evaluate_.piece_square(own, move.by_king, move.from);
    each_bit(move.captured, [&](Bits square) {
      next.piece_square -=
          evaluate_.piece_square(!own, (node.squares.kings & square) != 0, lowest(square));
    });
  }
  if (rules_.king_run) next.key ^= runs_key(node.squares.runs) ^ runs_key(next.squares.runs);
  // Men never go back, but in some games they go sideways.
  const bool undoable =
      !move.captured && (move.by_king || (rules_.men_move & steps::sideways)) && !move.crowns;
  next.reversible = undoable ? node.reversible + 1 : 0;
  next.counts = node.counts;
  draws_.advance(
      next.counts.plies, next.squares,
      (move.captured ? capture : 0) | (move.by_king ? 0 : man_move) | (move.crowns ? crowning : 0));
  stack_[ply + 1].moved = {static_cast<std::uint8_t>(king), move.to};
  repetition_.put(ply + 1, next.key);
}

template <class G>
EndgameProbe::Value AlphaBeta<G>::probe(const Node<Bits>& node) const {
  const SquareSet sides[2] = {SquareSet(static_cast<Wide>(node.squares.side[white])),
                              SquareSet(static_cast<Wide>(node.squares.side[black]))};
  return request_.endgames->probe(sides, SquareSet(static_cast<Wide>(node.squares.kings)),
                                  node.turn);
}

// The value of the position `ply` plies from the root within a window. `excluded` is the code of a
// move that is left out (extend.hpp); such a search leaves no result behind. One that verifies does
// neither prune nor extend at its own root.
template <class G>
int AlphaBeta<G>::search(int ply, int alpha, int beta, int depth, bool pv, Mode mode,
                         std::uint16_t excluded) {
  if (depth <= 0) return qs(ply, alpha, beta, 0);
  Frame<Bits>& frame = stack_[ply];
  const Node<Bits>& node = frame.node;
  frame.length = 0;
  if (!enter(node)) return 0;
  if (decided(node)) return decided_score(node, ply);
  if (repetition_.repeated(ply, node.reversible)) return 0;
  // Nothing here can be better than to win, or worse than to lose, at once.
  if (alpha < ply - score::win) alpha = ply - score::win;
  if (beta > score::win - ply - 1) beta = score::win - ply - 1;
  if (alpha >= beta) return alpha;

  const bool drawn = draws_.full(node.counts.plies);
  const bool whole = mode == Mode::full && !excluded;
  const std::uint64_t key = node.key ^ draws_.key(node.counts.plies) ^ shared_.salt;
  Entry entry;
  if (!limits_.minimax && table_.find(key, entry) && !excluded && !pv && !drawn) {
    const int value = score::recalled(entry.score, ply);
    const bool proven =
        entry.bound == Bound::lower ? value >= score::decided : value <= -score::decided;
    if ((entry.depth >= depth || (proven && entry.bound != Bound::exact)) &&
        (entry.bound == Bound::exact || (entry.bound == Bound::lower && value >= beta) ||
         (entry.bound == Bound::upper && value <= alpha)))
      return value;
  }
  if (ply >= score::max_ply) return evaluation(node);

  // Positions without a capture for either side are quiet; others have no value without search.
  const bool captures = generators_.can_capture(rules_, node.squares, node.turn);
  if (!captures && !drawn && most_probed_ &&
      count(node.squares.side[white] | node.squares.side[black]) <= most_probed_) {
    const Value value = probe(node);
    if (value == Value::draw) return 0;
    if (value != Value::unknown) {
      const int known = value == Value::win ? score::table_win - ply : ply - score::table_win;
      if (value == Value::win ? known >= beta : known <= alpha) return known;
    }
  }
  int value = score::none;
  if (!limits_.minimax && !captures && !drawn) {
    if (entry.bound != Bound::none) value = entry.evaluation;
    // Only cuts ask for the value, and most positions are too shallow for them.
    if (whole && !pv && prunable(beta, depth)) {
      if (value == score::none) value = evaluation(node);
      if (prune(ply, beta, depth, value)) return beta;
      if (counter_.stopped()) return 0;
    }
  }

  int longer = 0;
  if (whole && !limits_.minimax) {
    int cut = score::none;
    longer = extension(ply, entry, depth, pv, beta, cut);
    if (counter_.stopped()) return 0;
    if (cut != score::none) return cut;
  }
  frame.length = 0;
  if (captures) {
    if (!legal(frame)) return evaluation(node);
  } else {
    frame.moves.clear();
    generators_.quiet(rules_, node.squares, node.turn, frame.moves);
  }
  const int size = frame.moves.size();
  if (size == 0) return blocked_score(ply);
  if (drawn) return 0;
  if (!limits_.minimax) {
    if (size == 1 && ply < 2 * depth_)
      ++depth;
    else if (!entry.move && depth >= internal_reduction_depth)
      --depth;
  }

  // Long before they are looked up, for memory is slow. Below depth 2 nearly all is quiescence.
  if (depth > 2 || (pv && depth > 1))
    for (const Move& move : frame.moves) table_.prefetch(key_after(node, move) ^ shared_.salt);
  score_moves(frame, entry.move, history_, mover(ply), mover_before(ply));
  const int old_alpha = alpha;
  int best = -score::infinity;
  std::uint16_t best_code = 0;
  int tried = 0;
  for (int i = 0; i < size; ++i) {
    pick(frame, i);
    const Move& move = frame.moves[i];
    const std::uint16_t code = code_of(move);
    if (excluded && code == excluded) continue;
    play(ply, move);
    const bool first = tried == 0;
    const int next_depth = depth - 1 + (longer && code == entry.move ? longer : 0);
    const bool full = pv && first;
    int score = 0;
    if (!full) {
      int less = 0;
      if (!limits_.minimax && !move.captured && !move.crowns)
        less = reduction(tried, next_depth, pv, frame.order[i]);
      score = -search(ply + 1, -alpha - 1, -alpha, next_depth - less, false);
      if (less && score > alpha) score = -search(ply + 1, -alpha - 1, -alpha, next_depth, false);
    }
    if (full || (pv && score > alpha && score < beta))
      score = -search(ply + 1, -beta, -alpha, next_depth, true);
    if (counter_.stopped()) return 0;
    ++tried;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    alpha = score;
    best_code = code;
    if (pv) update_pv(ply, move);
    if (score >= beta) {
      if (!excluded) update_history(ply, i, depth);
      break;
    }
  }
  if (!tried) return alpha;  // the only move is left out
  if (!limits_.minimax && !excluded) {
    entry.move = best_code;
    entry.score = static_cast<std::int16_t>(score::stored(best, ply));
    entry.evaluation = static_cast<std::int16_t>(value);
    entry.depth = static_cast<std::int8_t>(depth);
    entry.bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
    table_.store(key, entry);
  }
  return best;
}

template <class G>
void AlphaBeta<G>::update_pv(int ply, const Move& move) {
  Frame<Bits>& frame = stack_[ply];
  const Frame<Bits>& next = stack_[ply + 1];
  frame.line[0] = move;
  for (int i = 0; i < next.length; ++i) frame.line[i + 1] = next.line[i];
  frame.length = next.length + 1;
}

// The move at `number` refuted the line; the quiet ones tried before did not.
template <class G>
void AlphaBeta<G>::update_history(int ply, int number, int depth) {
  Frame<Bits>& frame = stack_[ply];
  const Side own = frame.node.turn;
  const int by = depth * depth < 400 ? depth * depth : 400;
  const Move& good = frame.moves[number];
  if (good.captured || good.crowns) return;
  frame.killer = code_of(good);
  history_.update(own, good, mover(ply), mover_before(ply), by);
  for (int i = 0; i < number; ++i) {
    const Move& move = frame.moves[i];
    if (!move.captured && !move.crowns)
      history_.update(own, move, mover(ply), mover_before(ply), -by);
  }
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead

#include "search/extend.hpp"
#include "search/prune.hpp"
#include "search/qs.hpp"
#include "search/root.hpp"
