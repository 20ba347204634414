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

  const std::shared_ptr<const Setup>& agreed() const { return setup_; }

  // Add an event as a log or a command holds it. Refused, it changes nothing.
  Refusal add(const Event& event);

  // Add an event of a stored log. One that the law refuses may have been stored under the earlier
  // law about offers and take-backs (`Setup::offers_return`): where that allows the whole log, the
  // game goes on by it.
  Refusal follow(const Event& event);

  // Play a move in any notation, with huffing also a faulty one.
  Refusal play(Side by, std::string_view text, Millis lag, std::optional<Millis> at, Found& found);
  Refusal play(Side by, const Move& move, Millis lag, std::optional<Millis> at, Found& found);

  // The two halves of these: what would follow, which needs nothing but the state it follows, so
  // that it may be computed while others look at the game; and taking that in. False, and nothing
  // is taken in, where the game has gone on from another state meanwhile.
  struct Next {
    Event event;
    Found found;
    Link before, after;
  };
  static Refusal following(const Setup& setup, const Link& state, const Event& event, Next& next);
  template <class Text>
  static Refusal following(const Setup& setup, const Link& state, Side by, const Text& text,
                           Millis lag, std::optional<Millis> at, Next& next);
  bool take(Next&& next);

  // Why a move would be refused now, if it would be.
  template <class Text>
  static Refusal explained(const Setup& setup, const State& state, const Text& text);
  Refusal explain(std::string_view text) const;
  Refusal explain(const Move& move) const;

  // The game without the last plies and whatever happened since; a running clock stands.
  Refusal truncated(std::int64_t plies, std::unique_ptr<Game>& shorter) const;

 private:
  std::shared_ptr<const Setup> setup_;
  Players players_;
  std::vector<Event> log_;
  Link state_;
};

}  // namespace crownhead::game
