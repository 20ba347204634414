// Results as a GameType writes them: in some a win counts two points.
#pragma once

#include <cstdint>
#include <string_view>

namespace crownhead::pdn {

enum class Score : std::uint8_t { white, black, draw, both_lost, open };

// Whether a win counts two points, by the GameType or by what the tag ResultFormat asks for.
bool counts_two(std::string_view gametype, std::string_view result_format);

const char* written(Score score, bool two);

}  // namespace crownhead::pdn
