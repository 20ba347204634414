// Games under the law of play, by their handles.
#pragma once

#include "game/game.hpp"

namespace crownhead::wasm {

// Null if there is no game of this handle.
game::Game* game_of(int handle);

}  // namespace crownhead::wasm
