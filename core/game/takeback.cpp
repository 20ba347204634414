// An accepted request restores the state in which the first of the plies taken back was played,
// with everything in it: counts, duties, a standing offer, an open right to huff, and the clocks as
// they were when the player began to think about that ply. An offer that was answered or withdrawn
// since does not come back, and a duty taken on by refusing it stays. A move ends a standing
// request.
#include <algorithm>
#include <utility>

#include "game/part.hpp"

namespace crownhead::game::takeback {

std::optional<Reason> too_far(const Setup& setup, const State& state, std::int64_t plies) {
  const int most = std::max(0, state.plies - setup.opening);
  if (1 <= plies && plies <= most) return std::nullopt;
  return reason_of(ReasonCode::takeback_too_far, plies, most);
}

Refusal check(const Setup& setup, const State& state, const Event& event) {
  if (event.kind == EventKind::takeback_requested) {
    if (state.takeback) return reason_by(ReasonCode::takeback_stands, state.takeback->by);
    return too_far(setup, state, event.number);
  }
  if (!state.takeback) return reason_of(ReasonCode::no_takeback_request);
  if (state.takeback->by == *event.side) return reason_of(ReasonCode::own_takeback_request);
  return {};
}

State apply(const Setup& setup, const State& state, const Event& event) {
  static_assert(makes_up(
      Part::takeback,
      {EventKind::takeback_requested, EventKind::takeback_declined, EventKind::takeback_accepted}));
  State after = state;
  if (event.kind == EventKind::takeback_requested) {
    after.takeback = Takeback{*event.side, event.number};
    return after;
  }
  after.takeback.reset();
  if (event.kind == EventKind::takeback_declined) return after;
  const State* earlier = &state;
  for (std::int64_t n = 0; n < state.takeback->plies && earlier->before; ++n)
    earlier = earlier->before.get();
  after = *earlier;
  if (!setup.offers_return) {
    const std::optional<Side> offered = after.draw_offer;
    for (const QuestionFace& question : question_faces)
      if (question.by(after) != question.by(state)) question.drop(after);
    if (offered && !after.draw_offer && state.duties[!*offered])
      after = duty::taken_on(setup, std::move(after), !*offered);
  }
  after.events = state.events;
  after.at = state.at;
  after.takeback.reset();
  if (after.clock && event.at) after.clock = resumed(*after.clock, *event.at);
  return after;
}

}  // namespace crownhead::game::takeback
