// `Ruleset`: one game, made from the record of a `crownhead.variants.Variant`.
#include <memory>

#include "bindings/binding.hpp"
#include "rules/record.hpp"

namespace crownhead::bindings {

namespace {

// Rulesets live as long as the process: positions and moves point to them.
Ruleset* make_ruleset(const std::vector<std::int32_t>& record, int id) {
  auto made = std::make_unique<Ruleset>();
  if (!read_record(record.data(), record.size(), *made))
    throw nb::value_error("not the record of a game");
  made->id = id;
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
      .def_static("make", &make_ruleset, "record"_a, "id"_a, nb::rv_policy::reference,
                  nb::sig("def make(record: list[int], id: int) -> Ruleset"),
                  "Make a ruleset from what `crownhead.rulesets.record` writes.")
      .def_prop_ro("id", [](const Ruleset& r) { return r.id; })
      .def_prop_ro(
          "specialised", [](const Ruleset& r) { return r.ops != r.slow; },
          "Whether a generator was compiled for these rules alone.")
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
