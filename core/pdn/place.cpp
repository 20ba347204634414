#include "pdn/place.hpp"

#include <cstring>

namespace crownhead::pdn {

namespace {

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// The length of the character at `at`, 0 if it is not valid.
std::size_t character(std::string_view text, std::size_t at) {
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

}  // namespace

bool valid_utf8(std::string_view text) {
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
    const std::size_t length = character(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::uint64_t characters(std::string_view text) {
  std::uint64_t found = 0;
  for (const char c : text) found += !continues(c);
  return found;
}

Place Places::of(std::size_t offset) {
  for (; at_ < offset && at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == '\n' || (c == '\r' && !(at_ + 1 < text_.size() && text_[at_ + 1] == '\n')))
      here_ = {here_.line + 1, 1};
    else if (!(utf8_ && continues(c)))
      ++here_.column;
  }
  return here_;
}

}  // namespace crownhead::pdn
