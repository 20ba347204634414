// What is agreed before a game: the part of it that no event changes.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "game/clock.hpp"
#include "game/reasons.hpp"
#include "rules/position.hpp"
#include "rules/ruleset.hpp"

namespace crownhead::game {

// What the law needs to know of a game beside its moves.
struct Variant {
  const Ruleset* ruleset = nullptr;
  int repetition = 0;  // occurrences that draw (E25, P10); 0: no rule
  bool repetition_automatic = true;
  std::string repetition_rule;
  bool huffing = false;                                       // unless it is agreed otherwise (E20)
  int refusal_duty = 0;                                       // the same (E24)
  std::array<std::string, Position::most_counts> draw_rules;  // the rule behind each draw count
  std::string json;  // how a record names it: a key in quotes, or the whole record
};

// Who announces a draw by repetition or by count: as the rules have it, a player, the program.
enum class Draws : std::uint8_t { rules, claim, automatic };

inline constexpr const char* draws_names[] = {"rules", "claim", "automatic"};

struct Setup {
  static constexpr int most_moves = 1000;

  std::shared_ptr<const Variant> variant;
  Position start;
  bool huffing = false;            // E20
  int refusal_duty = 0;            // E24: own moves; 0: no duty
  bool reset_on_progress = false;  // E24 as printed in 1980
  Draws draws = Draws::rules;
  int offers_after = 0;  // moves of each side before a draw is offered (FMJD annex 3)
  int opening = 0;       // plies that a ballot card prescribes (C2)
  std::optional<TimeControl> time;
  // The earlier law, by which logs are stored: an offer that a move had answered stood again when
  // that move was taken back. No record says so; `Game::follow` finds out.
  bool offers_return = false;

  const Ruleset& ruleset() const { return *start.ruleset; }
  bool automatic(bool by_rules) const {
    return draws == Draws::rules ? by_rules : draws == Draws::automatic;
  }
  bool repetition_automatic() const { return automatic(variant->repetition_automatic); }
};

// Why these agreements contradict the rules of the game, if they do.
std::optional<Reason> contradiction(const Setup& setup);

}  // namespace crownhead::game
