#include "game/game.hpp"

#include <algorithm>
#include <utility>

#include "game/part.hpp"

namespace crownhead::game {

Game::Game(Setup setup, Players players)
    : setup_(std::make_shared<const Setup>(std::move(setup))), players_(std::move(players)) {}

Refusal Game::begin() {
  return start(*setup_, state_);
}

Refusal Game::add(const Event& event) {
  Next next;
  if (Refusal refused = following(*setup_, state_, event, next)) return refused;
  take(std::move(next));
  return {};
}

Refusal Game::follow(const Event& event) {
  Refusal refused = add(event);
  const auto took_back = [](const Event& past) {
    return past.kind == EventKind::takeback_accepted;
  };
  if (!refused || setup_->offers_return || std::none_of(log_.begin(), log_.end(), took_back))
    return refused;
  Setup earlier = *setup_;
  earlier.offers_return = true;
  Game again(std::move(earlier), players_);
  if (again.begin()) return refused;
  for (const Event& past : log_)
    if (again.add(past)) return refused;
  if (again.add(event)) return refused;
  *this = std::move(again);
  return {};
}

Refusal Game::following(const Setup& setup, const Link& state, const Event& event, Next& next) {
  if (Refusal refused = step(setup, state, event, next.after)) return refused;
  next.before = state;
  next.event = event;
  return {};
}

template <class Text>
Refusal Game::following(const Setup& setup, const Link& state, Side by, const Text& text,
                        Millis lag, std::optional<Millis> at, Next& next) {
  Event event;
  event.side = by;
  event.number = lag;
  event.at = at;
  if (Refusal refused = check_moment(setup, *state, event)) return refused;
  if (Refusal refused = find(setup, *state, text, false, next.found)) return refused;
  event.text = text_of(setup, *state, next.found, next.found.faulty);
  event.flag = next.found.faulty;
  if (Refusal refused = step_with(setup, state, event, next.found, next.after)) return refused;
  next.before = state;
  next.event = std::move(event);
  return {};
}

template Refusal Game::following(const Setup&, const Link&, Side, const std::string_view&, Millis,
                                 std::optional<Millis>, Next&);
template Refusal Game::following(const Setup&, const Link&, Side, const Move&, Millis,
                                 std::optional<Millis>, Next&);

bool Game::take(Next&& next) {
  if (next.before != state_) return false;
  log_.push_back(std::move(next.event));
  state_ = std::move(next.after);
  return true;
}

Refusal Game::play(Side by, std::string_view text, Millis lag, std::optional<Millis> at,
                   Found& found) {
  Next next;
  if (Refusal refused = following(*setup_, state_, by, text, lag, at, next)) return refused;
  found = next.found;
  take(std::move(next));
  return {};
}

Refusal Game::play(Side by, const Move& move, Millis lag, std::optional<Millis> at, Found& found) {
  Next next;
  if (Refusal refused = following(*setup_, state_, by, move, lag, at, next)) return refused;
  found = next.found;
  take(std::move(next));
  return {};
}

template <class Text>
Refusal Game::explained(const Setup& setup, const State& state, const Text& text) {
  Event now;
  now.side = state.turn();
  now.at = state.at.value_or(0);
  if (Refusal refused = check_moment(setup, state, now)) return refused;
  Found found;
  return find(setup, state, text, false, found);
}

template Refusal Game::explained(const Setup&, const State&, const std::string_view&);
template Refusal Game::explained(const Setup&, const State&, const Move&);

Refusal Game::explain(std::string_view text) const {
  return explained(*setup_, *state_, text);
}

Refusal Game::explain(const Move& move) const {
  return explained(*setup_, *state_, move);
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
