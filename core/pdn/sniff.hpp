// What a game looks like without being replayed: enough to guess which game it is.
#pragma once

#include <string>
#include <string_view>

namespace crownhead::pdn {

struct Looks {
  int numeric = 0, algebraic = 0;  // moves
  int highest = 0;                 // square number
  int columns = 0, rows = 0;       // highest letter and row
  int x_signs = 0, colons = 0;     // captures written so
  int cyrillic = 0;                // letters, wherever they stand
  std::string result, first;       // last result of the main line, first move

  // Whether the text is in Cyrillic: on a small board it is Russian draughts.
  bool is_russian() const { return cyrillic >= 3; }
};

Looks sniff(std::string_view source);

// A result without its blanks.
std::string bare(std::string_view result);

}  // namespace crownhead::pdn
