// What is shown of a game: all that is needed to draw it and to take input. The page shows its own
// games by it; the server's views have the same fields, and golden games compare them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/events.hpp"
#include "game/json.hpp"
#include "game/setup.hpp"
#include "game/state.hpp"

namespace crownhead::game {

// Routes given for one move; a composed position may have more than anybody can choose from.
inline constexpr int most_routes = 24;

// What the log says beside the state: the verdict that was given since the last move, and the
// ground on which somebody ended the game.
struct Said {
  std::optional<Event> verdict;
  std::string ground;
};

Said said_in(const std::vector<Event>& log);

// Write where a game stands, as an object with the names of `crownhead.server.messages.views`, and
// what else its host needs: `at`, the time of the last event, `flag_falls`, `can_abort`. `at` is
// also the time for which is said what the sides may do where no event has one. False if the
// position is too complex.
// `states`, where given, becomes the work it took (`Budget`).
bool write_shown(JsonWriter& out, const Setup& setup, const State& state, const Said& said,
                 std::optional<Millis> at, std::int64_t* states = nullptr);

}  // namespace crownhead::game
