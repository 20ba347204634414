// Many games of one kind, stepped together by the numbers of their moves, under the law of play:
// draw counts and repetition end them as they end a game between people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "arrays/action_space.hpp"
#include "game/setup.hpp"
#include "game/state.hpp"

namespace crownhead::arrays {

// How a game stands: it goes on, it has ended by the law (`law` and its termination), or it is cut
// off: after too many plies, for a move without a number, for captures past the work limit.
enum Standing : std::uint8_t { goes_on = 0, law = 1, too_long = 64, unnumbered, too_complex };

struct GameSettings {
  std::shared_ptr<const game::Variant> variant;
  bool automatic = true;  // draws that a player would have to claim end the game, too
  int most_plies = 0;     // 0: no limit
  std::uint64_t seed = 0;
  std::vector<Position> starts;  // one at least; which of them a game begins with is drawn
};

class Games {
 public:
  Games(std::size_t size, GameSettings settings, const ActionSpace& space);

  std::size_t size() const { return games_.size(); }
  const ActionSpace& space() const { return space_; }
  const Position& position(std::size_t i) const { return games_[i].position; }
  const LegalList& legal(std::size_t i) const { return games_[i].legal; }
  std::uint8_t standing(std::size_t i) const { return games_[i].standing; }
  int repetitions(std::size_t i) const { return games_[i].repetitions; }
  int plies(std::size_t i) const { return games_[i].plies; }
  // 1 White, -1 Black, 0 nobody.
  int winner(std::size_t i) const { return games_[i].winner; }

  // Begin a game anew, from the next of its starts, or from a position.
  void begin(std::size_t i);
  void begin(std::size_t i, const Position& position);
  // Begin all games anew, their starts drawn by another seed.
  void begin_all(std::uint64_t seed, int threads);

  // The first game that has no legal move of its number; all of them if there is none. Games that
  // have ended take any number.
  std::size_t first_illegal(const std::int32_t* actions) const;
  // Make a move in every game that goes on. Give what it brought the side that made it, and how the
  // game stands then; where it has ended, begin it anew if so wished.
  void step(const std::int32_t* actions, float* rewards, std::uint8_t* standings, bool again,
            int threads);

  // A legal move of every game that goes on, by chance; 0 of the others.
  void sample(std::uint64_t seed, std::int32_t* actions, int threads) const;

 private:
  struct Playing {
    Position position;
    LegalList legal;                  // none where it has ended
    std::vector<Position> past;       // what can come back, and the present one
    std::vector<std::uint64_t> keys;  // theirs
    int plies = 0;
    int repetitions = 1;
    std::uint64_t begun = 0;
    std::uint8_t standing = goes_on;
    std::int8_t winner = 0;
  };

  void look(Playing& game) const;
  void end(Playing& game, const game::Outcome& outcome) const;
  std::optional<game::Outcome> drawn(const Playing& game) const;
  static int occurrences(const Playing& game);
  bool irreversible(const LegalMove& move) const;

  GameSettings settings_;
  ActionSpace space_;
  const ListerOps& lister_;
  std::vector<Playing> games_;
};

}  // namespace crownhead::arrays
