// Lines and columns of a game in its stream, in one pass over ascending offsets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crownhead::pdn {

struct Place {
  std::uint64_t line, column;  // from 1; columns count characters
};

class Places {
 public:
  // `first` is the place of the text's first byte.
  Places(std::string_view text, bool utf8, Place first) : text_(text), utf8_(utf8), here_(first) {}

  Place of(std::size_t offset);

 private:
  std::string_view text_;
  bool utf8_;
  std::size_t at_ = 0;
  Place here_;
};

}  // namespace crownhead::pdn
