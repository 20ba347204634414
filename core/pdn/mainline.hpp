// A game under the law of play as PDN: nothing that happened is lost. The moves that stand are the
// main line; everything else, the moves that were taken back among it, stands in the comment of the
// move after which it happened.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/game.hpp"
#include "pdn/result_points.hpp"
#include "pdn/writer.hpp"

namespace crownhead::pdn {

Tree tree_of(const game::Game& game);

// What was agreed, and how the game ended, as tags; `ballot` is the card with which it began, as
// deck and number, or nothing.
TagTexts agreements(const game::Game& game, std::string_view ballot);

Score score_of(const std::optional<game::Outcome>& outcome);

// The GameType of a game that has none of its own: its board, under a private number.
std::string board_of(const Ruleset& ruleset);

}  // namespace crownhead::pdn
