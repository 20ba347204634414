#include "search/search.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <vector>

#include "bindings/binding.hpp"
#include "bindings/law.hpp"
#include "bindings/search.hpp"
#include "endgame/judged.hpp"
#include "endgame/table_probe.hpp"
#include "player/player.hpp"
#include "search/book.hpp"
#include "search/line.hpp"
#include "search/pace.hpp"

namespace crownhead::bindings {

namespace {

using endgame::JudgedLines;
using endgame::MoveWorth;

constexpr int most_error = 1000;  // hundredths of a man, or thousandths of the positions

struct FoundLine {
  std::vector<Move> moves;
  int score = 0;
  int depth = 0;
  Bound bound = Bound::exact;
  std::optional<MoveWorth> worth;  // what the tables say of its first move
};

struct Found {
  std::vector<FoundLine> lines;
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// Python's signal handlers run in the main thread only; elsewhere there is nothing to ask.
bool in_main_thread() {
  const nb::module_ threading = nb::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

// What was found, by the tables where `judged` is given.
Found full(const crownhead::Position& root, SearchResult& result, JudgedLines* judged) {
  Found found;
  if (judged) judged->judge(result);
  for (int i = 0; i < result.lines; ++i) {
    const Line& line = result.line[i];
    const Moves moves = moves_of(root, line);
    const MoveWorth* worth = judged ? judged->worth(line) : nullptr;
    found.lines.push_back({{moves.begin(), moves.end()},
                           line.score,
                           line.depth,
                           line.bound,
                           worth ? std::optional(*worth) : std::nullopt});
  }
  found.depth = result.depth;
  found.nodes = result.nodes;
  found.seconds = result.seconds;
  return found;
}

// What the running search tells and asks Python.
struct Listener {
  const crownhead::Position* root;
  JudgedLines* judged;
  nb::object iteration;  // None, or called with what is found after each depth
  bool in_main_thread;
  std::optional<nb::python_error> error;

  static bool interrupted(void* context) {
    auto& self = *static_cast<Listener*>(context);
    if (self.error) return true;
    if (!self.in_main_thread) return false;
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() == 0) return false;
    self.error.emplace();
    return true;
  }

  static void tell(void* context, const SearchResult& result) {
    auto& self = *static_cast<Listener*>(context);
    if (self.error) return;
    const nb::gil_scoped_acquire held;
    try {
      const auto shown = std::make_unique<SearchResult>(result);  // the search goes on with its own
      self.iteration(full(*self.root, *shown, self.judged));
    } catch (nb::python_error& error) {
      self.error.emplace(std::move(error));
    }
  }
};

// An evaluation of Python's (`crownhead.engines.evaluation.Evaluation`). After an error it asks
// Python no more, and ends the search.
class PythonEvaluation : public GivenEvaluation {
 public:
  PythonEvaluation(Search& search, nb::object call)
      : search_(search),
        call_(std::move(call)),
        type_(call_.attr("type")),
        id_(nb::cast<std::uint64_t>(call_.attr("id"))) {}

  int value(const crownhead::Position& position) override {
    if (error_) return 0;
    const nb::gil_scoped_acquire held;
    try {
      return nb::cast<int>(call_(wrap(type_, position)));
    } catch (nb::python_error& error) {
      error_.emplace(std::move(error));
      search_.stop();
      return 0;
    }
  }

  std::uint64_t id() const override { return id_; }

  void raise_error() {
    if (error_) throw std::move(*error_);
  }

 private:
  Search& search_;
  const nb::object call_;
  const nb::object type_;
  const std::uint64_t id_;
  std::optional<nb::python_error> error_;
};

// Null where none is given.
std::unique_ptr<PythonEvaluation> evaluation_of(Search& search, nb::object call) {
  if (call.is_none()) return nullptr;
  return std::make_unique<PythonEvaluation>(search, std::move(call));
}

const char* sentence(Weights::Fault fault) {
  switch (fault) {
    case Weights::Fault::none:
      break;
    case Weights::Fault::no_weights:
      return "not a file of weights";
    case Weights::Fault::unknown_kind:
      return "weights of a kind or board that is not known";
    case Weights::Fault::damaged:
      return "the weights are damaged: their checksum is another";
    case Weights::Fault::misshapen:
      return "the weights do not fit their board";
    case Weights::Fault::memory:
      return "no memory for the weights";
  }
  return "";
}

const char* sentence(Book::Fault fault) {
  switch (fault) {
    case Book::Fault::none:
      break;
    case Book::Fault::no_book:
      return "not an opening book";
    case Book::Fault::other_format:
      return "an opening book of another format";
    case Book::Fault::damaged:
      return "the opening book is damaged: its checksum is another";
  }
  return "";
}

LegalMoves in_book(const Book& book, const Position& position) {
  Moves legal;
  const bool listed = patiently(
      [&](Budget& budget) { return list_moves(position, MoveKind::legal, legal, budget); });
  if (!listed) fail_with("too_complex");
  LegalMoves found{position, {}};
  book.moves(position, legal, found.moves);
  return found;
}

void check(const Weights* weights, const crownhead::Position& position) {
  if (weights && weights->board() != position.ruleset->rules.board)
    throw nb::value_error("these weights are of another board");
}

std::vector<const crownhead::Position*> same_games(nb::sequence past, const Position& position) {
  std::vector<const crownhead::Position*> earlier;
  for (nb::handle one : past) {
    const auto* p = nb::cast<const Position*>(one);
    if (same_game(p->ruleset, position.ruleset)) earlier.push_back(p);
  }
  return earlier;
}

Control control_of(Listener& listener) {
  Control control;
  control.context = &listener;
  const bool told = !listener.iteration.is_none();
  if (listener.in_main_thread || told) control.interrupted = Listener::interrupted;
  if (told) control.iteration = Listener::tell;
  return control;
}

Found run(Search& search, SearchRequest& request, nb::sequence past, nb::sequence excluded,
          const EndgameProbe* judge, PythonEvaluation* given, nb::object iteration) {
  const Position& position = *request.position;
  check(request.weights, position);
  const auto earlier = same_games(past, position);
  std::vector<crownhead::Move> forbidden;
  for (nb::handle one : excluded) forbidden.push_back(nb::cast<const Move&>(one));
  request.past = earlier.data();
  request.past_length = static_cast<int>(earlier.size());
  request.excluded = forbidden.data();
  request.excluded_length = static_cast<int>(forbidden.size());
  std::unique_ptr<JudgedLines> judged;
  if (const auto* known = dynamic_cast<const endgame::TableProbe*>(judge)) {
    if (!forbidden.empty()) throw nb::value_error("tables judge all moves, or none");
    const nb::gil_scoped_release released;
    judged = std::make_unique<JudgedLines>(known->tables, request);
  }
  Listener listener{&position, judged.get(), std::move(iteration), in_main_thread(), std::nullopt};
  request.control = control_of(listener);
  request.given = given;
  const auto result = std::make_unique<SearchResult>();
  Found found;
  {
    const nb::gil_scoped_release released;
    if (!search.run(request, *result))
      throw std::runtime_error("another search runs on this table");
    if (!result->too_complex) found = full(position, *result, judged.get());
  }
  if (given) given->raise_error();
  if (listener.error) throw std::move(*listener.error);
  if (result->too_complex) fail_with("too_complex");
  return found;
}

// A number of Python's, 0 for None; what is too large is the most there is.
template <class Value>
Value number_of(nb::handle given, const char* name) {
  const nb::object value = given.attr(name);
  Value number{};
  if (!value.is_none() && !nb::try_cast(value, number)) return std::numeric_limits<Value>::max();
  return number;
}

// A limit of Python's; what it leaves open is 0.
Limits limits_of(nb::handle given) {
  Limits limits;
  if (const int depth = number_of<int>(given, "depth"))
    limits.depth = std::min(depth, limits.depth);
  if (const auto nodes = number_of<std::uint64_t>(given, "nodes")) limits.nodes = nodes;
  limits.seconds = number_of<double>(given, "seconds");
  limits.clock = number_of<double>(given, "clock");
  limits.increment = number_of<double>(given, "increment");
  limits.moves_to_go = number_of<int>(given, "moves");
  return limits;
}

player::Level level_of(nb::handle given) {
  player::Level level;
  level.number = number_of<int>(given, "number");
  level.nodes = number_of<std::uint64_t>(given, "nodes");
  level.noise = std::clamp(number_of<int>(given, "noise"), 0, most_error);
  level.taste = std::clamp(number_of<int>(given, "taste"), 0, most_error);
  level.blind = std::clamp(number_of<int>(given, "blind"), 0, most_error);
  level.quiescence_depth = number_of<int>(given, "quiescence_depth");
  level.learned = number_of<bool>(given, "learned");
  level.oversight = number_of<double>(given, "oversight");
  level.seconds = number_of<double>(given, "seconds");
  return level;
}

// What a level plays; `line` is empty without a move, or where nothing was chosen because its
// tables are damaged.
struct Chosen {
  std::vector<Move> line;
  bool damaged = false;
  std::optional<Found> found;  // what was searched, if anything was
};

// A player of the core, whom Python asks and listens to.
class Asked {
 public:
  Asked(Search& search, nb::handle level, std::uint64_t seed, int threads, const Weights* weights,
        const EndgameProbe* tables, const Book* book, nb::object evaluation, nb::object iteration)
      : level_(level_of(level)),
        listener_{nullptr, nullptr, std::move(iteration), in_main_thread(), std::nullopt},
        given_(evaluation_of(search, std::move(evaluation))),
        result_(std::make_unique<SearchResult>()) {
    means_.search = &search;
    means_.result = result_.get();
    means_.weights = weights;
    means_.given = given_.get();
    means_.tables = dynamic_cast<const endgame::TableProbe*>(tables);
    means_.book = book;
    means_.seed = seed;
    means_.threads = threads;
    means_.control = control_of(listener_);
  }

  Chosen choose(const nb::object& on, nb::sequence past, nb::handle limit, int repetition,
                bool replaceable, bool replies) {
    const Limits limits = limits_of(limit);
    means_.replaceable = replaceable;
    if (nb::isinstance<LawGame>(on)) {
      const game::Game game =
          nb::cast<const LawGame&>(on).look([](const game::Game& now) { return now; });
      return choose(player::Past(game).scene(), &game, limits, replies);
    }
    const auto& position = nb::cast<const Position&>(on);
    const auto earlier = same_games(past, position);
    const auto before = static_cast<int>(earlier.size());
    return choose({&position, earlier.data(), before, repetition}, nullptr, limits, replies);
  }

  Found score(const Position& position, nb::sequence past, int repetition) {
    check(means_.weights, position);
    const auto earlier = same_games(past, position);
    int value = 0;
    player::Status status{};
    Found found;
    {
      const nb::gil_scoped_release released;
      status = player::Player(level_, means_)
                   .score({&position, earlier.data(), static_cast<int>(earlier.size()), repetition},
                          value);
      if (status == player::Status::done) found = full(position, *result_, nullptr);
    }
    raise_for(status);
    return found;
  }

 private:
  Chosen choose(const player::Scene& scene, const game::Game* game, const Limits& limits,
                bool replies) {
    const crownhead::Position& position = *scene.position;
    check(means_.weights, position);
    listener_.root = &position;
    player::Choice choice;
    player::Status status{};
    Chosen chosen;
    {
      const nb::gil_scoped_release released;
      player::Player player(level_, means_);
      status = game ? player.choose(*game, limits, choice) : player.choose(scene, limits, choice);
      const bool bare = choice.line.size() == 1 && !choice.searched && !choice.faulty;
      if (status == player::Status::done && replies && bare)
        status = player.expect(scene, limits, choice);
      if (choice.searched) chosen.found = full(position, *result_, nullptr);
    }
    raise_for(status);
    chosen.damaged = status == player::Status::damaged;
    if (status == player::Status::done) chosen.line.assign(choice.line.begin(), choice.line.end());
    return chosen;
  }

  void raise_for(player::Status status) {
    if (given_) given_->raise_error();
    if (listener_.error) throw std::move(*listener_.error);
    if (status == player::Status::busy)
      throw std::runtime_error("another search runs on this table");
    if (status == player::Status::too_complex) fail_with("too_complex");
  }

  player::Level level_;
  Listener listener_;
  std::unique_ptr<PythonEvaluation> given_;
  std::unique_ptr<SearchResult> result_;
  player::Means means_;
};

nb::list list_of(const std::vector<Move>& line) {
  nb::list moves;
  for (const Move& move : line) moves.append(nb::cast(move));
  return moves;
}

const char* name_of(Bound bound) {
  switch (bound) {
    case Bound::upper:
      return "upper";
    case Bound::lower:
      return "lower";
    default:
      return "exact";
  }
}

}  // namespace

void bind_search(nb::module_& m) {
  using player::Level;
  m.attr("FIRST_WITH_TABLES") = Level::first_with_tables;
  m.attr("FIRST_BY_DISTANCE") = Level::first_by_distance;
  m.attr("FIRST_WITH_BOOK") = Level::first_with_book;
  m.attr("SOUND") = Level::sound;
  m.attr("ENOUGH") = Level::enough;
  m.attr("PATIENCE") = Level::patience;
  m.attr("ALL_CAPTURES") = Level::all_captures;
  nb::class_<FoundLine>(m, "FoundLine", "One line of play that a search found.")
      .def_prop_ro(
          "moves", [](const FoundLine& l) { return list_of(l.moves); },
          nb::sig("def moves(self) -> list[Move]"), "The best play of both sides.")
      .def_ro("score", &FoundLine::score, "Hundredths of a man, for the side to move.")
      .def_prop_ro(
          "bound", [](const FoundLine& l) { return name_of(l.bound); },
          nb::sig("def bound(self) -> typing.Literal['exact', 'lower', 'upper']"),
          "Whether the score is exact, or at least or at most so much.")
      .def_ro("depth", &FoundLine::depth, "Plies searched completely.")
      .def_prop_ro(
          "worth",
          [](const FoundLine& l) -> nb::object {
            if (!l.worth) return nb::none();
            const endgame::Verdict& verdict = l.worth->verdict;
            return nb::make_tuple(verdict.value, verdict.plies, l.worth->draw_rule);
          },
          nb::sig("def worth(self) -> tuple[int, int, int] | None"),
          "What the tables say of it for the side to move: value, plies to the end (-1: a draw, or "
          "not known), and the number of the draw rule that ends the game before, or -1.");
  nb::class_<Found>(m, "SearchResult", "What a search found.")
      .def_prop_ro(
          "best",
          [](const Found& r) -> nb::object {
            if (r.lines[0].moves.empty()) return nb::none();
            return nb::cast(r.lines[0].moves[0]);
          },
          nb::sig("def best(self) -> Move | None"), "The move to play; None without one.")
      .def_prop_ro(
          "line", [](const Found& r) { return list_of(r.lines[0].moves); },
          nb::sig("def line(self) -> list[Move]"), "The best play of both sides.")
      .def_prop_ro(
          "lines",
          [](const Found& r) {
            nb::list lines;
            for (const FoundLine& line : r.lines) lines.append(nb::cast(line));
            return lines;
          },
          nb::sig("def lines(self) -> list[FoundLine]"), "The best lines, the best first.")
      .def_prop_ro(
          "score", [](const Found& r) { return r.lines[0].score; },
          "Hundredths of a man, for the side to move.")
      .def_ro("depth", &Found::depth, "Plies searched completely.")
      .def_ro("nodes", &Found::nodes)
      .def_ro("seconds", &Found::seconds);
  nb::class_<EndgameProbe>(m, "EndgameProbe", "Endgame tables that a search can ask.")
      .def_prop_ro("most_pieces", &EndgameProbe::most_pieces,
                   "The tables know positions of at most so many pieces.");
  nb::class_<Weights>(m, "Weights", nb::is_weak_referenceable(),
                      "The weights of a learned evaluation; they do not change.")
      .def(
          "__init__",
          [](Weights* self, nb::bytes file) {
            new (self) Weights();
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.c_str());
            const Weights::Fault fault = self->read(bytes, file.size());
            if (fault == Weights::Fault::none) return;
            self->~Weights();
            if (fault == Weights::Fault::memory) throw std::bad_alloc();
            throw nb::value_error(sentence(fault));
          },
          "file"_a, "Read a file of weights. Raises ValueError where it is none or damaged.")
      .def_prop_ro("id", &Weights::id, "A checksum that tells weights apart.")
      .def(
          "fits",
          [](const Weights& self, const RulesetRef& ruleset) {
            return self.board() == ruleset->rules.board;
          },
          "ruleset"_a, "Return whether they are of the board of a game.");
  nb::class_<Book>(m, "Book", "Opening moves that were found before the game; they do not change.")
      .def(
          "__init__",
          [](Book* self, nb::bytes file) {
            new (self) Book();
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.c_str());
            const Book::Fault fault = self->read(bytes, file.size());
            if (fault == Book::Fault::none) return;
            self->~Book();
            throw nb::value_error(sentence(fault));
          },
          "file"_a, "Read a book. Raises ValueError where it is none or damaged.")
      .def("__len__", &Book::size)
      .def("moves", in_book, "position"_a,
           "Those of the legal moves that the book plays, mostly none.")
      .def(
          "draw",
          [](const Book& self, const Position& position, std::uint64_t seed) -> nb::object {
            const LegalMoves found = in_book(self, position);
            const crownhead::Move* move = drawn(position, found.moves, seed);
            return move ? nb::cast(Move(*move)) : nb::none();
          },
          "position"_a, "seed"_a = 0,
          nb::sig("def draw(self, position: Position, seed: int = 0) -> Move | None"),
          "The move of the book that a seed chooses; None without one.");
  nb::class_<Chosen>(m, "Chosen", "What a level plays.")
      .def_prop_ro(
          "line", [](const Chosen& c) { return list_of(c.line); },
          nb::sig("def line(self) -> list[Move]"),
          "The move and what is expected after it; empty without a move.")
      .def_ro("damaged", &Chosen::damaged,
              "Whether nothing was chosen because the tables are damaged.")
      .def_prop_ro(
          "found",
          [](const Chosen& c) -> nb::object { return c.found ? nb::cast(*c.found) : nb::none(); },
          nb::sig("def found(self) -> SearchResult | None"), "What was searched, if anything was.");
  nb::class_<Search>(m, "Search", "An alpha-beta search with its transposition table.")
      .def(
          "__init__",
          [](Search* self, int megabytes) {
            if (megabytes < 1 || megabytes > 65'536)
              throw nb::value_error("a table has 1 to 65536 megabytes");
            new (self) Search(static_cast<std::size_t>(megabytes));
            if (self->usable()) return;
            self->~Search();
            throw std::bad_alloc();
          },
          "megabytes"_a = 16)
      .def(
          "run",
          [](Search& self, const Position& position, nb::sequence past, int depth,
             std::uint64_t nodes, double seconds, double clock, double increment, int moves_to_go,
             int noise, int taste, int blind, std::uint64_t seed, int quiescence_depth,
             int repetition, nb::sequence excluded, bool minimax, int lines, int threads,
             const Weights* weights, const EndgameProbe* endgames, bool judged,
             nb::object evaluation, nb::object iteration) {
            SearchRequest request;
            Limits& limits = request.limits;
            limits.depth = depth;
            limits.nodes = nodes ? nodes : ~0ull;
            limits.seconds = seconds;
            limits.clock = clock;
            limits.increment = increment;
            limits.moves_to_go = moves_to_go;
            limits.noise = std::clamp(noise, 0, most_error);
            limits.blind = std::clamp(blind, 0, most_error);
            limits.taste = std::clamp(taste, 0, most_error);
            limits.seed = seed;
            limits.quiescence_depth = quiescence_depth;
            limits.repetition = repetition;
            limits.minimax = minimax;
            request.position = &position;
            request.lines = lines;
            request.threads = threads;
            request.weights = weights;
            request.endgames = endgames;
            const auto given = evaluation_of(self, std::move(evaluation));
            return run(self, request, past, excluded, judged ? endgames : nullptr, given.get(),
                       std::move(iteration));
          },
          "position"_a, "past"_a = nb::make_tuple(), nb::kw_only(), "depth"_a = 99, "nodes"_a = 0,
          "seconds"_a = 0.0, "clock"_a = 0.0, "increment"_a = 0.0, "moves_to_go"_a = 0,
          "noise"_a = 0, "taste"_a = 0, "blind"_a = 0, "seed"_a = 0, "quiescence_depth"_a = 1000,
          "repetition"_a = 3, "excluded"_a = nb::make_tuple(), "minimax"_a = false, "lines"_a = 1,
          "threads"_a = 1, "weights"_a = nb::none(), "endgames"_a = nb::none(), "judged"_a = false,
          "evaluation"_a = nb::none(), "iteration"_a = nb::none(),
          nb::sig(
              "def run(self, position: Position, past: collections.abc.Sequence[Position] = (), *,"
              " depth: int = 99, nodes: int = 0, seconds: float = 0.0, clock: float = 0.0,"
              " increment: float = 0.0, moves_to_go: int = 0, noise: int = 0, taste: int = 0, "
              "blind: int = 0,"
              " seed: int = 0,"
              " quiescence_depth: int = 1000, repetition: int = 3,"
              " excluded: collections.abc.Sequence[Move] = (), minimax: bool = False,"
              " lines: int = 1, threads: int = 1, weights: Weights | None = None,"
              " endgames: EndgameProbe | None = None, judged: bool = False,"
              " evaluation: Evaluator[P] | None = None,"
              " iteration: collections.abc.Callable[[SearchResult], object] | None = None)"
              " -> SearchResult"),
          "Search until the first limit is reached (0: none). `past` are the earlier positions of "
          "the game, `weights` those of the evaluation (None: the one made by hand). `judged`: "
          "lines "
          "are ordered and scored by the tables `endgames`, best play without errors. `evaluation` "
          "is an `Evaluation` in place of the core's. `iteration` is called with what is found "
          "after each depth; what it raises ends the search.")
      .def(
          "choose",
          [](Search& self, nb::object on, nb::sequence past, nb::handle limit, nb::handle level,
             int repetition, std::uint64_t seed, int threads, const Weights* weights,
             const EndgameProbe* endgames, bool replaceable, const Book* book, bool replies,
             nb::object evaluation, nb::object iteration) {
            return Asked(self, level, seed, threads, weights, endgames, book, std::move(evaluation),
                         std::move(iteration))
                .choose(on, past, limit, repetition, replaceable, replies);
          },
          "on"_a, "past"_a, "limit"_a, "level"_a, nb::kw_only(), "repetition"_a = 3, "seed"_a = 0,
          "threads"_a = 1, "weights"_a = nb::none(), "endgames"_a = nb::none(),
          "replaceable"_a = false, "book"_a = nb::none(), "replies"_a = false,
          "evaluation"_a = nb::none(), "iteration"_a = nb::none(),
          nb::sig("def choose(self, on: LawGame | Position,"
                  " past: collections.abc.Sequence[Position], limit: LimitFields,"
                  " level: LevelFields, *, repetition: int = 3, seed: int = 0, threads: int = 1,"
                  " weights: Weights | None = None, endgames: EndgameProbe | None = None,"
                  " replaceable: bool = False, book: Book | None = None, replies: bool = False,"
                  " evaluation: Evaluator[P] | None = None,"
                  " iteration: collections.abc.Callable[[SearchResult], object] | None = None)"
                  " -> Chosen"),
          "Choose the move of a level (`crownhead.engines.levels.Level`) within a `Limit`. "
          "`replaceable`: nothing is chosen by damaged tables. `replies`: a reply is expected even "
          "where nothing had to be searched.")
      .def(
          "score",
          [](Search& self, const Position& position, nb::sequence past, nb::handle level,
             int repetition, std::uint64_t seed, int threads, const Weights* weights,
             const EndgameProbe* endgames, nb::object evaluation) {
            return Asked(self, level, seed, threads, weights, endgames, nullptr,
                         std::move(evaluation), nb::none())
                .score(position, past, repetition);
          },
          "position"_a, "past"_a, "level"_a, nb::kw_only(), "repetition"_a = 3, "seed"_a = 0,
          "threads"_a = 1, "weights"_a = nb::none(), "endgames"_a = nb::none(),
          "evaluation"_a = nb::none(),
          nb::sig("def score(self, position: Position,"
                  " past: collections.abc.Sequence[Position], level: LevelFields, *,"
                  " repetition: int = 3, seed: int = 0, threads: int = 1,"
                  " weights: Weights | None = None, endgames: EndgameProbe | None = None,"
                  " evaluation: Evaluator[P] | None = None)"
                  " -> SearchResult"),
          "Search a position as a level decides by it: without its errors.")
      .def("stop", &Search::stop, "End the running search and later ones, until `ready`.")
      .def("ready", &Search::ready, "Allow searches again after `stop`.")
      .def("clear", &Search::clear, "Forget earlier searches; False while one runs.")
      .def("renew", &Search::renew,
           "Forget earlier searches and touch the table's memory; False while one runs.");
  m.def(
      "even_share", [](nb::handle limit) { return Pace(limits_of(limit)).even(); }, "limit"_a,
      nb::sig("def even_share(limit: LimitFields) -> float"),
      "The seconds of a `Limit` for one move of many; 0: no limit.");
  m.attr("MOVES_AHEAD") = Pace::moves_ahead;
  m.def(
      "evaluate",
      [](const Position& position, const Weights* weights, bool baseline) {
        check(weights, position);
        return evaluate(position, weights, baseline);
      },
      "position"_a, "weights"_a = nb::none(), nb::kw_only(), "baseline"_a = false,
      nb::sig("def evaluate(position: Position, weights: Weights | None = None, *,"
              " baseline: bool = False) -> int"),
      "Evaluate a position alone, for the side to move, in hundredths of a man; `baseline`: "
      "without the newer instructions, which give the same value.");
}

}  // namespace crownhead::bindings
