// What is agreed before a game, as Python sees it: the variant, the agreements.
#include <vector>

#include "bindings/law.hpp"
#include "game/view.hpp"

namespace crownhead::bindings {

using namespace crownhead::game;

void bind_agreements(nb::module_& m) {
  nb::class_<LawVariant>(m, "LawVariant")
      .def(
          "__init__",
          [](LawVariant* self, const RulesetRef& ruleset, int repetition, bool automatic,
             std::string rule, bool huffing, int refusal_duty,
             const std::vector<std::string>& draw_rules, std::string json) {
            auto made = std::make_shared<Variant>();
            made->ruleset = &*ruleset;
            made->repetition = repetition;
            made->repetition_automatic = automatic;
            made->repetition_rule = std::move(rule);
            made->huffing = huffing;
            made->refusal_duty = refusal_duty;
            for (std::size_t i = 0; i < draw_rules.size() && i < made->draw_rules.size(); ++i)
              made->draw_rules[i] = draw_rules[i];
            made->json = std::move(json);
            new (self) LawVariant{std::move(made), ruleset};
          },
          "ruleset"_a, "repetition"_a, "repetition_automatic"_a, "repetition_rule"_a, "huffing"_a,
          "refusal_duty"_a, "draw_rules"_a, "json"_a);
  nb::class_<LawSetup>(m, "LawSetup")
      .def(
          "__init__",
          [](LawSetup* self, const LawVariant& variant, nb::object start, bool huffing,
             int refusal_duty, bool reset_on_progress, const std::string& draws, int offers_after,
             int opening, nb::object time) {
            Setup setup;
            setup.variant = variant.variant;
            setup.start = *nb::inst_ptr<Position>(start);
            setup.huffing = huffing;
            setup.refusal_duty = refusal_duty;
            setup.reset_on_progress = reset_on_progress;
            setup.draws = draws == "claim"       ? Draws::claim
                          : draws == "automatic" ? Draws::automatic
                                                 : Draws::rules;
            setup.offers_after = offers_after;
            setup.opening = opening;
            if (!time.is_none()) setup.time = control_of(time);
            new (self) LawSetup(std::move(setup), nb::borrow(start.type()));
          },
          "variant"_a, "start"_a, "huffing"_a, "refusal_duty"_a, "reset_on_progress"_a, "draws"_a,
          "offers_after"_a, "opening"_a, "time"_a.none())
      .def(
          "contradiction",
          [](const LawSetup& self) -> nb::object {
            const auto reason = contradiction(self.setup);
            if (!reason) return nb::none();
            return shown(self.setup.ruleset(), *reason);
          },
          nb::sig("def contradiction(self) -> ReasonValues | None"))
      .def(
          "values",
          [](const LawSetup& self) {
            const Setup& s = self.setup;
            nb::dict found;
            found["start"] = wrap(self.type, s.start);
            found["huffing"] = s.huffing;
            found["refusal_duty"] = s.refusal_duty;
            found["reset_on_progress"] = s.reset_on_progress;
            found["draws"] = draws_names[static_cast<int>(s.draws)];
            found["offers_after"] = s.offers_after;
            found["opening"] = s.opening;
            found["time"] = shown(s.time);
            return found;
          },
          nb::sig("def values(self) -> SetupValues"))
      .def("json", [](const LawSetup& self) {
        std::string text;
        JsonWriter writer(text);
        write_setup(writer, self.setup);
        return text;
      });
  m.def(
      "outcome_on_board",
      [](const LawVariant& variant, const Position& position) {
        std::optional<Outcome> outcome;
        bool known = false;
        {
          const nb::gil_scoped_release released;
          known = outcome_on_board(*variant.variant, position, outcome);
        }
        if (!known) fail_with("too_complex");
        return shown(outcome);
      },
      "variant"_a, "position"_a,
      nb::sig("def outcome_on_board(variant: LawVariant, position: Position) -> "
              "OutcomeValues | None"),
      "How a position alone ends the game: (winner, termination, rule), or None.");
}

}  // namespace crownhead::bindings
