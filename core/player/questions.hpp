// What a player is asked besides moves. An engine is asked for scores alone, one position after the
// other, so that whoever asks may wait for the answers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "game/game.hpp"

namespace crownhead::player {

using game::Game;

enum class Answer : std::uint8_t { no, yes, huff, compel, stand };

inline constexpr const char* answers[] = {"no", "yes", "huff", "compel", "stand"};

// Scores are hundredths of a man for the side to move.
class Question {
 public:
  enum class About : std::uint8_t { accept, offer, fault };

  static constexpr int even = 15;   // a score within this is even
  static constexpr int worse = 60;  // from this disadvantage on a draw is welcome at any time
  // A game is settled into a draw after so many plies, or with so few pieces, or such a count.
  static constexpr int settled_plies = 60;
  static constexpr int settled_pieces = 8;
  // A draw is offered where the last so many turns of the offering side were level, which a score
  // of so much below nothing is still.
  static constexpr int level_turns = 3;
  static constexpr int level = 5;

  // An offer that stands, a draw that `offer` is about, a faulty move. `win` is the score of a win.
  Question(const Game& game, About about, int win);

  // The position to be scored next, and how many of the game's positions come before it; null when
  // the answer is known.
  const Position* asked() const { return next_ < studies_.size() ? &study().position : nullptr; }
  int past() const { return study().past; }
  void score(int value);

  Answer answer() const { return answer_; }
  int square() const { return square_; }  // of the piece to be huffed

 private:
  struct Study {
    Study(const Position& studied, int before) : position(studied), past(before) {}

    Position position;
    int past;
    int sign = 1;  // of the score, for the side that decides
    Answer answer = Answer::no;
    int square = 0;
    std::optional<int> known;  // its score, where no engine is needed
  };

  const Study& study() const { return studies_[next_]; }
  void ask_accept(const Game& game);
  void ask_offer(const Game& game);
  void ask_fault(const Game& game, int win);
  void decide(const Study& study, int value);
  void skip_known();

  About about_;
  std::vector<Study> studies_;
  std::size_t next_ = 0;
  bool settled_ = false;
  Answer answer_ = Answer::no;
  int square_ = 0;
  std::optional<int> best_;
};

}  // namespace crownhead::player
