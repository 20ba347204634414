// What goes in and out of the core in a browser.
//
// A ruleset has a number, from 1. A position is `position_size` bytes that nobody outside reads.
// Positions, texts and lists go in through `input`; a new position comes out at `made`, everything
// else as JSON of `output_size` bytes at `output`. An export that could not do it returns 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "game/json.hpp"
#include "game/record.hpp"
#include "rules/api.hpp"
#include "search/eval/weights.hpp"

#define EXPORT(name) __attribute__((export_name(#name))) extern "C"

namespace crownhead::wasm {

inline constexpr std::size_t room = 1 << 16;
inline constexpr int most_rulesets = 1024;
inline constexpr std::size_t position_size = 64;
static_assert(sizeof(PackedPosition) <= position_size);

extern char in[room];

using game::JsonWriter;

// Begin what is answered.
JsonWriter answer();
// Answer these bytes.
void answer_with(std::string bytes);

// Null if there is no ruleset of this number.
const Ruleset* ruleset_of(int number);
// The weights by which a game is judged, null without any (search.cpp).
const Weights* weights_of(int number);
// The file that was put into the room, for the caller to free; null without one (search.cpp).
void* taken_file();
// The game of this number as the law of play has it.
std::shared_ptr<const game::Variant> law_of(int number);
// The position at a place of the input.
Position take(const Ruleset& ruleset, std::size_t place = 0);
// Leave a position for whoever asked.
void give(const Position& position);
// Say why a text is not what it should be, and where.
void write_wrong(const char* wrong, int column, const char* code = nullptr);
void write_squares(JsonWriter& out, const Ruleset& ruleset, Wide set);
// Say why what was sent is refused. Returns 0.
int refuse(const Ruleset& ruleset, const game::Wrong& wrong);

}  // namespace crownhead::wasm
