// The report of a game in the making: which position is to be searched next, what the search says
// of it, and at the end what each move cost and which moves mattered. It searches nothing itself.
//
// First every move is looked at, the last one of the game first. Then what seems to be a mistake is
// searched again, with many more nodes, after the better move and after the one that was played; a
// claim of material is searched where its line ends. Only what that confirms is told.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "report/claims.hpp"

namespace crownhead::report {

enum class Proven : std::uint8_t { nothing, win, draw, loss };
inline constexpr const char* proven_names[] = {"", "win", "draw", "loss"};

enum class MomentKind : std::uint8_t { win_missed, draw_missed, lost, allowed, missed, better };
inline constexpr const char* moment_names[] = {"win_missed", "draw_missed", "lost",
                                               "allowed",    "missed",      "better"};

// How much a move gave away, 0 to 1 for two men or more. Where the game is lost anyway, and scores
// tell no more, `men` count: the pieces that the better move would have kept.
double given_away(int best_score, int score, int men);
// How well a side played whose moves gave away so much: 0 to 100, to one decimal; nothing without
// any.
std::optional<double> accuracy(const std::vector<double>& given);

// What a search says of a position, in hundredths of a man for the side to move.
struct Seen {
  int score = 0;
  int depth = 0;
  std::vector<Move> line;
  // Other first moves whose scores are exact.
  std::vector<std::pair<Move, int>> others;
  // What endgame tables prove of it.
  Proven proven = Proven::nothing;
};

// What is known of one move, for the side that makes it. `line` is the best play before it,
// `answer` the best play after it; `legal` how many moves there were. `proven` is of the position
// after the move, `was` of the one before it; `by_tables`: both by endgame tables. `given`: it was
// drawn by lot, and nobody is to blame for it.
struct MoveFacts {
  int ply = 0;
  Side by = white;
  int score = 0, best_score = 0;
  std::vector<Move> line, answer;
  int legal = 0, depth = 0;
  Proven proven = Proven::nothing, was = Proven::nothing;
  bool by_tables = false, given = false;
  int men = 0;  // pieces that it leaves fewer than the better line

  int cost() const;
  double lost() const;
  // The same as `cost`, but where the game is lost anyway, and scores tell no more, in pieces.
  int price() const;
  // How much it mattered, 0 to 1: chances lost, and what was given away.
  double weight() const;
};

// A move that mattered. `claim` is about its better line, or, where `of_answer`, about the answer;
// `majority` about the same line. `men` are the pieces that the claim wins, less those that it only
// takes back; where it does nothing but take back, `back` is true. `gone`: the win that was missed
// is none any more.
struct Moment {
  int ply = 0;
  MomentKind kind = MomentKind::better;
  bool of_answer = false;
  std::optional<Claim> claim, majority;
  int men = 0;
  bool back = false, gone = false;
};

class ReportBuilder {
 public:
  static constexpr int watched = 30;  // a cost from which on a move is searched a second time
  static constexpr int effort_of_checks = 10;  // times the nodes that confirm a mistake
  static constexpr int least_cost = 50;        // of a moment: half a man
  static constexpr int agreement = 50;         // how far a score may be below what is claimed
  static constexpr int most_moments = 7, least_moments = 3, most_suspects = 12;
  static constexpr double clear = 0.10;   // given away from which on a move is a moment
  static constexpr double slight = 0.04;  // the same in a game with few such moves
  static constexpr int rated_moves = 20;  // of a side, from which on it has an accuracy

  // A game: positions are one more than moves. The first `given` moves were drawn by lot.
  ReportBuilder(std::vector<Position> positions, std::vector<Move> moves, int given = 0);

  // The position to be searched next; null at the end.
  const Position* next_position() const { return next_ ? &*next_ : nullptr; }
  // How many times the nodes of an ordinary search it deserves.
  int effort() const { return stage_ >= Stage::better ? effort_of_checks : 1; }
  // Whether several lines of it are wanted, or the best alone.
  bool compared() const { return stage_ == Stage::before || stage_ == Stage::again; }
  // What the search says of it; nothing if nothing is asked.
  void record(Seen seen);

  const Position& position(int place) const { return positions_[static_cast<std::size_t>(place)]; }
  // The moves that are known, the last one first.
  const std::vector<MoveFacts>& facts() const { return facts_; }
  const MoveFacts& fact_of(int ply) const;
  const Move& move_of(int ply) const { return moves_[static_cast<std::size_t>(ply - 1)]; }
  int total() const { return static_cast<int>(moves_.size()); }
  // The mistakes that have been confirmed or not, and all that seemed to be one.
  int checked() const { return checked_; }
  int suspected() const { return static_cast<int>(suspects_.size()); }

  // Of the mistakes that are confirmed: those that mattered, in the order of the game.
  std::vector<Moment> moments() const;
  // Nothing where a side made less than `rated_moves` moves.
  std::optional<double> accuracy_of(Side side) const;
  // The moment after whose ply the side that lost never stood level again; 0 where none is.
  int turning_point() const;

 private:
  enum class Stage : std::uint8_t {
    end,
    before,
    after,
    again,
    done,
    better,
    better_on,
    answer,
    answer_on,
    rest,
    turned
  };
  // A move that is searched again.
  struct Check {
    Seen better, answer;           // what follows the better move, and the one that was played
    std::vector<Moment> tellable;  // what may be claimed, the best last
  };

  void advance();
  void close_move(const Seen& found, int played);
  int played_score(const Seen& found) const;
  MoveFacts& fact_at(int ply);

  // checks.cpp
  void suspect();
  void check_next();
  void ask(Stage stage, const Position& position);
  bool asks_on(Stage stage, const Position& start, const std::vector<Move>& line);
  void judge();
  void tell_next();
  void record_end(const Seen& end);
  void record_turned(const Seen& turned);
  void confirm(Moment moment);
  int suspected_ply() const { return suspects_[static_cast<std::size_t>(checked_)]; }

  // tellable.cpp
  std::vector<Moment> tellable(const MoveFacts& one) const;
  bool level_ending(const MoveFacts& one) const;
  int difference(const MoveFacts& one) const;
  void count_men(Moment& moment) const;
  Position end_of(const Moment& moment) const;

  int turning_ply(const std::function<bool(const MoveFacts&)>& is_fault) const;
  bool blamed(const MoveFacts& one) const;

  std::vector<Position> positions_;
  std::vector<Move> moves_;
  int given_ = 0;
  std::vector<MoveFacts> facts_;
  std::optional<Seen> behind_;  // what was found after the move that is looked at
  bool mobile_ = true;          // whether there is a move at the end of the game
  std::optional<Position> next_;
  int ply_ = 0;  // the move that is looked at, counted from 0
  Stage stage_ = Stage::end;
  std::vector<int> suspects_;  // plies
  int checked_ = 0;
  Check check_;
  std::vector<Moment> confirmed_;
};

}  // namespace crownhead::report
