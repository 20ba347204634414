// `Ruleset`: one game, made from the plain record of a `crownhead.variants.Variant`.
#include <memory>

#include "bindings/binding.hpp"

namespace crownhead::bindings {

namespace {

Range range(nb::handle pair) {
  return {nb::cast<std::uint8_t>(pair[nb::int_(0)]), nb::cast<std::uint8_t>(pair[nb::int_(1)])};
}

// Build a ruleset from the plain record that `crownhead.position` makes of a variant. Rulesets
// live as long as the process: positions and moves point to them.
Ruleset* make_ruleset(nb::dict record) {
  auto made = std::make_unique<Ruleset>();
  const auto number = [&](const char* name) { return nb::cast<int>(record[name]); };
  const auto flag = [&](const char* name) { return nb::cast<bool>(record[name]); };
  Rules& rules = made->rules;
  rules.board = static_cast<Board>(number("board"));
  rules.men_move = static_cast<Directions>(number("men_move"));
  rules.men_capture = static_cast<Directions>(number("men_capture"));
  rules.king_move = static_cast<Directions>(number("king_move"));
  rules.king_capture = static_cast<Directions>(number("king_capture"));
  rules.men_take_kings = flag("men_take_kings");
  rules.flying = flag("flying");
  rules.turn_back = flag("turn_back");
  rules.compulsory = flag("compulsory");
  rules.crowning = static_cast<Crowning>(number("crowning"));
  rules.landing = static_cast<Landing>(number("landing"));
  rules.choice = static_cast<Choice>(number("choice"));
  rules.removal = static_cast<Removal>(number("removal"));
  rules.aim = static_cast<Aim>(number("aim"));
  rules.king_run = static_cast<std::uint8_t>(number("king_run"));
  made->first = flag("black_first") ? black : white;
  made->men_rows = number("men_rows");
  made->rows_behind = number("rows_behind");
  made->algebraic = flag("algebraic");
  made->from_bottom = flag("from_bottom");
  made->mirrored = flag("mirrored");
  made->capture_sign = nb::cast<std::string>(record["capture_sign"])[0];
  made->id = number("id");
  for (nb::handle item : nb::cast<nb::list>(record["draw_rules"])) {
    if (made->draw_rules == Position::most_counts) break;
    DrawRule& rule = made->draw_rule[made->draw_rules++];
    rule.plies = nb::cast<std::uint8_t>(item[nb::int_(0)]);
    rule.resets = nb::cast<std::uint8_t>(item[nb::int_(1)]);
    rule.automatic = nb::cast<bool>(item[nb::int_(2)]);
    for (nb::handle e : nb::cast<nb::list>(item[nb::int_(3)])) {
      if (rule.endings == DrawRule::most_endings) break;
      rule.ending[rule.endings++] = {range(e[nb::int_(0)]), range(e[nb::int_(1)]),
                                     range(e[nb::int_(2)]), range(e[nb::int_(3)]),
                                     range(e[nb::int_(4)]), nb::cast<bool>(e[nb::int_(5)])};
    }
  }
  made->prepare();
  return made.release();
}

}  // namespace

int index_of(const Ruleset& ruleset, int number) {
  const int index = ruleset.index(number);
  if (index < 0) fail_with("no_square", number, ruleset.layout->squares);
  return index;
}

nb::tuple numbers(const Ruleset& ruleset, Wide set) {
  std::vector<int> found;
  for (int n = 1; n <= ruleset.layout->squares; ++n)
    if (set & bit<Wide>(ruleset.index(n))) found.push_back(n);
  return nb::tuple(nb::cast(found));
}

void bind_ruleset(nb::module_& m) {
  nb::class_<Ruleset>(m, "Ruleset", "One game as the core plays it.")
      .def_static("make", &make_ruleset, nb::rv_policy::reference,
                  nb::sig("def make(record: dict[str, typing.Any]) -> Ruleset"))
      .def_prop_ro("id", [](const Ruleset& r) { return r.id; })
      .def(
          "name",
          [](const Ruleset& r, int number) {
            MoveText text;
            add_square(text, r, index_of(r, number));
            return std::string(text.c_str());
          },
          "square"_a)
      .def(
          "place",
          [](const Ruleset& r, int number) {
            const int index = index_of(r, number);
            return nb::make_tuple(r.column(index), r.row(index));
          },
          "square"_a, nb::sig("def place(self, square: int) -> tuple[int, int]"))
      .def(
          "square_at",
          [](const Ruleset& r, int column, int row) -> nb::object {
            const int index = r.index_at(column, row);
            if (index < 0) return nb::none();
            return nb::int_(r.number(index));
          },
          "column"_a, "row"_a, nb::sig("def square_at(self, column: int, row: int) -> int | None"));
}

}  // namespace crownhead::bindings
