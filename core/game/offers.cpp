// An offer stands until the other side answers it; making a move declines it. A side may offer
// again after the other side has made an offer, or after 10 own moves.
#include <algorithm>

#include "game/part.hpp"

namespace crownhead::game::offers {

namespace {

Refusal check_offer(const Setup& setup, const State& state, Side by) {
  const int made = state.plies / 2;
  if (state.draw_offer) return reason_by(ReasonCode::draw_offer_stands, *state.draw_offer);
  if (made < setup.offers_after)
    return reason_of(ReasonCode::draw_offer_too_early, setup.offers_after, made);
  if (const int wait = state.offer_waits[by])
    return reason_of(ReasonCode::draw_offer_too_soon, wait);
  return {};
}

State declined(const Setup& setup, State state) {
  const Side refuser = !*state.draw_offer;
  state.draw_offer.reset();
  return duty::taken_on(setup, std::move(state), refuser);
}

}  // namespace

Refusal check(const Setup& setup, const State& state, const Event& event) {
  if (event.kind == EventKind::draw_offered) return check_offer(setup, state, *event.side);
  if (!state.draw_offer) return reason_of(ReasonCode::no_draw_offer);
  const bool own = state.draw_offer == event.side;
  if (event.kind == EventKind::draw_withdrawn)
    return own ? Refusal() : reason_of(ReasonCode::not_your_draw_offer);
  return own ? reason_of(ReasonCode::own_draw_offer) : Refusal();
}

State apply(const Setup& setup, State state, const Event& event) {
  static_assert(makes_up(Part::offer, {EventKind::draw_offered, EventKind::draw_accepted,
                                       EventKind::draw_declined, EventKind::draw_withdrawn}));
  switch (event.kind) {
    case EventKind::draw_offered:
      state.offer_waits[*event.side] = repeat_after;
      state.offer_waits[!*event.side] = 0;
      state.draw_offer = event.side;
      break;
    case EventKind::draw_accepted:
      state.outcome = Outcome{{}, Termination::agreement, "E23"};
      break;
    case EventKind::draw_declined:
      return declined(setup, std::move(state));
    case EventKind::draw_withdrawn:
      state.draw_offer.reset();
      break;
    default:
      break;  // of another part
  }
  return state;
}

State moved(const Setup& setup, State state, Side by) {
  if (state.draw_offer == !by) state = declined(setup, std::move(state));
  state.offer_waits[by] = std::max(0, state.offer_waits[by] - 1);
  return state;
}

}  // namespace crownhead::game::offers
