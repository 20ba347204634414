// What happens in a game beside its moves, as commands in comments. A command stands behind the
// move after which it happened; `[%at 1200]` and `[%lag 40]` give time and lag, in milliseconds, of
// the move or command right before them.
#pragma once

#include <optional>
#include <string>

#include "game/events.hpp"

namespace crownhead::pdn {

// The commands of an event other than a move that stands. A huff that does not stand was taken
// back: it has a name of its own, so that readers do not lift a piece for it.
std::string command(const game::Event& event, bool stands);

// The commands that say when something happened, with a blank before each.
std::string times(std::optional<std::int64_t> at, std::int64_t lag);

// Milliseconds as `h:mm:ss`, with a fraction where there is one; never below 0.
std::string time_written(std::int64_t milliseconds);

}  // namespace crownhead::pdn
