#include "search/search.hpp"

#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "bindings/binding.hpp"
#include "bindings/search.hpp"

namespace crownhead::bindings {

namespace {

struct SearchResult {
  std::vector<Move> line;
  int score = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// Python's signal handlers run in the main thread only; elsewhere there is nothing to ask.
bool in_main_thread() {
  const nb::module_ threading = nb::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

bool signalled(void*) {
  const nb::gil_scoped_acquire held;
  return PyErr_CheckSignals() != 0;
}

// The moves of the line with their routes, from the generator itself.
std::vector<Move> full_line(const Task& task) {
  std::vector<Move> line;
  Position position = *task.position;
  for (int i = 0; i < task.length; ++i) {
    Moves legal;
    if (!position.ruleset->ops->legal(position.ruleset->rules, position, legal)) break;
    const Move* found = nullptr;
    for (const Move& move : legal)
      if (task.line[i].is(move)) found = &move;
    if (!found) break;
    line.push_back(*found);
    position = position.after(*found);
  }
  return line;
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
    case Weights::Fault::memory:
      return "no memory for the weights";
  }
  return "";
}

void check(const Weights* weights, const Position& position) {
  if (weights && weights->board() != position.ruleset->rules.board)
    throw nb::value_error("these weights are of another board");
}

SearchResult run(Search& search, const Position& position, nb::sequence past, Limits limits,
                 nb::sequence barred, const Weights* weights) {
  check(weights, position);
  std::vector<const Position*> earlier;
  for (nb::handle one : past) {
    const auto* p = nb::cast<const Position*>(one);
    if (p->ruleset == position.ruleset) earlier.push_back(p);
  }
  std::vector<Move> forbidden;
  for (nb::handle one : barred) forbidden.push_back(nb::cast<const Move&>(one));
  auto task = std::make_unique<Task>();
  Control control;
  if (in_main_thread()) control.interrupted = signalled;
  task->position = &position;
  task->past = earlier.data();
  task->past_length = static_cast<int>(earlier.size());
  task->barred = forbidden.data();
  task->barred_length = static_cast<int>(forbidden.size());
  task->limits = limits;
  task->weights = weights;
  task->control = &control;
  SearchResult result;
  {
    const nb::gil_scoped_release released;
    const double begin = steady_seconds();
    if (!search.run(*task)) throw std::runtime_error("another search runs on this table");
    result.seconds = steady_seconds() - begin;
    if (!task->too_complex) result.line = full_line(*task);
  }
  if (task->interrupted) throw nb::python_error();
  if (task->too_complex) fail_with("too_complex");
  result.score = task->score;
  result.depth = task->depth;
  result.nodes = task->nodes;
  return result;
}

}  // namespace

void bind_search(nb::module_& m) {
  nb::class_<SearchResult>(m, "SearchResult", "What a search found.")
      .def_prop_ro(
          "best",
          [](const SearchResult& r) -> nb::object {
            if (r.line.empty()) return nb::none();
            return nb::cast(r.line[0]);
          },
          nb::sig("def best(self) -> Move | None"), "The move to play; None without one.")
      .def_prop_ro(
          "line",
          [](const SearchResult& r) {
            nb::list moves;
            for (const Move& move : r.line) moves.append(nb::cast(move));
            return moves;
          },
          nb::sig("def line(self) -> list[Move]"), "The best play of both sides.")
      .def_ro("score", &SearchResult::score, "Hundredths of a man, for the side to move.")
      .def_ro("depth", &SearchResult::depth, "Plies searched completely.")
      .def_ro("nodes", &SearchResult::nodes)
      .def_ro("seconds", &SearchResult::seconds);
  nb::class_<Weights>(m, "Weights", "The weights of a learned evaluation; they do not change.")
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
      .def_prop_ro("id", &Weights::id, "A checksum that tells weights apart.");
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
             std::uint64_t nodes, double seconds, int noise, std::uint64_t seed, int exchange,
             int repetition, nb::sequence barred, bool plain, const Weights* weights) {
            Limits limits;
            limits.depth = depth;
            limits.nodes = nodes ? nodes : ~0ull;
            limits.seconds = seconds;
            limits.noise = noise < 0 ? 0 : noise > 1000 ? 1000 : noise;
            limits.seed = seed;
            limits.exchange = exchange;
            limits.repetition = repetition;
            limits.plain = plain;
            return run(self, position, past, limits, barred, weights);
          },
          "position"_a, "past"_a = nb::make_tuple(), nb::kw_only(), "depth"_a = 99, "nodes"_a = 0,
          "seconds"_a = 0.0, "noise"_a = 0, "seed"_a = 0, "exchange"_a = 1000, "repetition"_a = 3,
          "barred"_a = nb::make_tuple(), "plain"_a = false, "weights"_a = nb::none(),
          nb::sig(
              "def run(self, position: Position, past: collections.abc.Sequence[Position] = (), *,"
              " depth: int = 99, nodes: int = 0, seconds: float = 0.0, noise: int = 0,"
              " seed: int = 0, exchange: int = 1000, repetition: int = 3,"
              " barred: collections.abc.Sequence[Move] = (), plain: bool = False,"
              " weights: Weights | None = None)"
              " -> SearchResult"),
          "Search until the first limit is reached (0: none). `past` are the earlier positions of "
          "the game, `weights` those of the evaluation (None: the one made by hand).")
      .def("stop", &Search::stop, "End the running search and later ones, until `ready`.")
      .def("ready", &Search::ready, "Allow searches again after `stop`.")
      .def("clear", &Search::clear, "Forget earlier searches; False while one runs.");
  m.def(
      "evaluate",
      [](const Position& position, const Weights* weights) {
        check(weights, position);
        return evaluate(position, weights);
      },
      "position"_a, "weights"_a = nb::none(),
      nb::sig("def evaluate(position: Position, weights: Weights | None = None) -> int"),
      "Evaluate a position alone, for the side to move, in hundredths of a man.");
}

}  // namespace crownhead::bindings
