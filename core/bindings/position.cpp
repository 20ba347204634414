// `Position`.
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/direct.hpp"
#include "rules/fen.hpp"
#include "rules/huffing.hpp"
#include "rules/turning.hpp"

namespace crownhead::bindings {

namespace {

using Self = nb::handle_t<Position>;

void list(const Position& position, MoveKind kind, Moves& moves) {
  const bool listed = patiently([&](Budget& budget) {
    moves.clear();
    return list_moves(position, kind, moves, budget);
  });
  if (!listed) fail_with("too_complex");
}

Moves legal_moves(const Position& position) {
  Moves found;
  list(position, MoveKind::legal, found);
  return found;
}

nb::object list_for_python(const Position& position, MoveKind kind) {
  nb::object made = make<LegalMoves>(type_of<LegalMoves>(), position, kind);
  list(position, kind, nb::inst_ptr<LegalMoves>(made)->moves);
  return made;
}

NamedSquares read(const Position& position, nb::str text) {
  const std::string_view raw = move_text(text);
  NamedSquares squares;
  int column = 1;
  if (const char* wrong = read_squares(raw.data(), raw.size(), *position.ruleset, squares, column))
    fail_with("invalid_move", text, wrong, column);
  return squares;
}

// The one move of a kind that the text means; the error hook for what else it may come to.
Move choose(nb::handle self, MoveKind kind, nb::str text) {
  const std::string_view raw = move_text(text);
  const Position& position = *nb::inst_ptr<Position>(self);
  std::optional<MoveReading> reading;
  patiently([&](Budget& budget) {
    read_move(position, kind, raw.data(), raw.size(), reading.emplace(), budget);
    return reading->reading != Reading::too_complex;
  });
  const MoveReading& found = *reading;
  switch (found.reading) {
    case Reading::read:
      return kind == MoveKind::legal ? Move(found.move(), position) : Move(found.move());
    case Reading::no_move:
      fail_with("invalid_move", text, found.wrong, found.column);
    case Reading::refused:
      fail_with("illegal_move", nb::borrow(self), text);
    case Reading::too_complex:
      fail_with("too_complex");
    case Reading::ambiguous:
      break;
  }
  nb::list candidates;
  for (const Move& move : found.fits) candidates.append(nb::cast(move));
  fail_with("ambiguous_move", text, candidates);
}

crownhead::Move check(nb::handle self, MoveKind kind, const Move& move, nb::handle given) {
  const Position& position = *nb::inst_ptr<Position>(self);
  if (kind == MoveKind::legal && move.is_legal_in(position)) return move;
  Moves among;
  list(position, kind, among);
  const crownhead::Move* found =
      same_game(move.ruleset, position.ruleset) ? among.find(move) : nullptr;
  if (!found) fail_with("illegal_move", nb::borrow(self), nb::borrow(given));
  return *found;
}

// The position after a move of a kind, given as a value or as text.
nb::object play(Self self, MoveKind kind, nb::handle move) {
  const Position& position = *nb::inst_ptr<Position>(self);
  Move* known = nullptr;  // stays so for a move that was never made
  if (nb::try_cast(move, known) && known)
    return wrap(self.type(), position.after(check(self, kind, *known, move)));
  if (!nb::isinstance<nb::str>(move)) fail_with("no_move", nb::borrow(move));
  return wrap(self.type(), position.after(choose(self, kind, nb::borrow<nb::str>(move))));
}

// A listed move is played at once; anything else, a text too, is looked up.
PyObject* play_directly(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* names) {
  const Position* position = value_of<Position>(self);
  if (!position) return nullptr;
  return answer([&] {
    const bool named = names && PyTuple_Size(names) == 1 &&
                       PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, 0), "move") == 0;
    if (count + named != 1 || (names && !named)) {
      PyErr_SetString(PyExc_TypeError, "play() takes one argument, the move");
      nb::raise_python_error();
    }
    if (nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(given[0]))).is(type_of<Move>()) &&
        nb::inst_ready(given[0])) {
      const Move& move = *nb::inst_ptr<Move>(given[0]);
      if (move.is_legal_in(*position))
        return wrap(reinterpret_cast<PyObject*>(Py_TYPE(self)), position->after(move));
    }
    return play(Self(self), MoveKind::legal, given[0]);
  });
}

PyObject* legal_moves_of(PyObject* self, void*) {
  const Position* position = value_of<Position>(self);
  if (!position) return nullptr;
  return answer([&] { return list_for_python(*position, MoveKind::legal); });
}

// Whether the board certainly does not end the game: there is a move, and no draw count is full.
// False where that takes more than counting.
bool goes_on(const Position& position) {
  for (int i = 0; i < position.ruleset->draw_rules; ++i)
    if (position.counts[i] != Position::idle &&
        position.counts[i] >= position.ruleset->draw_rule[i].plies)
      return false;
  std::uint64_t moves = 0;
  const Ruleset& ruleset = *position.ruleset;
  return ruleset.ops->perft(ruleset.rules, position, 1, Leaves::bulk, moves) && moves > 0;
}

PyObject* goes_on_of(PyObject* self, void*) {
  const Position* position = value_of<Position>(self);
  if (!position) return nullptr;
  return answer([&] { return nb::object(nb::bool_(goes_on(*position))); });
}

PyMethodDef direct_methods[] = {
    {"play", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(play_directly)),
     METH_FASTCALL | METH_KEYWORDS,
     "play($self, move)\n--\n\n"
     "Return the position after a legal move, given as a value or in any notation.\n\n"
     "Raises `IllegalMove` with the Reason, `InvalidMove` or `AmbiguousMove`, and `TypeError`.\n\n"
     ">>> Position.initial(\"english\").play(\"11-15\").turn\n'white'"},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef direct_properties[] = {
    {"legal_moves", legal_moves_of, nullptr, "The legal moves, one for each outcome.", nullptr},
    {"_goes_on", goes_on_of, nullptr,
     "Whether the board certainly does not end the game; False where that takes more than a look.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot position_slots[] = {
    {Py_tp_methods, direct_methods}, {Py_tp_getset, direct_properties}, {0, nullptr}};

struct RouteCollector final : RouteVisitor {
  std::vector<std::vector<std::uint8_t>> found;

  void visit(const std::uint8_t* at, int jumps) override { found.emplace_back(at, at + jumps); }
};

nb::tuple routes(const Position& position, const Move& move, int most) {
  if (!move.captures()) return nb::make_tuple(route_of(move));
  RouteCollector collector;
  const bool listed = patiently([&](Budget& budget) {
    collector.found.clear();
    return list_routes(position, move, most, collector, budget);
  });
  if (!listed) fail_with("too_complex");
  nb::list shown;
  for (const auto& route : collector.found)
    shown.append(
        route_numbers(*position.ruleset, move.from, route.data(), static_cast<int>(route.size())));
  return nb::tuple(shown);
}

std::int64_t complexity(const Position& position, bool huffing, int most_routes,
                        std::int64_t budget) {
  Budget given(budget);
  bool measured = false;
  {
    const nb::gil_scoped_release released;
    measured = measure(position, huffing, most_routes, given);
  }
  if (!measured) fail_with("too_complex");
  return given.spent();
}

// What stands on a square as Python has it, by the number of a `Piece`: None first.
nb::tuple shown_pieces() {
  return nb::borrow<nb::tuple>(hooks().attr("pieces"));
}

nb::object piece_at(const Position& position, int number) {
  const Piece piece = position.at(index_of(*position.ruleset, number));
  return shown_pieces()[static_cast<std::size_t>(piece)];
}

nb::dict pieces(const Position& position) {
  nb::dict found;
  const nb::tuple shown = shown_pieces();
  for (int n = 1; n <= position.ruleset->layout->squares; ++n) {
    const Piece piece = position.at(position.ruleset->index(n));
    if (piece != Piece::none) found[nb::int_(n)] = shown[static_cast<std::size_t>(piece)];
  }
  return found;
}

// The position with squares changed, each to the number of a `Piece`; draw counts at their start.
nb::object with_numbered(Self self, nb::dict changes, const std::string& turn) {
  crownhead::Position next = *nb::inst_ptr<Position>(self);
  for (const auto& [square, number] : changes) {
    const Wide here = bit<Wide>(index_of(*next.ruleset, nb::cast<int>(square)));
    const auto piece = static_cast<Piece>(nb::cast<std::uint8_t>(number));
    for (auto& set : next.side) set = Wide(set) & ~here;
    next.kings = Wide(next.kings) & ~here;
    if (piece == Piece::none) continue;
    const Side side = piece <= Piece::white_king ? white : black;
    next.side[side] = Wide(next.side[side]) | here;
    if (piece == Piece::white_king || piece == Piece::black_king)
      next.kings = Wide(next.kings) | here;
  }
  if (turn != "white" && turn != "black") fail_with("no_color", turn);
  next.turn = turn == "white" ? white : black;
  next.runs = {};
  next.refresh();
  return wrap(self.type(), next);
}

// The kinds that explanations ask for.
nb::object moves_of_kind(const Position& position, const char* name) {
  const std::string_view asked = name;
  return list_for_python(position, asked == "any-choice"    ? MoveKind::any_choice
                                   : asked == "any-landing" ? MoveKind::any_landing
                                                            : MoveKind::quiet);
}

constexpr int deepest_perft = 100;

// A count of leaves that Ctrl-C ends. It is made of parts of a few plies, between which the signals
// of the program are heard; Python's lock is not held.
class LongCount {
 public:
  explicit LongCount(Leaves leaves) : leaves_(leaves) {}

  // False where a position is too complex, or where `error` holds what a signal has raised.
  bool count(const Position& position, int depth, std::uint64_t& sum) {
    Moves moves;
    Budget budget;
    if (depth <= part || !list_moves(position, MoveKind::legal, moves, budget))
      return count_part(position, depth, sum);
    for (const Move& move : moves) {
      std::uint64_t below = 0, ways = 1;
      if (!count(position.after(move), depth - 1, below)) return false;
      if (leaves_ == Leaves::routes && move.captures() && !count_routes(position, move, ways))
        return false;
      sum += ways * below;
    }
    return true;
  }

  std::optional<nb::python_error> error;

 private:
  static constexpr int part = 5;  // plies: well below a second but where kings crowd the board
  static constexpr std::chrono::milliseconds often{50};

  struct Counter final : RouteVisitor {
    std::uint64_t found = 0;
    void visit(const std::uint8_t*, int) override { ++found; }
  };

  static bool count_routes(const Position& position, const Move& move, std::uint64_t& ways) {
    Counter counter;
    Budget budget;
    constexpr int all = std::numeric_limits<int>::max();
    const bool listed = list_routes(position, move, all, counter, budget);
    ways = counter.found;
    return listed;
  }

  bool count_part(const Position& position, int depth, std::uint64_t& sum) {
    std::uint64_t leaves = 0;
    const Ruleset& ruleset = *position.ruleset;
    if (!ruleset.ops->perft(ruleset.rules, position, depth, leaves_, leaves)) return false;
    sum += leaves;
    const auto now = std::chrono::steady_clock::now();
    if (now - asked_ < often) return true;
    asked_ = now;
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() == 0) return true;
    error.emplace();
    return false;
  }

  const Leaves leaves_;
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
};

std::uint64_t perft(const Position& position, int depth, bool routes, bool bulk) {
  if (depth < 0 || depth > deepest_perft) fail_with("invalid_depth", depth);
  LongCount leaves(routes ? Leaves::routes : bulk ? Leaves::bulk : Leaves::single);
  std::uint64_t count = 0;
  bool ok;
  {
    nb::gil_scoped_release released;
    ok = leaves.count(position, depth, count);
  }
  if (leaves.error) throw std::move(*leaves.error);
  if (!ok) fail_with("too_complex");
  return count;
}

nb::tuple state_of(const Position& position) {
  const PackedPosition p = packed(position);
  nb::list counts;
  for (const auto plies : p.counts) counts.append(nb::int_(plies));
  return nb::make_tuple(p.turn, p.sets[0], p.sets[1], p.sets[2], p.sets[3], p.sets[4], p.sets[5],
                        p.runs[0], p.runs[1], p.run_index[0], p.run_index[1], nb::tuple(counts));
}

nb::object restored(nb::handle type, const RulesetRef& ruleset, nb::tuple state) {
  PackedPosition p;
  p.turn = nb::cast<std::uint8_t>(state[0]);
  for (std::size_t i = 0; i < 6; ++i) p.sets[i] = nb::cast<std::uint64_t>(state[i + 1]);
  for (std::size_t side = 0; side < 2; ++side) {
    p.runs[side] = nb::cast<std::uint8_t>(state[side + 7]);
    p.run_index[side] = nb::cast<std::uint8_t>(state[side + 9]);
  }
  const auto counts = nb::cast<nb::tuple>(state[11]);
  for (std::size_t i = 0; i < Position::most_counts; ++i)
    p.counts[i] = i < counts.size() ? nb::cast<std::uint8_t>(counts[i]) : Position::idle;
  return wrap(type, unpacked(*ruleset, p));
}

}  // namespace

void bind_position(nb::module_& m) {
  m.attr("DEEPEST_PERFT") = deepest_perft;
  nb::class_<Position>(m, "Position",
                       "Squares, side to move and counts of one position, immutable.",
                       nb::type_slots(position_slots))
      .def(
          "__init__",
          [](Position* self, nb::handle given, nb::object fen) {
            new (self) Position();
            RulesetRef* known = nullptr;
            if (!nb::try_cast(given, known) || !known) fail_with("no_ruleset");
            const Ruleset& ruleset = **known;
            if (fen.is_none()) {
              *self = initial(ruleset);
              return;
            }
            std::size_t length = 0;
            const char* raw = utf8(fen, length);
            if (!raw) fail_with("invalid_fen", "?", "is not text", 1, "not_text");
            int column = 1;
            crownhead::Position read;
            if (const FenFault* wrong = read_fen(raw, length, ruleset, read, column))
              fail_with("invalid_fen", fen, wrong->text, column, wrong->code);
            *self = read;
          },
          "ruleset"_a.none(), "fen"_a = nb::none(),
          nb::sig("def __init__(self, ruleset: Ruleset, fen: str | None = None) -> None"))
      .def_prop_ro(
          "turn", [](const Position& p) { return p.turn == white ? "white" : "black"; },
          nb::sig("def turn(self) -> typing.Literal['white', 'black']"))
      .def_prop_ro(
          "key", [](const Position& p) { return p.key; },
          "The 64-bit hash of what `==` compares: repetition is counted with it.")
      .def_prop_ro(
          "faulty_moves", [](const Position& p) { return list_for_python(p, MoveKind::faulty); },
          nb::sig("def faulty_moves(self) -> LegalMoves"),
          "The moves that neglect a capture, playable where huffing is in force (RULES H).")
      .def(
          "play_faulty",
          [](Self self, nb::handle move) { return play(self, MoveKind::faulty, move); },
          "move"_a.none(), nb::sig("def play_faulty(self, move: Move | str) -> typing.Self"),
          "Return the position after one of `faulty_moves`, given as `play` takes it.")
      .def(
          "parse",
          [](Self self, nb::handle text) {
            if (!nb::isinstance<nb::str>(text)) fail_with("no_move", nb::borrow(text));
            return choose(self, MoveKind::legal, nb::borrow<nb::str>(text));
          },
          "text"_a.none(), nb::sig("def parse(self, text: str) -> Move"),
          "Find the legal move that a text means, in any notation; errors as `play`.")
      .def(
          "_parse_faulty",
          [](Self self, nb::str text) { return choose(self, MoveKind::faulty, text); }, "text"_a)
      .def(
          "_read_squares",
          [](const Position& p, nb::str text) {
            const NamedSquares squares = read(p, text);
            std::vector<int> found;
            for (int i = 0; i < squares.size; ++i)
              found.push_back(p.ruleset->number(squares.at[i]));
            return nb::make_tuple(nb::tuple(nb::cast(found)), squares.capture_sign);
          },
          "text"_a, nb::sig("def _read_squares(self, text: str) -> tuple[tuple[int, ...], bool]"))
      .def("_refusal", &refusal_of, "text"_a, "huffing"_a = false,
           nb::sig("def _refusal(self, text: str, huffing: bool = False) -> ReasonValues | None"))
      .def("_moves_of_kind", &moves_of_kind, "kind"_a,
           nb::sig("def _moves_of_kind(self, kind: str) -> LegalMoves"))
      .def("routes", &routes, "move"_a, "most"_a = 256,
           nb::sig("def routes(self, move: Move, most: int = 256) -> tuple[tuple[int, ...], ...]"),
           "Return the ways to carry out a legal move, at most `most`: squares from origin to "
           "target.")
      .def("complexity", &complexity, "huffing"_a = false, nb::kw_only(), "routes"_a = 24,
           "budget"_a = Budget::standard,
           nb::sig("def complexity(self, huffing: bool = False, *, routes: int = 24, "
                   "budget: int = 524288) -> int"),
           "Return how many states it takes to list the moves and up to `routes` ways to carry out "
           "each. Raises `TooComplex` past the budget.")
      .def(
          "without",
          [](Self self, int square) {
            const Position& p = *nb::inst_ptr<Position>(self);
            return wrap(self.type(), p.without(index_of(*p.ruleset, square)));
          },
          "square"_a, nb::sig("def without(self, square: int) -> typing.Self"),
          "Return the position with the piece on `square` lifted, the same side to move (a huff).")
      .def(
          "passed",
          [](Self self) { return wrap(self.type(), turned_over(*nb::inst_ptr<Position>(self))); },
          nb::sig("def passed(self) -> typing.Self"),
          "Return the position with the other side to move: a null move.")
      .def(
          "mirrored",
          [](Self self) { return wrap(self.type(), mirrored(*nb::inst_ptr<Position>(self))); },
          nb::sig("def mirrored(self) -> typing.Self"),
          "Return the position turned by half a turn, the sides exchanged.")
      .def("piece_at", &piece_at, "square"_a,
           nb::sig("def piece_at(self, square: int) -> Piece | None"),
           "Return the piece on a square, None where it is empty.")
      .def_prop_ro("pieces", &pieces, nb::sig("def pieces(self) -> dict[int, Piece]"),
                   "The pieces by their squares, in the order of the numbers.\n\n"
                   ">>> Position.from_fen(\"W:WK1:B32\", \"english\").pieces[1].kind\n'king'")
      .def("_with_numbered", &with_numbered, "changes"_a, "turn"_a,
           nb::sig("def _with_numbered(self, changes: dict[int, int], turn: str) -> typing.Self"))
      .def_prop_ro(
          "must_capture",
          [](const Position& p) {
            Wide from = 0;
            if (p.ruleset->rules.compulsory) {
              for (const crownhead::Move& move : legal_moves(p))
                if (move.captures()) from |= bit<Wide>(move.from);
            }
            return numbers(*p.ruleset, from);
          },
          nb::sig("def must_capture(self) -> tuple[int, ...]"),
          "The squares of the pieces that have a legal capture and so must make one.")
      .def_prop_ro(
          "able_to_capture",
          [](const Position& p) {
            return numbers(*p.ruleset, p.ruleset->ops->able(p.ruleset->rules, p));
          },
          nb::sig("def able_to_capture(self) -> tuple[int, ...]"),
          "The squares of the pieces that could capture, before any choice between captures.")
      .def_prop_ro(
          "draw_counts",
          [](const Position& p) {
            std::vector<int> counts;
            for (int i = 0; i < p.ruleset->draw_rules; ++i)
              counts.push_back(p.counts[i] == Position::idle ? -1 : p.counts[i]);
            return nb::tuple(nb::cast(counts));
          },
          nb::sig("def draw_counts(self) -> tuple[int, ...]"),
          "Plies counted under each draw rule; -1 where its ending is not on the board.")
      .def_prop_ro(
          "has_legal_move", [](const Position& p) { return legal_moves(p).size() > 0; },
          "False if the side to move has lost (or, where losing wins, won).")
      .def(
          "count",
          [](const Position& p, const std::string& color) {
            if (color != "white" && color != "black") fail_with("no_color", color);
            return count(Wide(p.side[color == "black" ? black : white]));
          },
          "color"_a, nb::sig("def count(self, color: typing.Literal['white', 'black']) -> int"),
          "Count the pieces of one side.")
      .def_prop_ro(
          "ruleset", [](const Position& p) { return p.kept; }, "The core's view of the game.")
      .def(
          "fen",
          [](const Position& p, bool counters) {
            FenText text;
            write_fen(text, p, counters);
            return std::string(text.c_str());
          },
          "counters"_a = false,
          "Write the position as FEN; with `counters`, the first draw count and king runs follow.")
      .def(
          "letters",
          [](const Position& p, bool dxp) {
            FenText text;
            write_squares(text, p, dxp);
            return std::string(text.c_str());
          },
          "dxp"_a = false, "Write side to move and one letter per square, as Hub (or DXP) does.")
      .def("perft", &perft, "depth"_a, "routes"_a = false, "bulk"_a = true,
           "Count the leaves of the move tree: outcomes, or every route of a capture.")
      .def("_state", &state_of, nb::sig("def _state(self) -> PositionState"))
      .def_static(
          "_restored",
          [](nb::handle type, const RulesetRef& ruleset, nb::tuple state) {
            return restored(type, ruleset, state);
          },
          nb::sig("def _restored(kind: type[P], ruleset: Ruleset, state: PositionState) -> P"))
      .def_prop_ro(
          "_variant", [](const Position& p) { return variant_of(p.ruleset); },
          nb::sig("def _variant(self) -> object"))
      .def(
          "__eq__",
          [](const Position& a, nb::handle b) {
            Position* other = nullptr;
            if (!nb::try_cast(b, other) || !other) return false;
            if (a.same(*other)) return true;
            if (a.key != other->key || !same_game(a.ruleset, other->ruleset)) return false;
            crownhead::Position alike = *other;
            alike.ruleset = a.ruleset;
            return a.same(alike);
          },
          nb::sig("def __eq__(self, other: object, /) -> bool"), "other"_a.none())
      .def("__hash__", [](const Position& p) { return static_cast<Py_ssize_t>(p.key); });
}

}  // namespace crownhead::bindings
