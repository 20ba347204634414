// The Python face of the core: thin, without logic of its own. Errors are raised by the functions
// that `crownhead.position` installs as hooks, so that every exception type lives in Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "bindings/search.hpp"
#include "rules/fen.hpp"
#include "rules/huffing.hpp"
#include "rules/notation.hpp"
#include "rules/ruleset.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace crownhead;

namespace {

nb::object& hooks() {
  static auto* held = new nb::object();  // outlives the interpreter's own clean-up
  return *held;
}

template <class... Arguments>
[[noreturn]] void fail_with(const char* hook, Arguments&&... arguments) {
  hooks().attr(hook)(std::forward<Arguments>(arguments)...);
  throw nb::type_error("an error hook returned");
}

struct LegalMoves {
  Position position;
  Moves moves;
};

nb::object wrap(nb::handle type, const Position& position) {
  nb::object made = nb::inst_alloc(type);
  new (nb::inst_ptr<Position>(made)) Position(position);
  nb::inst_mark_ready(made);
  return made;
}

LegalMoves legal_moves(const Position& position) {
  LegalMoves found{position, {}};
  if (!position.ruleset->ops->legal(position.ruleset->rules, position, found.moves))
    fail_with("too_complex");
  return found;
}

LegalMoves faulty(const Position& position) {
  LegalMoves found{position, {}};
  if (!faulty_moves(position, found.moves)) fail_with("too_complex");
  return found;
}

NamedSquares read(const Position& position, const char* text, std::size_t length) {
  NamedSquares squares;
  int column = 1;
  if (const char* wrong = read_squares(text, length, *position.ruleset, squares, column))
    fail_with("invalid_move", nb::str(text, length), wrong, column);
  return squares;
}

// The one move of `among` that the text means; `illegal` is the hook called if there is none.
Move choose(nb::handle self, LegalMoves among, nb::str text, const char* illegal) {
  const Position& position = *nb::inst_ptr<Position>(self);
  Py_ssize_t length = 0;
  const char* raw = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
  if (!raw) {
    PyErr_Clear();
    fail_with("invalid_move", nb::str("?"), "is not text", 1);
  }
  const NamedSquares squares = read(position, raw, static_cast<std::size_t>(length));
  match(position, squares, among.moves);
  if (among.moves.size() == 1) return among.moves[0];
  if (among.moves.size() == 0) fail_with(illegal, nb::borrow(self), text);
  nb::list candidates;
  for (const Move& move : among.moves) candidates.append(nb::cast(move));
  fail_with("ambiguous_move", text, candidates);
}

Move check(nb::handle self, const LegalMoves& among, const Move& move, const char* illegal) {
  const Move* found = move.ruleset == among.position.ruleset ? among.moves.find(move) : nullptr;
  if (!found) fail_with(illegal, nb::borrow(self), nb::cast(move));
  return *found;
}

nb::tuple numbers(const Ruleset& ruleset, Wide set) {
  std::vector<int> found;
  for (int n = 1; n <= ruleset.layout->squares; ++n)
    if (set & bit<Wide>(ruleset.index(n))) found.push_back(n);
  return nb::tuple(nb::cast(found));
}

int index_of(const Ruleset& ruleset, int number) {
  const int index = ruleset.index(number);
  if (index < 0) fail_with("no_square", number, ruleset.layout->squares);
  return index;
}

nb::tuple route_numbers(const Ruleset& ruleset, int from, const std::uint8_t* at, int jumps) {
  std::vector<int> squares = {ruleset.number(from)};
  for (int i = 0; i < jumps; ++i) squares.push_back(ruleset.number(at[i]));
  return nb::tuple(nb::cast(squares));
}

nb::tuple route_of(const Move& move) {
  return route_numbers(*move.ruleset, move.from, move.route, move.captures() ? move.jumps : 1);
}

struct RouteCollector final : RouteVisitor {
  const Ruleset& ruleset;
  int from;
  nb::list found;

  RouteCollector(const Ruleset& given, int start) : ruleset(given), from(start) {}
  void visit(const std::uint8_t* at, int jumps) override {
    found.append(route_numbers(ruleset, from, at, jumps));
  }
};

nb::tuple routes(const Position& position, const Move& move, int most) {
  if (!move.captures()) return nb::make_tuple(route_of(move));
  RouteCollector collector(*position.ruleset, move.from);
  position.ruleset->ops->routes(position.ruleset->rules, position, move, collector, most);
  return nb::tuple(collector.found);
}

std::string written(const Move& move, Form form) {
  MoveText text;
  write_move(text, move, form);
  return text.c_str();
}

const char* const piece_names[] = {"", "white_man", "white_king", "black_man", "black_king"};

nb::object piece_at(const Position& position, int number) {
  const Piece piece = position.at(index_of(*position.ruleset, number));
  if (piece == Piece::none) return nb::none();
  return nb::str(piece_names[static_cast<int>(piece)]);
}

nb::dict pieces(const Position& position) {
  nb::dict found;
  for (int n = 1; n <= position.ruleset->layout->squares; ++n) {
    const Piece piece = position.at(position.ruleset->index(n));
    if (piece != Piece::none) found[nb::int_(n)] = nb::str(piece_names[static_cast<int>(piece)]);
  }
  return found;
}

// Legal moves under other switches on the same board: how `explain` finds out what is missing.
LegalMoves legal_under(const Position& position, const char* change) {
  Rules rules = position.ruleset->rules;
  if (!std::strcmp(change, "any-choice")) rules.choice = Choice::free;
  else if (!std::strcmp(change, "any-landing")) rules.choice = Choice::free, rules.landing = Landing::free;
  else if (!std::strcmp(change, "backward")) rules.men_capture = steps::all;
  else if (!std::strcmp(change, "men-take-kings")) rules.men_take_kings = true;
  LegalMoves found{position, {}};
  if (!dynamic_ops(rules.board).legal(rules, position, found.moves)) fail_with("too_complex");
  return found;
}

LegalMoves quiet_moves(const Position& position) {
  LegalMoves found{position, {}};
  position.ruleset->ops->quiet(position.ruleset->rules, position, found.moves);
  found.moves.mark_ambiguous();
  return found;
}

std::uint64_t perft(const Position& position, int depth, bool routes, bool bulk) {
  if (depth < 0 || depth > 100) fail_with("invalid_depth", depth);
  const Leaves leaves = routes ? Leaves::routes : bulk ? Leaves::bulk : Leaves::single;
  std::uint64_t count = 0;
  bool ok;
  {
    nb::gil_scoped_release released;
    ok = position.ruleset->ops->perft(position.ruleset->rules, position, depth, leaves, count);
  }
  if (!ok) fail_with("too_complex");
  return count;
}

nb::tuple state_of(const Position& p) {
  nb::list counts;
  for (const auto plies : p.counts) counts.append(nb::int_(plies));
  return nb::make_tuple(p.turn, p.side[white].low, p.side[white].high, p.side[black].low,
                        p.side[black].high, p.kings.low, p.kings.high, p.runs.count[white],
                        p.runs.count[black], p.runs.index[white], p.runs.index[black],
                        nb::tuple(counts));
}

nb::object restored(nb::handle type, const Ruleset& ruleset, nb::tuple state) {
  const auto word = [&](int i) { return nb::cast<std::uint64_t>(state[i]); };
  const auto byte = [&](int i) { return nb::cast<std::uint8_t>(state[i]); };
  Position p;
  p.ruleset = &ruleset;
  p.turn = byte(0) & 1;
  const Wide board = ruleset.layout->board;
  const auto set = [&](int i) {
    return static_cast<Wide>(word(i + 1)) << 64 | word(i);
  };
  p.side[white] = set(1) & board;
  p.side[black] = set(3) & board & ~set(1);
  p.kings = set(5) & p.occupied();
  p.runs.count[white] = byte(7);
  p.runs.count[black] = byte(8);
  p.runs.index[white] = byte(9) % Layout::most_bits;
  p.runs.index[black] = byte(10) % Layout::most_bits;
  p.refresh();
  const auto counts = nb::cast<nb::tuple>(state[11]);
  for (int i = 0; i < ruleset.draw_rules && i < static_cast<int>(counts.size()); ++i)
    p.counts[i] = nb::cast<std::uint8_t>(counts[static_cast<std::size_t>(i)]);
  return wrap(type, p);
}

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

std::size_t checked(Py_ssize_t i, int size) {
  if (i < 0) i += size;
  if (i < 0 || i >= size) throw nb::index_error();
  return static_cast<std::size_t>(i);
}

using Self = nb::handle_t<Position>;

void bind_move(nb::module_& m) {
  nb::class_<Move>(m, "Move", "One move: origin, target, captured squares, crowning, and a route.")
      .def_prop_ro("origin", [](const Move& v) { return v.ruleset->number(v.from); })
      .def_prop_ro("target", [](const Move& v) { return v.ruleset->number(v.to); })
      .def_prop_ro("captures",
                   [](const Move& v) { return numbers(*v.ruleset, v.captured); },
                   nb::sig("def captures(self) -> tuple[int, ...]"))
      .def_prop_ro("crowns", [](const Move& v) { return v.crowns; })
      .def_prop_ro("is_capture", &Move::captures)
      .def_prop_ro("by_king", [](const Move& v) { return v.by_king; })
      .def_prop_ro("route", &route_of, nb::sig("def route(self) -> tuple[int, ...]"))
      .def_prop_ro("_ruleset", [](const Move& v) { return v.ruleset->id; })
      .def("_with_form", [](const Move& v, int form) { return written(v, static_cast<Form>(form)); })
      .def("_state",
           [](const Move& v) {
             nb::list route;
             for (int i = 0; i < v.jumps; ++i) route.append(nb::int_(v.route[i]));
             return nb::make_tuple(v.from, v.to, v.crowns, v.by_king, v.ambiguous, v.captured.low,
                                   v.captured.high, nb::tuple(route));
           })
      .def_static("_restored",
                  [](const Ruleset& ruleset, nb::tuple state) {
                    Move v;
                    v.ruleset = &ruleset;
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
                    return v;
                  })
      .def("notation",
           [](nb::handle_t<Move> v, nb::str form) { return hooks().attr("notation")(v, form); },
           "form"_a = "short", nb::sig("def notation(self, form: str = 'short') -> str"),
           "Write the move: `short` (PDN), `full` (every square of the route) or `hub`.")
      .def("__str__", [](const Move& v) { return written(v, Form::short_form); })
      .def("__repr__", [](const Move& v) { return "<Move " + written(v, Form::short_form) + ">"; })
      .def("__eq__",
           [](const Move& a, nb::handle b) {
             Move* other = nullptr;
             return nb::try_cast(b, other) && other && a.ruleset == other->ruleset &&
                    a.same_outcome(*other);
           },
           nb::sig("def __eq__(self, other: object, /) -> bool"), "other"_a.none())
      .def("__hash__",
           [](const Move& v) {
             return static_cast<Py_ssize_t>((v.captured.low * 31 + v.captured.high) * 0x9E3779B97F4A7C15ull ^
                                            (v.from * 4096u + v.to * 2u + v.crowns));
           })
      .def("__reduce__", [](nb::handle_t<Move> v) { return hooks().attr("reduce_move")(v); },
           nb::sig("def __reduce__(self) -> tuple[object, ...]"));
}

void bind_legal_moves(nb::module_& m) {
  nb::class_<LegalMoves>(m, "LegalMoves", "A sequence of moves of one position; its repr is PDN.")
      .def("__len__", [](const LegalMoves& v) { return v.moves.size(); })
      .def("__getitem__",
           [](const LegalMoves& v, Py_ssize_t i) {
             return v.moves[static_cast<int>(checked(i, v.moves.size()))];
           })
      .def("__getitem__",
           [](const LegalMoves& v, nb::slice slice) {
             auto [start, stop, step, length] = slice.compute(static_cast<std::size_t>(v.moves.size()));
             (void)stop;
             nb::list part;
             for (std::size_t i = 0; i < length; ++i, start += step)
               part.append(nb::cast(v.moves[static_cast<int>(start)]));
             return part;
           },
           nb::sig("def __getitem__(self, arg: slice, /) -> list[Move]"))
      .def("__iter__",
           [](const LegalMoves& v) {
             nb::list all;
             for (const Move& move : v.moves) all.append(nb::cast(move));
             return nb::iter(all);
           },
           nb::sig("def __iter__(self) -> collections.abc.Iterator[Move]"))
      .def("__contains__",
           [](const LegalMoves& v, const Move& move) {
             return move.ruleset == v.position.ruleset && v.moves.find(move);
           })
      .def("__contains__",
           [](const LegalMoves& v, nb::str text) {
             Py_ssize_t length = 0;
             const char* raw = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
             if (!raw) return PyErr_Clear(), false;
             NamedSquares squares;
             int column = 1;
             if (read_squares(raw, static_cast<std::size_t>(length), *v.position.ruleset, squares, column))
               return false;
             Moves copy;
             for (const Move& move : v.moves) copy.add() = move;
             match(v.position, squares, copy);
             return copy.size() > 0;
           })
      .def("index",
           [](const LegalMoves& v, const Move& move) {
             const Move* found = move.ruleset == v.position.ruleset ? v.moves.find(move) : nullptr;
             if (!found) throw nb::value_error("the move is not in the list");
             return found - v.moves.begin();
           })
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

void bind_position(nb::module_& m) {
  nb::class_<Position>(m, "Position", "Squares, side to move and counts of one position, immutable.")
      .def("__init__",
           [](Position* self, const Ruleset& ruleset, nb::object fen) {
             new (self) Position();
             if (fen.is_none()) {
               *self = initial(ruleset);
               return;
             }
             Py_ssize_t length = 0;
             const char* raw = nb::isinstance<nb::str>(fen)
                                   ? PyUnicode_AsUTF8AndSize(fen.ptr(), &length) : nullptr;
             PyErr_Clear();
             if (!raw) fail_with("invalid_fen", "?", "is not text", 1);
             int column = 1;
             if (const char* wrong = read_fen(raw, static_cast<std::size_t>(length), ruleset, *self, column))
               fail_with("invalid_fen", fen, wrong, column);
           },
           "ruleset"_a, "fen"_a = nb::none(),
           nb::sig("def __init__(self, ruleset: Ruleset, fen: str | None = None) -> None"))
      .def_prop_ro("turn", [](const Position& p) { return p.turn == white ? "white" : "black"; },
                   nb::sig("def turn(self) -> typing.Literal['white', 'black']"))
      .def_prop_ro("key", [](const Position& p) { return p.key; },
                   "The 64-bit hash of what `==` compares: repetition is counted with it.")
      .def_prop_ro("legal_moves", &legal_moves, "The legal moves, one for each outcome.")
      .def_prop_ro("faulty_moves", &faulty,
                   "The moves that neglect a capture, playable where huffing is in force (RULES H).")
      .def("play",
           [](Self self, const Move& move) {
             const Position& p = *nb::inst_ptr<Position>(self);
             return wrap(self.type(), p.after(check(self, legal_moves(p), move, "illegal_move")));
           },
           "move"_a, nb::sig("def play(self, move: Move) -> typing.Self"),
           "Return the position after a legal move.")
      .def("play",
           [](Self self, nb::str text) {
             const Position& p = *nb::inst_ptr<Position>(self);
             return wrap(self.type(), p.after(choose(self, legal_moves(p), text, "illegal_move")));
           },
           "move"_a, nb::sig("def play(self, move: str) -> typing.Self"))
      .def("play_faulty",
           [](Self self, const Move& move) {
             const Position& p = *nb::inst_ptr<Position>(self);
             return wrap(self.type(), p.after(check(self, faulty(p), move, "illegal_move")));
           },
           "move"_a, nb::sig("def play_faulty(self, move: Move) -> typing.Self"),
           "Return the position after one of `faulty_moves`.")
      .def("play_faulty",
           [](Self self, nb::str text) {
             const Position& p = *nb::inst_ptr<Position>(self);
             return wrap(self.type(), p.after(choose(self, faulty(p), text, "illegal_move")));
           },
           "move"_a, nb::sig("def play_faulty(self, move: str) -> typing.Self"))
      .def("parse",
           [](Self self, nb::str text) {
             return choose(self, legal_moves(*nb::inst_ptr<Position>(self)), text, "illegal_move");
           },
           "text"_a, "Find the legal move that a text means, in any notation.")
      .def("_parse_faulty",
           [](Self self, nb::str text) {
             return choose(self, faulty(*nb::inst_ptr<Position>(self)), text, "illegal_move");
           },
           "text"_a)
      .def("_read_squares",
           [](const Position& p, nb::str text) {
             Py_ssize_t length = 0;
             const char* raw = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
             PyErr_Clear();
             if (!raw) fail_with("invalid_move", nb::str("?"), "is not text", 1);
             const NamedSquares squares = read(p, raw, static_cast<std::size_t>(length));
             std::vector<int> found;
             for (int i = 0; i < squares.size; ++i)
               found.push_back(p.ruleset->number(squares.at[i]));
             return nb::make_tuple(nb::tuple(nb::cast(found)), squares.capture_sign);
           },
           "text"_a, nb::sig("def _read_squares(self, text: str) -> tuple[tuple[int, ...], bool]"))
      .def("_legal_under", &legal_under, "change"_a)
      .def_prop_ro("_quiet_moves", &quiet_moves)
      .def("routes", &routes, "move"_a, "most"_a = 256,
           nb::sig("def routes(self, move: Move, most: int = 256) -> tuple[tuple[int, ...], ...]"),
           "Return the ways to carry out a legal move, at most `most`: squares from origin to target.")
      .def("without",
           [](Self self, int square) {
             const Position& p = *nb::inst_ptr<Position>(self);
             return wrap(self.type(), p.without(index_of(*p.ruleset, square)));
           },
           "square"_a, nb::sig("def without(self, square: int) -> typing.Self"),
           "Return the position with the piece on `square` lifted, the same side to move (a huff).")
      .def("piece_at", &piece_at, "square"_a, nb::sig("def piece_at(self, square: int) -> str | None"),
           "Return `white_man`, `white_king`, `black_man`, `black_king`, or None for an empty square.")
      .def_prop_ro("pieces", &pieces, nb::sig("def pieces(self) -> dict[int, str]"))
      .def_prop_ro("must_capture",
                   [](const Position& p) {
                     Wide from = 0;
                     if (p.ruleset->rules.compulsory) {
                       for (const Move& move : legal_moves(p).moves)
                         if (move.captures()) from |= bit<Wide>(move.from);
                     }
                     return numbers(*p.ruleset, from);
                   },
                   nb::sig("def must_capture(self) -> tuple[int, ...]"),
                   "The squares of the pieces that have a legal capture and so must make one.")
      .def_prop_ro("able_to_capture",
                   [](const Position& p) {
                     return numbers(*p.ruleset, p.ruleset->ops->able(p.ruleset->rules, p));
                   },
                   nb::sig("def able_to_capture(self) -> tuple[int, ...]"),
                   "The squares of the pieces that could capture, before any choice between captures.")
      .def_prop_ro("draw_counts",
                   [](const Position& p) {
                     std::vector<int> counts;
                     for (int i = 0; i < p.ruleset->draw_rules; ++i)
                       counts.push_back(p.counts[i] == Position::idle ? -1 : p.counts[i]);
                     return nb::tuple(nb::cast(counts));
                   },
                   nb::sig("def draw_counts(self) -> tuple[int, ...]"),
                   "Plies counted under each draw rule; -1 where its ending is not on the board.")
      .def_prop_ro("has_legal_move",
                   [](const Position& p) { return legal_moves(p).moves.size() > 0; },
                   "False if the side to move has lost (or, where losing wins, won).")
      .def("count",
           [](const Position& p, std::string color) {
             return count(Wide(p.side[color == "black" ? black : white]));
           },
           "color"_a, nb::sig("def count(self, color: typing.Literal['white', 'black']) -> int"),
           "Count the pieces of one side.")
      .def_prop_ro("ruleset", [](const Position& p) { return p.ruleset; },
                   nb::rv_policy::reference, "The core's view of the game.")
      .def("fen",
           [](const Position& p, bool counters) {
             FenText text;
             write_fen(text, p, counters);
             return std::string(text.c_str());
           },
           "counters"_a = false,
           "Write the position as FEN; with `counters`, the first draw count and king runs follow.")
      .def("letters",
           [](const Position& p, bool dxp) {
             FenText text;
             write_squares(text, p, dxp);
             return std::string(text.c_str());
           },
           "dxp"_a = false, "Write side to move and one letter per square, as Hub (or DXP) does.")
      .def("perft", &perft, "depth"_a, "routes"_a = false, "bulk"_a = true,
           "Count the leaves of the move tree: outcomes, or every route of a capture.")
      .def("_state", &state_of)
      .def_static("_restored",
                  [](nb::handle type, const Ruleset& ruleset, nb::tuple state) {
                    return restored(type, ruleset, state);
                  })
      .def_prop_ro("_ruleset", [](const Position& p) { return p.ruleset->id; })
      .def("__eq__",
           [](const Position& a, nb::handle b) {
             Position* other = nullptr;
             return nb::try_cast(b, other) && other && a.same(*other);
           },
           nb::sig("def __eq__(self, other: object, /) -> bool"), "other"_a.none())
      .def("__hash__", [](const Position& p) { return static_cast<Py_ssize_t>(p.key); });
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "The native core of crownhead; use it through the package.";
  nb::set_leak_warnings(false);
  nb::class_<Ruleset>(m, "Ruleset", "One game as the core plays it.")
      .def_static("make", &make_ruleset, nb::rv_policy::reference)
      .def_prop_ro("id", [](const Ruleset& r) { return r.id; })
      .def("name",
           [](const Ruleset& r, int number) {
             MoveText text;
             add_square(text, r, index_of(r, number));
             return std::string(text.c_str());
           },
           "square"_a)
      .def("place",
           [](const Ruleset& r, int number) {
             const int index = index_of(r, number);
             return nb::make_tuple(r.column(index), r.row(index));
           },
           "square"_a, nb::sig("def place(self, square: int) -> tuple[int, int]"))
      .def("square_at",
           [](const Ruleset& r, int column, int row) -> nb::object {
             const int index = r.index_at(column, row);
             if (index < 0) return nb::none();
             return nb::int_(r.number(index));
           },
           "column"_a, "row"_a, nb::sig("def square_at(self, column: int, row: int) -> int | None"));
  bind_move(m);
  bind_legal_moves(m);
  bind_position(m);
  bindings::bind_search(m);
  m.def("install", [](nb::object given) { hooks() = std::move(given); }, "hooks"_a);
  m.def("instruction_set", [] { return instruction_set(); });
}
