// What is UTF-8 and what is not: texts come from strangers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace crownhead {

// Whether the byte goes on with a character that another one began.
inline bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// The characters of a text, were it UTF-8.
inline std::size_t characters(std::string_view text) {
  std::size_t found = 0;
  for (const char c : text) found += !continues(c);
  return found;
}

// The length of the character at `at`, 0 if it is not valid.
inline std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xC2 && first < 0xE0 ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (length == 0 || text.size() - at < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!continues(text[at + i])) return 0;
  if (first == 0xE0 && byte(1) < 0xA0) return 0;  // longer than needed
  if (first == 0xED && byte(1) > 0x9F) return 0;  // half of a surrogate pair
  if (first == 0xF0 && byte(1) < 0x90) return 0;
  if (first == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

// Whether the text is valid UTF-8.
inline bool valid_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    std::uint64_t eight = 0;
    if (text.size() - i >= 8) {
      std::memcpy(&eight, text.data() + i, 8);
      if (!(eight & 0x8080808080808080ull)) {
        i += 8;
        continue;
      }
    }
    const std::size_t length = character_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

}  // namespace crownhead
