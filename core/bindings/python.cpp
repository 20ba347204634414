// The Python face of the core: thin, without logic of its own.
#include "bindings/arrays.hpp"
#include "bindings/binding.hpp"
#include "bindings/search.hpp"
#include "bindings/training.hpp"
#include "rules/instructions.hpp"

namespace crownhead::bindings {

nb::object& hooks() {
  static auto* held = new nb::object();  // outlives the interpreter's own clean-up
  return *held;
}

}  // namespace crownhead::bindings

NB_MODULE(_core, m) {
  using namespace crownhead;
  m.doc() = "The native core of crownhead; use it through the package.";
  nanobind::set_leak_warnings(false);
  bindings::bind_ruleset(m);
  bindings::bind_move(m);
  bindings::bind_legal_moves(m);
  bindings::bind_position(m);
  bindings::bind_pdn(m);
  bindings::bind_scores(m);
  bindings::bind_game(m);
  bindings::bind_pdn_writer(m);
  bindings::bind_search(m);
  bindings::bind_endgame(m);
  bindings::bind_proof(m);
  bindings::bind_report(m);
  bindings::bind_training(m);
  bindings::bind_arrays(m);
  m.def(
      "install", [](nanobind::object given) { bindings::hooks() = std::move(given); },
      nanobind::arg("hooks"));
  m.def("instruction_set", [] { return instruction_set(); });
}
