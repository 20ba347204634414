// Moves and refusals as JSON.
#pragma once

#include <string_view>

#include "wasm/boundary.hpp"

namespace crownhead::wasm {

// Write a move with at most so many routes. False past the budget.
bool write_listed(JsonWriter& out, const Position& position, const Move& move, int most_routes,
                  Budget& budget);

// Answer why a text is refused as a move: {"refused": "illegal", "reason": ...}, or that it is no
// move, too complex, or none of these. Returns 0.
int write_explanation(const Position& position, bool huffing, std::string_view text);

}  // namespace crownhead::wasm
