// `Ruleset`: one game, made from the record of a `crownhead.variants.Variant`.
#include <atomic>
#include <memory>
#include <utility>

#include "bindings/binding.hpp"
#include "rules/record.hpp"

namespace crownhead::bindings {

namespace {

std::atomic<int> numbers{0};
std::atomic<int> counted{0};

RulesetRef make_ruleset(const std::vector<std::int32_t>& record, nb::object variant, bool lasts) {
  auto made = std::make_unique<Made>();
  if (!read_record(record.data(), record.size(), *made))
    throw nb::value_error("not the record of a game");
  made->id = numbers.fetch_add(1, std::memory_order_relaxed);
  made->variant = std::move(variant);
  made->lasts = lasts;
  if (!lasts) counted.fetch_add(1, std::memory_order_relaxed);
  return {made.release()};
}

}  // namespace

void end(const Made& made) {
  if (!nb::is_alive()) return;  // neither is what the variant is made of
  const nb::gil_scoped_acquire locked;
  counted.fetch_sub(1, std::memory_order_relaxed);
  delete &made;
}

bool same_game(const Ruleset* one, const Ruleset* other) {
  return one == other || (one && other && variant_of(one).equal(variant_of(other)));
}

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
  nb::class_<RulesetRef>(m, "Ruleset", "One game as the core plays it.")
      .def_static(
          "make", &make_ruleset, "record"_a, "variant"_a, "lasts"_a,
          nb::sig("def make(record: list[int], variant: object, lasts: bool) -> "
                  "Ruleset"),
          "Make a ruleset from what `crownhead.rulesets.record` writes; unless it lasts, it "
          "ends with the last that points to it.")
      .def_static(
          "counted", [] { return counted.load(std::memory_order_relaxed); },
          "Return how many rulesets there are that do not last.")
      .def_prop_ro(
          "variant", [](const RulesetRef& r) { return r->variant; },
          nb::sig("def variant(self) -> object"), "The game that it was made of.")
      .def_prop_ro(
          "uses", [](const RulesetRef& r) { return r->uses.load(std::memory_order_relaxed); },
          "How many positions, moves and others point to it, this object too; 0 if it lasts.")
      .def_prop_ro(
          "specialised", [](const RulesetRef& r) { return r->ops != r->slow; },
          "Whether a generator was compiled for these rules alone.")
      .def(
          "name",
          [](const RulesetRef& r, int number) {
            MoveText text;
            add_square(text, *r, index_of(*r, number));
            return std::string(text.c_str());
          },
          "square"_a)
      .def(
          "place",
          [](const RulesetRef& r, int number) {
            const int index = index_of(*r, number);
            return nb::make_tuple(r->column(index), r->row(index));
          },
          "square"_a, nb::sig("def place(self, square: int) -> tuple[int, int]"))
      .def(
          "square_at",
          [](const RulesetRef& r, int column, int row) -> nb::object {
            const int index = r->index_at(column, row);
            if (index < 0) return nb::none();
            return nb::int_(r->number(index));
          },
          "column"_a, "row"_a, nb::sig("def square_at(self, column: int, row: int) -> int | None"));
}

}  // namespace crownhead::bindings
