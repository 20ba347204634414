// The positions of games that a value can be learnt from: after the opening played at random, where
// neither side could capture, and met for the first time.
#pragma once

#include "training/progress.hpp"

namespace crownhead::training {

inline constexpr int held_out_every = 20;  // every so many games one is kept for the check

// Whether the side to move, or the other one if it were its turn, could capture.
bool capture_near(const Position& position);

// Call `visit(position, game, ply, held_out)` for all such positions of games, numbered from
// `first` on, and count the games in `seen`; false if the bytes are no whole games of these rules.
template <class Visit>
bool each_quiet(const Ruleset& ruleset, const std::uint8_t* bytes, std::size_t length,
                std::uint64_t first, std::size_t& seen, Visit&& visit) {
  Played game;
  Progress progress(ruleset, 3, 1 << 20);
  std::size_t games = 0;
  for (std::size_t at = 0; at < length; ++first, ++games) {
    if (!game.read(bytes, length, at)) return false;
    progress.restart();
    const bool held_out = first % held_out_every == 0;
    for (int ply = 0; ply < static_cast<int>(game.places.size()); ++ply) {
      const int place = game.places[static_cast<std::size_t>(ply)];
      if (!progress.list_moves() || place >= progress.legal().size()) return false;
      if (ply >= game.opening && !progress.legal()[0].captures() &&
          !capture_near(progress.position()) && !progress.repeated())
        visit(progress.position(), game, ply, held_out);
      progress.play(place);
    }
  }
  seen += games;
  return true;
}

}  // namespace crownhead::training
