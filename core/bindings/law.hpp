// What the faces of the law of play share: its values as Python sees them.
#pragma once

#include <nanobind/stl/optional.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bindings/binding.hpp"
#include "game/game.hpp"
#include "game/record.hpp"

// A side is its name in Python.
template <>
struct nanobind::detail::type_caster<crownhead::Side> {
  NB_TYPE_CASTER(crownhead::Side, const_name("typing.Literal['white', 'black']"))

  static handle from_cpp(crownhead::Side side, rv_policy, cleanup_list*) noexcept {
    return PyUnicode_InternFromString(side == crownhead::white ? "white" : "black");
  }
};

namespace crownhead::bindings {

// The variant as the law knows it; Python holds one for each game it knows.
struct LawVariant {
  std::shared_ptr<const game::Variant> variant;
  RulesetRef kept;
};

// What an agreement points to; its start may have been made of another ruleset of the same game.
struct Rulesets {
  explicit Rulesets(const game::Setup& setup)
      : variant(setup.variant->ruleset), start(setup.start.ruleset) {}
  RulesetRef variant, start;
};

// Agreements with the Python type of their positions.
struct LawSetup {
  LawSetup(game::Setup given, nb::object positions)
      : setup(std::move(given)), type(std::move(positions)), kept(setup) {}

  game::Setup setup;
  nb::object type;
  Rulesets kept;
};

struct LawState {
  LawState(game::Link given, nb::object positions)
      : state(std::move(given)), type(std::move(positions)), kept(state->position.ruleset) {}

  game::Link state;
  nb::object type;
  RulesetRef kept;
};

// A game of Python's, which several threads may look at and change at once.
class LawGame {
 public:
  LawGame(game::Game given, nb::object positions)
      : type(std::move(positions)), kept(given.setup()), game_(std::move(given)) {}

  // Look at the game, or change it, while no other thread does; what is done asks nothing of
  // Python.
  template <class See>
  auto look(See&& see) const {
    const nb::ft_lock_guard held(changing_);
    return see(std::as_const(game_));
  }
  template <class Change>
  auto change(Change&& change) {
    const nb::ft_lock_guard held(changing_);
    return change(game_);
  }

  const Ruleset& ruleset() const { return *kept.start; }

  nb::object type;
  Rulesets kept;

 private:
  mutable nb::ft_mutex changing_;
  game::Game game_;
};

const char* name_of(Side side);
Side side_of(nb::handle given);
std::optional<Side> side_or_none(nb::handle given);

// The text of a str that may hold half characters, which have no UTF-8.
std::optional<std::string> text_of(nb::handle text);

nb::object shown(std::optional<Side> side);
nb::object shown(const std::string& text);
nb::object shown(const std::optional<game::Outcome>& outcome);

template <class Value>
nb::object shown(const std::optional<Value>& value) {
  return value ? nb::cast(*value) : nb::none();
}

nb::tuple shown(const Ruleset& ruleset, const game::Reason& reason);
// A refusal is a tuple that `crownhead.procedure.refusal` turns into an exception.
nb::object shown(const Ruleset& ruleset, const game::Refusal& refused);

// An event of Python's; its fields were checked when it was made.
game::Event event_of(nb::handle given);
nb::tuple shown(const game::Event& event);

game::TimeControl control_of(nb::handle given);
nb::object shown(const std::optional<game::TimeControl>& control);
// A clock as (left, stages, running, since, used), each pair White's first.
nb::tuple shown(const game::Clock& clock);

void bind_agreements(nb::module_& m);
void bind_clocks(nb::module_& m);
void bind_records(nb::module_& m);
void bind_player(nb::module_& m);

}  // namespace crownhead::bindings
