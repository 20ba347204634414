// Texts as they can stand in a PDN file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace crownhead::pdn {

// The length of the blank that begins at `at`, 0 if none does: what Python's `str.split` splits at.
std::size_t blank_length(std::string_view text, std::size_t at);

// The text without control characters and half characters, with single blanks between its words.
std::string tidy(std::string_view text);

// The words of a text, as Python's `str.split` gives them.
std::vector<std::string_view> split(std::string_view text);

// One line of tags, or nothing for an empty value.
std::string tag_written(std::string_view name, std::string_view text);

}  // namespace crownhead::pdn
