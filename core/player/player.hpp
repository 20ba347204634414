// The computer as a player: which move a level chooses, and what it does when it has to act. What
// it goes by has one order, whoever asks: a capture that it overlooks, the only move, endgame
// tables, the opening book, a search.
#pragma once

#include <vector>

#include "endgame/table_probe.hpp"
#include "player/level.hpp"
#include "player/questions.hpp"
#include "search/book.hpp"
#include "search/search.hpp"

namespace crownhead::player {

enum class Status : std::uint8_t {
  done,
  no_move,
  too_complex,
  busy,     // another search runs on the table
  damaged,  // endgame tables are, and others may be had
};

// A position with those of its game before it, the oldest first.
struct Scene {
  const Position* position = nullptr;
  const Position* const* past = nullptr;
  int past_length = 0;
  int repetition = 3;
};

// What a player thinks with; null: there is none.
struct Means {
  Search* search = nullptr;
  SearchResult* result = nullptr;
  const Weights* weights = nullptr;
  GivenEvaluation* given = nullptr;
  const endgame::TableProbe* tables = nullptr;
  const Book* book = nullptr;
  std::uint64_t seed = 0;
  int threads = 1;
  bool replaceable = false;  // whether others may be had in place of damaged tables
  Control control;
};

struct Choice {
  std::vector<Move> line;  // the move and what is expected after it
  bool faulty = false;     // a capture was overlooked
  bool searched = false;   // `Means::result` holds what was found
};

// An event without its time, and whether a draw is offered after it.
struct Act {
  game::Event event;
  bool offers_draw = false;
};

bool is_opening(const Position& position);

class Player {
 public:
  Player(const Level& level, const Means& means) : level_(level), means_(means) {}

  // Choose a move within limits.
  Status choose(const Scene& scene, const Limits& limits, Choice& choice);
  // The same in a game, where a low level may overlook a capture.
  Status choose(const Game& game, const Limits& limits, Choice& choice);
  // Add the reply that is expected to a move for which nothing was searched.
  Status expect(const Scene& scene, const Limits& limits, Choice& choice);

  // Score a position without the errors of the level, to decide by it. Who plays by the tables does
  // not decide against them.
  Status score(const Scene& scene, int& value);
  // The same within other limits.
  Status judge(const Scene& scene, const Limits& limits);

  Status ask(const Game& game, Question& question);
  // Do what a side has to do now: `limits` are of a move.
  Status act(const Game& game, Side side, const Limits& limits, Act& act);

 private:
  SearchRequest request(const Scene& scene, const Limits& limits) const;
  Status search(const SearchRequest& request);
  Status search(const Scene& scene, const Limits& limits, const Moves& excluded);
  void take(const Position& position, Choice& choice) const;
  bool look_up(const Position& position, const Moves& legal, std::vector<Move>& line) const;
  Status choose_heedlessly(const Game& game, const Moves& moves, Choice& choice);
  Status answer_fault(const Game& game, Side side, Act& act, bool& stands);
  Limits erring(const Limits& limits, const Position& position) const;

  const Level& level_;
  const Means& means_;
};

// The positions of a game before its present one.
class Past {
 public:
  explicit Past(const Game& game);

  Scene scene() const;
  Scene scene(const Position& position, int past) const;

 private:
  const Game& game_;
  std::vector<const Position*> seen_;
};

// The limits of a level's move in a game: its own, and what the clock gives.
Limits limits_of(const Level& level, const Game& game, Side side);

}  // namespace crownhead::player
