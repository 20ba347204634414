// Proving that one side can force a win.
#include "proof/prover.hpp"

#include "bindings/binding.hpp"
#include "endgame/table_probe.hpp"

namespace crownhead::bindings {

namespace {

using proof::Prover;

Side side_of(const std::string& color) {
  if (color != "white" && color != "black") fail_with("no_color", color);
  return color == "white" ? white : black;
}

const endgame::Tables* tables_of(const EndgameProbe* probe) {
  const auto* known = dynamic_cast<const endgame::TableProbe*>(probe);
  return known ? &known->tables : nullptr;
}

int number_of(proof::Verdict verdict) {
  switch (verdict) {
    case proof::Verdict::wins:
      return 1;
    case proof::Verdict::cannot:
      return -1;
    case proof::Verdict::unknown:
      break;
  }
  return 0;
}

}  // namespace

void bind_proof(nb::module_& m) {
  nb::class_<Prover>(m, "Prover", "Whether one side can force a win, by proof numbers and tables.")
      .def(
          "__init__",
          [](Prover* self, const std::string& hero, const EndgameProbe* tables,
             std::size_t positions) {
            new (self) Prover(side_of(hero), tables_of(tables), positions);
          },
          "hero"_a, "tables"_a.none(), "positions"_a = 4'000'000, nb::keep_alive<1, 3>(),
          nb::sig("def __init__(self, hero: str, tables: EndgameProbe | None,"
                  " positions: int = 4000000) -> None"))
      .def(
          "run",
          [](Prover& self, const Position& position, std::uint64_t nodes) {
            bool simple = false;
            {
              const nb::gil_scoped_release released;
              simple = self.run(position, nodes);
            }
            if (!simple) fail_with("too_complex");
            return number_of(self.known(position).verdict);
          },
          "position"_a, "nodes"_a,
          "Look at up to so many positions more; return 1: the hero wins, -1: cannot, 0: unknown.")
      .def(
          "known",
          [](const Prover& self, const Position& position) {
            const Prover::Known known = self.known(position);
            return nb::make_tuple(number_of(known.verdict), known.turn);
          },
          "position"_a, nb::sig("def known(self, position: Position) -> tuple[int, int]"),
          "Return what is known of a position, as `run` does, and the turn of a win: it rests on "
          "positions of earlier turns.")
      .def_prop_ro("nodes", &Prover::nodes)
      .def_prop_ro("full", &Prover::full, "Whether there is no room left: it finds nothing more.");
}

}  // namespace crownhead::bindings
