// One game: what was agreed, who plays, and the log of events. Everything else follows from these.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "game/moves.hpp"
#include "game/step.hpp"

namespace crownhead::game {

struct Players {
  std::string white, black;
  bool operator==(const Players&) const = default;
};

class Game {
 public:
  // The first state may be refused as too complex: `begin` says so.
  Game(Setup setup, Players players);
  Refusal begin();

  const Setup& setup() const { return *setup_; }
  const Players& players() const { return players_; }
  const std::vector<Event>& log() const { return log_; }
  const State& state() const { return *state_; }
  const Link& link() const { return state_; }

  // Add an event as a log or a command holds it. Refused, it changes nothing.
  Refusal add(const Event& event);

  // Play a move in any notation, with huffing also a faulty one.
  Refusal play(Side by, std::string_view text, Millis lag, std::optional<Millis> at, Found& found);
  Refusal play(Side by, const Move& move, Millis lag, std::optional<Millis> at, Found& found);

  // Why a move would be refused now, if it would be.
  Refusal explain(std::string_view text) const;
  Refusal explain(const Move& move) const;

  // The game without the last plies and whatever happened since; a running clock stands.
  Refusal truncated(std::int64_t plies, std::unique_ptr<Game>& shorter) const;

 private:
  template <class Text>
  Refusal play_any(Side by, const Text& text, Millis lag, std::optional<Millis> at, Found& found);
  template <class Text>
  Refusal explain_any(const Text& text) const;

  std::shared_ptr<const Setup> setup_;
  Players players_;
  std::vector<Event> log_;
  Link state_;
};

}  // namespace crownhead::game
