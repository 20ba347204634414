#include "pdn/location.hpp"

#include "rules/utf8.hpp"

namespace crownhead::pdn {

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
