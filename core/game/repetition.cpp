#include "game/part.hpp"

namespace crownhead::game::repetition {

namespace {

// Count `position` among `state` and those an even number of plies, at most `reach`, before it.
// Nothing from before the last capture can come back, and nothing with the other side to move.
int among(const State* state, const Position& position, int reach) {
  int found = 0;
  while (state && reach >= 0) {
    found += state->position.key == position.key && state->position.same(position);
    state = state->before ? state->before->before.get() : nullptr;
    reach -= 2;
  }
  return found;
}

}  // namespace

int occurrences(const State& state) {
  return among(&state, state.position, state.plies_since_capture);
}

int occurrences_after(const State& state, const Position& position) {
  return 1 + among(state.before.get(), position, state.plies_since_capture - 1);
}

}  // namespace crownhead::game::repetition
