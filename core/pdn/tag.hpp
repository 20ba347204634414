// One tag of a PDN game: [Name "value"].
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crownhead::pdn {

// odd: its name has more than letters, digits and underscores, or it has quotes of another kind
enum class TagFlaw : std::uint8_t { none, odd, unclosed, unquoted };

struct Tag {
  static constexpr std::size_t longest = 4096;  // what is longer is cut there

  static constexpr std::size_t room = longest + 64;  // what must be at hand to be sure of one

  std::string_view name, value;  // the value as it stands, `\"` and all
  std::size_t end = 0;           // behind the closing bracket, or where the tag breaks off
  TagFlaw flaw = TagFlaw::none;
};

// Read the tag that begins with the bracket at `at`; false if none does. A value may go on over the
// next lines as long as none of them is empty or begins with a bracket.
bool read_tag(std::string_view text, std::size_t at, Tag& tag);

// Whether a whole line, or the beginning of a line of tags, starts at `at`: what ends even a
// comment that was never closed.
bool tag_line(std::string_view text, std::size_t at);

}  // namespace crownhead::pdn
