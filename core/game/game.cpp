#include "game/game.hpp"

#include <utility>

#include "game/part.hpp"

namespace crownhead::game {

Game::Game(Setup setup, Players players)
    : setup_(std::make_shared<const Setup>(std::move(setup))), players_(std::move(players)) {}

Refusal Game::begin() {
  return start(*setup_, state_);
}

Refusal Game::add(const Event& event) {
  Link after;
  if (Refusal refused = step(*setup_, state_, event, after)) return refused;
  log_.push_back(event);
  state_ = std::move(after);
  return {};
}

template <class Text>
Refusal Game::play_any(Side by, const Text& text, Millis lag, std::optional<Millis> at,
                       Found& found) {
  Event event;
  event.side = by;
  event.number = lag;
  event.at = at;
  if (Refusal refused = check_moment(*setup_, *state_, event)) return refused;
  if (Refusal refused = find(*setup_, *state_, text, false, found)) return refused;
  event.text = text_of(*setup_, *state_, found, found.faulty);
  event.flag = found.faulty;
  Link after;
  if (Refusal refused = step_with(*setup_, state_, event, found, after)) return refused;
  log_.push_back(std::move(event));
  state_ = std::move(after);
  return {};
}

Refusal Game::play(Side by, std::string_view text, Millis lag, std::optional<Millis> at,
                   Found& found) {
  return play_any(by, text, lag, at, found);
}

Refusal Game::play(Side by, const Move& move, Millis lag, std::optional<Millis> at, Found& found) {
  return play_any(by, move, lag, at, found);
}

template <class Text>
Refusal Game::explain_any(const Text& text) const {
  Event now;
  now.side = state_->turn();
  now.at = state_->at.value_or(0);
  if (Refusal refused = check_moment(*setup_, *state_, now)) return refused;
  Found found;
  return find(*setup_, *state_, text, false, found);
}

Refusal Game::explain(std::string_view text) const {
  return explain_any(text);
}

Refusal Game::explain(const Move& move) const {
  return explain_any(move);
}

Refusal Game::truncated(std::int64_t plies, std::unique_ptr<Game>& shorter) const {
  if (const auto reason = takeback::too_far(*setup_, *state_, plies)) return *reason;
  const State* last = state_.get();
  for (std::int64_t n = 1; n < plies; ++n) last = last->before.get();
  const auto kept = static_cast<std::size_t>(last->before->events);
  shorter = std::make_unique<Game>(*setup_, players_);
  if (Refusal refused = shorter->begin()) return refused;
  for (std::size_t i = 0; i < kept; ++i)
    if (Refusal refused = shorter->add(log_[i])) return refused;
  const State& state = shorter->state();
  if (!state.clock || !state.clock->since) return {};
  Event pause;
  pause.kind = EventKind::paused;
  pause.at = state.at;
  return shorter->add(pause);
}

}  // namespace crownhead::game
