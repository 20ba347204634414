// What scores mean to people.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include "bindings/binding.hpp"
#include "pdn/evaluation.hpp"
#include "search/meaning.hpp"

namespace crownhead::bindings {

void bind_scores(nb::module_& m) {
  m.attr("WIN") = score::win;
  m.attr("PROVEN") = score::table_decided;
  m.def("chance", &score::chance, "score"_a);
  m.def("bounded", &score::bounded, "score"_a);
  m.def("decided_in", &score::decided_in, "score"_a,
        nb::sig("def decided_in(score: int) -> int | None"));
  m.def("score_text", &score::text, "score"_a, "point"_a,
        nb::sig("def score_text(score: int, point: str) -> str"));
  m.def("write_evaluation", &pdn::write_evaluation, "score"_a);
  m.def(
      "read_evaluation", [](std::string_view comment) { return pdn::read_evaluation(comment); },
      "comment"_a, nb::sig("def read_evaluation(comment: str) -> int | None"));
}

}  // namespace crownhead::bindings
