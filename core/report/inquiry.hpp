// The report of a game in the making: which position is to be searched next, what the search says
// of it, and at the end what each move cost and which moves mattered. It searches nothing itself.
#pragma once

#include <optional>
#include <vector>

#include "report/claims.hpp"

namespace crownhead::report {

enum class Proven : std::uint8_t { nothing, win, draw, loss };
inline constexpr const char* proven_names[] = {"", "win", "draw", "loss"};

enum class MomentKind : std::uint8_t { win_missed, draw_missed, allowed, missed, better };
inline constexpr const char* moment_names[] = {"win_missed", "draw_missed", "allowed", "missed",
                                               "better"};

// The share of the points that a score promises, 0 to 1; a win on the board counts ten men.
double chance(int score);
int bounded(int score);
// How well a side played that lost these chances: 0 to 100, to one decimal; nothing without any.
std::optional<double> accuracy(const std::vector<double>& lost);

// What a search says of a position, in hundredths of a man for the side to move.
struct Seen {
  int score = 0;
  int depth = 0;
  std::vector<Move> line;
  // Other first moves whose scores are exact.
  std::vector<std::pair<Move, int>> others;
};

// What is known of one move, for the side that makes it. `line` is the best play before it,
// `answer` the best play after it; `legal` how many moves there were. `proven` is of the position
// after the move, `was` of the one before it; `by_tables`: both by endgame tables.
struct MoveFacts {
  int ply = 0;
  Side by = white;
  int score = 0, best_score = 0;
  std::vector<Move> line, answer;
  int legal = 0, depth = 0;
  Proven proven = Proven::nothing, was = Proven::nothing;
  bool by_tables = false;

  int cost() const;
  double lost() const;
};

// A move that mattered. `claim` is about its better line, or, where `of_answer`, about the answer;
// `majority` about the same line.
struct Moment {
  int ply = 0;
  MomentKind kind = MomentKind::better;
  bool of_answer = false;
  std::optional<Claim> claim, majority;
};

class Inquiry {
 public:
  static constexpr int watched = 30;  // a cost from which on a move is searched a second time
  static constexpr int most_moments = 7, least_moments = 3;
  static constexpr double clear = 0.10;   // chances lost from which on a move is a moment
  static constexpr double slight = 0.04;  // the same in a game with few such moves

  // A game: positions are one more than moves.
  Inquiry(std::vector<Position> positions, std::vector<Move> moves);

  // The place of the position to be searched next, the last of the game first; -1 at the end.
  int asked() const { return asked_; }
  // Whether several lines of it are wanted, or the best alone.
  bool compared() const { return stage_ != Stage::end && stage_ != Stage::after; }
  // What the search says of it; nothing if nothing is asked.
  void heard(Seen seen);
  // What endgame tables prove of a position, for the side to move; before it is asked for.
  void prove(int place, Proven proven);

  const Position& position(int place) const { return positions_[static_cast<std::size_t>(place)]; }
  // The moves that are known, the last one first.
  const std::vector<MoveFacts>& facts() const { return facts_; }
  int total() const { return static_cast<int>(moves_.size()); }

  // Of the moves that are known: those that mattered, in the order of the game.
  std::vector<Moment> moments() const;
  std::optional<double> accuracy_of(Side side) const;
  // After which ply the side that lost never stood level again; 0 where none is.
  int turning_point() const;

 private:
  enum class Stage : std::uint8_t { end, before, after, again, done };

  void next();
  void keep(const Seen& found, int played);
  int played_score(const Seen& found) const;
  Moment moment(const MoveFacts& one) const;

  std::vector<Position> positions_;
  std::vector<Move> moves_;
  std::vector<Proven> proven_;
  std::vector<MoveFacts> facts_;
  std::optional<Seen> behind_;  // what was found after the move that is looked at
  bool mobile_ = true;          // whether there is a move at the end of the game
  int asked_ = -1;
  int ply_ = 0;  // the move that is looked at, counted from 0
  Stage stage_ = Stage::end;
};

}  // namespace crownhead::report
