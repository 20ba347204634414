// What the parts of the Python module share. Errors are raised by the functions that
// `crownhead.position` installs as hooks, so that every exception type lives in Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "bindings/ruleset.hpp"
#include "rules/api.hpp"
#include "rules/budget.hpp"

namespace crownhead::bindings {

namespace nb = nanobind;
using namespace nb::literals;

// Positions and moves as Python has them, which keep their ruleset.
using Position = Kept<crownhead::Position>;

// What the legal moves of a position depend on, besides its ruleset.
struct Placement {
  SquareSet white_pieces, black_pieces, kings;
  Runs runs;
  std::uint8_t turn = nobody;

  static constexpr std::uint8_t nobody = 255;

  Placement() = default;
  Placement(const crownhead::Position& position)  // NOLINT: it is of one
      : white_pieces(position.side[white]),
        black_pieces(position.side[black]),
        kings(position.kings),
        runs(position.runs),
        turn(position.turn) {}

  bool is_of(const crownhead::Position& position) const {
    return turn == position.turn && Wide(white_pieces) == Wide(position.side[white]) &&
           Wide(black_pieces) == Wide(position.side[black]) &&
           Wide(kings) == Wide(position.kings) && runs == position.runs;
  }
};

struct Move : Kept<crownhead::Move> {
  using Kept::Kept;
  Move(const crownhead::Move& move, const crownhead::Position& position)
      : Kept(move), legal_in(position) {}

  bool is_legal_in(const crownhead::Position& position) const {
    return ruleset == position.ruleset && legal_in.is_of(position);
  }

  Placement legal_in;  // where the move is known to be legal: of nobody's turn if nowhere
};

// The object whose methods raise for us.
nb::object& hooks();

template <class... Arguments>
[[noreturn]] void fail_with(const char* hook, Arguments&&... arguments) {
  hooks().attr(hook)(std::forward<Arguments>(arguments)...);
  throw nb::type_error("an error hook returned");
}

// A sequence of the moves of one kind, with the position they belong to.
struct LegalMoves {
  LegalMoves(const Position& position, MoveKind kind) : position(position), kind(kind) {}

  Position position;
  MoveKind kind;
  Moves::RoomForFew room;
  Moves moves{room};
};

// Squares as Python shows them.
nb::tuple numbers(const Ruleset& ruleset, Wide set);
nb::tuple route_numbers(const Ruleset& ruleset, int from, const std::uint8_t* at, int jumps);
nb::tuple route_of(const crownhead::Move& move);
int index_of(const Ruleset& ruleset, int number);

// The UTF-8 of a text; null, without an error set, where it has none.
const char* utf8(nb::handle text, std::size_t& length);
// The text of a move, as long as its object lasts; the error hook for what is none.
std::string_view move_text(nb::handle text);

// A type of this module, looked up once.
template <class Shown>
nb::handle type_of() {
  static const nb::handle type = nb::type<Shown>();
  return type;
}

// An instance of a type, made by hand: a cast would look the type up every time.
template <class Shown, class... Values>
nb::object make(nb::handle type, Values&&... values) {
  nb::object made = nb::inst_alloc(type);
  new (nb::inst_ptr<Shown>(made)) Shown(std::forward<Values>(values)...);
  nb::inst_mark_ready(made);
  return made;
}

// A position as an instance of a type that Python derives from `Position`.
inline nb::object wrap(nb::handle type, const crownhead::Position& position) {
  return make<Position>(type, position);
}

// Values of the core as a tuple of instances of a type.
template <class Core>
nb::tuple wrap_all(nb::handle type, const std::vector<Core>& values) {
  nb::object all = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(values.size())));
  if (!all.is_valid()) nb::raise_python_error();
  for (std::size_t i = 0; i < values.size(); ++i) {
    using Shown = std::conditional_t<std::is_same_v<Core, crownhead::Move>, Move, Kept<Core>>;
    nb::object made = make<Shown>(type, values[i]);
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
void bind_proof(nb::module_& m);
void bind_report(nb::module_& m);
void bind_scores(nb::module_& m);

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
