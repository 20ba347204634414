// The tags of one game, found without looking at its moves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pdn/fault.hpp"
#include "pdn/tag.hpp"

namespace crownhead::pdn {

struct Tags {
  struct Entry {
    std::string_view name, value;
    bool escapes = false;  // the value has `\"` in it
  };
  std::vector<Entry> entries;
  std::vector<Fault> faults;
  std::size_t end = 0;  // behind the last one
};

Tags read_tags(std::string_view source);

// Replace `\"` by `"`.
std::string unescaped(std::string_view value);

}  // namespace crownhead::pdn
