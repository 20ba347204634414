// Rules known at compile time, or read at run time: the same generator serves both.
#pragma once

#include "rules/rules.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <const Rules& R>
struct Fixed {
  static constexpr Rules rules = R;
  explicit Fixed(const Rules&) {}
};

struct Dynamic {
  const Rules& rules;
  explicit Dynamic(const Rules& given) : rules(given) {}
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
