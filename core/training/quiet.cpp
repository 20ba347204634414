#include "training/quiet.hpp"

namespace crownhead::training {

bool capture_near(const Position& position) {
  Position turned = position;
  turned.turn ^= 1;
  const auto able = position.ruleset->ops->able;
  return Wide(able(position.ruleset->rules, position)) != 0 ||
         Wide(able(position.ruleset->rules, turned)) != 0;
}

}  // namespace crownhead::training
