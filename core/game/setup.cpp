#include "game/setup.hpp"

namespace crownhead::game {

std::optional<Reason> contradiction(const Setup& setup) {
  const Rules& rules = setup.ruleset().rules;
  if (setup.huffing && !rules.compulsory) return Reason{ReasonCode::huffing_needs_duty};
  if (setup.refusal_duty && rules.aim == Aim::lose)
    return Reason{ReasonCode::duty_where_losing_wins};
  const struct {
    const char* name;
    int value;
  } numbers[] = {{"refusal_duty", setup.refusal_duty},
                 {"offers_after", setup.offers_after},
                 {"opening", setup.opening}};
  for (const auto& [name, value] : numbers) {
    if (0 <= value && value <= Setup::most_moves) continue;
    Reason reason{ReasonCode::switch_out_of_range};
    reason.text = name;
    reason.first = Setup::most_moves;
    return reason;
  }
  return std::nullopt;
}

}  // namespace crownhead::game
