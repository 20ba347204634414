// Results: what the many ways of writing one mean, and how a GameType writes it: in some a win
// counts two points.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace crownhead::pdn {

enum class Score : std::uint8_t { white, black, draw, both_lost, open };

// Whether a win counts two points, by the GameType or by what the tag ResultFormat asks for.
bool counts_two(std::string_view gametype, std::string_view result_format);

const char* written(Score score, bool two);

// What a result means, however it is written; nothing for a text that is none. Letters behind it,
// as in `2-0F`, say how the game was won and change nothing.
std::optional<Score> meaning(std::string_view text);

// Whether a result is a win in single points: then it may name either side first.
bool decisive(std::string_view text);

// Whether two results contradict each other; one that is open, or no result, contradicts none.
bool contradict(std::string_view one, std::string_view other);

// Who won by a result, or by more points where it is none of the usual ones (`1.5-0.5`); nothing
// where nobody did.
std::optional<Score> winner(std::string_view text);

}  // namespace crownhead::pdn
