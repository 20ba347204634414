// What the parts of the Python module share. Errors are raised by the functions that
// `crownhead.position` installs as hooks, so that every exception type lives in Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>

#include "bindings/ruleset.hpp"
#include "rules/api.hpp"
#include "rules/budget.hpp"

namespace crownhead::bindings {

namespace nb = nanobind;
using namespace nb::literals;

// Positions and moves as Python has them, which keep their ruleset.
using Position = Kept<crownhead::Position>;
using Move = Kept<crownhead::Move>;

// The object whose methods raise for us.
nb::object& hooks();

template <class... Arguments>
[[noreturn]] void fail_with(const char* hook, Arguments&&... arguments) {
  hooks().attr(hook)(std::forward<Arguments>(arguments)...);
  throw nb::type_error("an error hook returned");
}

// A sequence of moves, with the position they belong to.
struct LegalMoves {
  Position position;
  Moves moves;
};

// Squares as Python shows them.
nb::tuple numbers(const Ruleset& ruleset, Wide set);
nb::tuple route_numbers(const Ruleset& ruleset, int from, const std::uint8_t* at, int jumps);
nb::tuple route_of(const crownhead::Move& move);
int index_of(const Ruleset& ruleset, int number);

// The UTF-8 of a text; null, without an error set, where it has none.
const char* utf8(nb::handle text, std::size_t& length);

// A position as an instance of a type that Python derives from `Position`.
nb::object wrap(nb::handle type, const crownhead::Position& position);

// Values of the core as a tuple of instances of the type that Python derives for them; made by
// hand, for a cast would look the type up for every one.
template <class Core>
nb::tuple wrap_all(nb::handle type, const std::vector<Core>& values) {
  nb::object all = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(values.size())));
  if (!all.is_valid()) nb::raise_python_error();
  for (std::size_t i = 0; i < values.size(); ++i) {
    nb::object made = nb::inst_alloc(type);
    new (nb::inst_ptr<Kept<Core>>(made)) Kept<Core>(values[i]);
    nb::inst_mark_ready(made);
    PyTuple_SetItem(all.ptr(), static_cast<Py_ssize_t>(i), made.release().ptr());
  }
  return nb::borrow<nb::tuple>(all);
}

// Why a text is refused as a move: the code of the reason and its fields; None if it is not.
nb::object refusal_of(const Position& position, nb::str text, bool huffing);

void bind_ruleset(nb::module_& m);
void bind_move(nb::module_& m);
void bind_legal_moves(nb::module_& m);
void bind_position(nb::module_& m);
void bind_pdn(nb::module_& m);
void bind_pdn_writer(nb::module_& m);
void bind_game(nb::module_& m);
void bind_endgame(nb::module_& m);
void bind_report(nb::module_& m);

// Work that is done within a little of the budget, as it nearly always is, keeps the interpreter;
// what is not begins again while other threads of Python go on.
constexpr std::int64_t little = 2'048;

template <class Work>
bool patiently(Work&& work) {
  Budget short_one(little);
  if (work(short_one)) return true;
  if (!short_one.exhausted()) return false;
  const nb::gil_scoped_release released;
  Budget whole;
  return work(whole);
}

}  // namespace crownhead::bindings
