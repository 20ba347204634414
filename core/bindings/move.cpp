// `Move` and `LegalMoves`.
#include "bindings/direct.hpp"
#include "rules/keys.hpp"

namespace crownhead::bindings {

namespace {

std::string written(const Move& move, Form form) {
  MoveText text;
  write_move(text, move, form);
  return text.c_str();
}

int checked(Py_ssize_t i, int size) {
  if (i < 0) i += size;
  if (i < 0 || i >= size) {
    const std::string said = "there are only " + std::to_string(size) + " moves";
    throw nb::index_error(said.c_str());
  }
  return static_cast<int>(i);
}

std::uint64_t hash_of(const crownhead::Move& move) {
  return (move.captured.low * 31 + move.captured.high) * 0x9E3779B97F4A7C15ull ^
         (move.from * 4096u + move.to * 2u + move.crowns);
}

// The place of a move, or of the first move that a text can mean; -1 if there is none.
int find(const LegalMoves& list, nb::handle item) {
  Move* move = nullptr;
  if (nb::try_cast(item, move) && move) {
    const crownhead::Move* found =
        same_game(move->ruleset, list.position.ruleset) ? list.moves.find(*move) : nullptr;
    return found ? static_cast<int>(found - list.moves.begin()) : -1;
  }
  std::size_t length = 0;
  const char* raw = utf8(item, length);
  if (!raw) return -1;
  MoveReading found;
  Budget budget;
  read_among(list.position, list.moves, raw, length, found, budget);
  if (found.reading == Reading::too_complex) fail_with("too_complex");
  if (found.reading == Reading::no_move || !found.fits.size()) return -1;
  return static_cast<int>(list.moves.find(found.move()) - list.moves.begin());
}

nb::object move_at(const LegalMoves& list, int i) {
  const crownhead::Move& move = list.moves[i];
  return list.kind == MoveKind::legal ? make<Move>(type_of<Move>(), move, list.position)
                                      : make<Move>(type_of<Move>(), move);
}

Py_ssize_t length_of(PyObject* self) {
  const LegalMoves* list = value_of<LegalMoves>(self);
  return list ? list->moves.size() : -1;
}

PyObject* item_at(PyObject* self, Py_ssize_t i) {
  const LegalMoves* list = value_of<LegalMoves>(self);
  if (!list) return nullptr;
  return answer([&] {
    if (i >= 0 && i < list->moves.size()) return move_at(*list, static_cast<int>(i));
    return nb::object(nb::handle(self).attr("_item")(i));
  });
}

PyObject* item_of(PyObject* self, PyObject* key) {
  if (PyIndex_Check(key)) {
    const Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
    return i == -1 && PyErr_Occurred() ? nullptr : item_at(self, i);
  }
  return answer([&] { return nb::object(nb::handle(self).attr("_item")(nb::handle(key))); });
}

PyType_Slot list_slots[] = {{Py_sq_length, reinterpret_cast<void*>(length_of)},
                            {Py_sq_item, reinterpret_cast<void*>(item_at)},
                            {Py_mp_length, reinterpret_cast<void*>(length_of)},
                            {Py_mp_subscript, reinterpret_cast<void*>(item_of)},
                            {0, nullptr}};

}  // namespace

nb::tuple route_numbers(const Ruleset& ruleset, int from, const std::uint8_t* at, int jumps) {
  std::vector<int> squares = {ruleset.number(from)};
  for (int i = 0; i < jumps; ++i) squares.push_back(ruleset.number(at[i]));
  return nb::tuple(nb::cast(squares));
}

nb::tuple route_of(const crownhead::Move& move) {
  return route_numbers(*move.ruleset, move.from, move.route, move.captures() ? move.jumps : 1);
}

const char* utf8(nb::handle text, std::size_t& length) {
  Py_ssize_t size = 0;
  const char* found =
      PyUnicode_Check(text.ptr()) ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
  if (!found) PyErr_Clear();
  length = static_cast<std::size_t>(size);
  return found;
}

std::string_view move_text(nb::handle text) {
  std::size_t length = 0;
  const char* raw = utf8(text, length);
  if (!raw) fail_with("invalid_move", "?", "is not text", 1);
  return {raw, length};
}

void bind_move(nb::module_& m) {
  nb::class_<Move>(m, "Move", "One move: origin, target, captured squares, crowning, and a route.",
                   nb::pooled())
      .def(
          "__init__",
          [](Move*, const nb::args&, const nb::kwargs&) {
            throw nb::type_error(
                "a Move is one of a position's: write position.parse('9-14'), or take one of "
                "position.legal_moves");
          },
          nb::sig("def __init__(self, *given: object, **named: object) -> None"))
      .def_prop_ro("origin", [](const Move& v) { return v.ruleset->number(v.from); })
      .def_prop_ro("target", [](const Move& v) { return v.ruleset->number(v.to); })
      .def_prop_ro(
          "captures", [](const Move& v) { return numbers(*v.ruleset, v.captured); },
          nb::sig("def captures(self) -> tuple[int, ...]"))
      .def_prop_ro("crowns", [](const Move& v) { return v.crowns; })
      .def_prop_ro("is_capture", &Move::captures)
      .def_prop_ro("by_king", [](const Move& v) { return v.by_king; })
      .def_prop_ro(
          "route", [](const Move& v) { return route_of(v); },
          nb::sig("def route(self) -> tuple[int, ...]"))
      .def_prop_ro(
          "_variant", [](const Move& v) { return variant_of(v.ruleset); },
          nb::sig("def _variant(self) -> object"))
      .def("_with_form",
           [](const Move& v, int form) { return written(v, static_cast<Form>(form)); })
      .def(
          "_state",
          [](const Move& v) {
            nb::list route;
            for (int i = 0; i < v.jumps; ++i) route.append(nb::int_(v.route[i]));
            return nb::make_tuple(v.from, v.to, v.crowns, v.by_king, v.ambiguous, v.captured.low,
                                  v.captured.high, nb::tuple(route));
          },
          nb::sig("def _state(self) -> MoveState"))
      .def_static(
          "_restored",
          [](const RulesetRef& ruleset, nb::tuple state) {
            crownhead::Move v;
            v.ruleset = &*ruleset;
            v.from = nb::cast<std::uint8_t>(state[0]) % Layout::most_bits;
            v.to = nb::cast<std::uint8_t>(state[1]) % Layout::most_bits;
            v.crowns = nb::cast<bool>(state[2]);
            v.by_king = nb::cast<bool>(state[3]);
            v.ambiguous = nb::cast<bool>(state[4]);
            v.captured.low = nb::cast<std::uint64_t>(state[5]);
            v.captured.high = nb::cast<std::uint64_t>(state[6]);
            v.route[0] = v.to;
            for (nb::handle at : nb::cast<nb::tuple>(state[7]))
              if (v.jumps < Move::longest)
                v.route[v.jumps++] = nb::cast<std::uint8_t>(at) % Layout::most_bits;
            return Move(v);
          },
          nb::sig("def _restored(ruleset: Ruleset, state: MoveState) -> Move"))
      .def(
          "notation",
          [](nb::handle_t<Move> v, nb::str form) { return hooks().attr("notation")(v, form); },
          "form"_a = "short", nb::sig("def notation(self, form: str = 'short') -> str"),
          "Write the move: `short` (PDN), `full` (every square of the route) or `hub`.")
      .def("__str__", [](const Move& v) { return written(v, Form::short_form); })
      .def("__repr__", [](const Move& v) { return "<Move " + written(v, Form::short_form) + ">"; })
      .def(
          "__eq__",
          [](const Move& a, nb::handle b) {
            Move* other = nullptr;
            return nb::try_cast(b, other) && other && a.same_outcome(*other) &&
                   same_game(a.ruleset, other->ruleset);
          },
          nb::sig("def __eq__(self, other: object, /) -> bool"), "other"_a.none())
      .def("__hash__", [](const Move& v) { return static_cast<Py_ssize_t>(hash_of(v)); })
      .def(
          "__reduce__", [](nb::handle_t<Move> v) { return hooks().attr("reduce_move")(v); },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));
}

void bind_legal_moves(nb::module_& m) {
  nb::class_<LegalMoves>(m, "LegalMoves", "A sequence of moves of one position; its repr is PDN.",
                         nb::pooled(), nb::type_slots(list_slots))
      .def(
          "_item",
          [](const LegalMoves& v, Py_ssize_t i) { return move_at(v, checked(i, v.moves.size())); },
          nb::sig("def _item(self, arg: int, /) -> Move"))
      .def(
          "_item",
          [](const LegalMoves& v, nb::slice slice) {
            auto [start, stop, step, length] =
                slice.compute(static_cast<std::size_t>(v.moves.size()));
            (void)stop;
            nb::list part;
            for (std::size_t i = 0; i < length; ++i, start += step)
              part.append(move_at(v, static_cast<int>(start)));
            return part;
          },
          nb::sig("def _item(self, arg: slice, /) -> list[Move]"))
      .def(
          "_item",
          [](const LegalMoves&, nb::handle) -> Move {
            throw nb::type_error("moves are numbered; index() and position.parse() take a text");
          },
          nb::sig("def _item(self, arg: str, /) -> typing.NoReturn"), "arg"_a.none())
      .def(
          "__iter__",
          [](const LegalMoves& v) {
            nb::object all = nb::steal(PyList_New(v.moves.size()));
            for (int i = 0; i < v.moves.size(); ++i)
              PyList_SetItem(all.ptr(), i, move_at(v, i).release().ptr());
            return nb::iter(all);
          },
          nb::sig("def __iter__(self) -> collections.abc.Iterator[Move]"))
      .def(
          "__contains__", [](const LegalMoves& v, nb::handle item) { return find(v, item) >= 0; },
          nb::sig("def __contains__(self, item: object, /) -> bool"), "item"_a.none())
      .def(
          "index",
          [](const LegalMoves& v, nb::handle item) {
            const int found = find(v, item);
            if (found < 0) throw nb::value_error("the move is not in the list");
            return found;
          },
          nb::sig("def index(self, item: Move | str) -> int"))
      .def(
          "count", [](const LegalMoves& v) { return v.moves.size(); },
          nb::sig("def count(self) -> int"))
      .def(
          "count", [](const LegalMoves& v, nb::handle item) { return find(v, item) >= 0 ? 1 : 0; },
          nb::sig("def count(self, item: object) -> int"), "item"_a.none())
      .def(
          "__eq__",
          [](const LegalMoves& v, nb::handle b) {
            LegalMoves* other = nullptr;
            if (!nb::try_cast(b, other) || !other || v.moves.size() != other->moves.size() ||
                !same_game(v.position.ruleset, other->position.ruleset))
              return false;
            for (int i = 0; i < v.moves.size(); ++i)
              if (!v.moves[i].same_outcome(other->moves[i])) return false;
            return true;
          },
          nb::sig("def __eq__(self, other: object, /) -> bool"), "other"_a.none())
      .def("__hash__",
           [](const LegalMoves& v) {
             std::uint64_t hash = static_cast<std::uint64_t>(v.moves.size());
             for (const crownhead::Move& move : v.moves) hash = scrambled(hash ^ hash_of(move));
             return static_cast<Py_ssize_t>(hash);
           })
      .def(
          "_position", [](const LegalMoves& v, nb::handle type) { return wrap(type, v.position); },
          "type"_a, nb::sig("def _position(self, type: type[P]) -> P"))
      .def(
          "__reduce__", [](nb::handle_t<LegalMoves> v) { return hooks().attr("reduce_moves")(v); },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def("__repr__", [](const LegalMoves& v) {
        std::string text = "<LegalMoves";
        const char* before = ": ";
        for (const Move& move : v.moves) {
          text += before + written(move, Form::short_form);
          before = ", ";
        }
        return text + ">";
      });
}

}  // namespace crownhead::bindings
