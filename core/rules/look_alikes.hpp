// Cyrillic letters that a Russian keyboard gives for those of squares.
#pragma once

#include <cstddef>
#include <string_view>

namespace crownhead {

struct LookAlike {
  std::string_view from;  // in UTF-8
  char to;
};

inline constexpr LookAlike look_alikes[] = {
    {"\xD0\xB0", 'a'}, {"\xD0\x90", 'a'}, {"\xD0\x92", 'b'}, {"\xD1\x81", 'c'},
    {"\xD0\xA1", 'c'}, {"\xD0\xB5", 'e'}, {"\xD0\x95", 'e'}, {"\xD0\x9D", 'h'},
};

// The letter of ours that a text begins with in Cyrillic; null if it does not.
constexpr const LookAlike* look_alike(std::string_view text) {
  for (const LookAlike& letter : look_alikes)
    if (text.starts_with(letter.from)) return &letter;
  return nullptr;
}

}  // namespace crownhead
