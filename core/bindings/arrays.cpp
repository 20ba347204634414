// `ActionSpace`, `PositionBatch`, `GameBatch`: numbers go in and out by buffers that Python has
// made, of the types and shapes that `crownhead.arrays` gives them.
#include "bindings/arrays.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "arrays/action_space.hpp"
#include "arrays/boards.hpp"
#include "arrays/games.hpp"
#include "arrays/parallel.hpp"
#include "bindings/law.hpp"
#include "training/played.hpp"

namespace crownhead::bindings {

namespace {

using namespace crownhead::arrays;

struct Space {
  Space(const RulesetRef& ruleset, int ranks, bool relative)
      : kept(ruleset), space(*ruleset, ranks, relative) {}
  RulesetRef kept;
  ActionSpace space;
};

// The memory of a buffer of Python's, so many items of a type; none for None.
template <class Item>
class Buffer {
 public:
  Buffer(nb::handle object, std::size_t items, bool written) {
    if (object.is_none()) return;
    const int flags = PyBUF_C_CONTIGUOUS | (written ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object.ptr(), &view_, flags) != 0) nb::raise_python_error();
    held_ = true;
    if (view_.len == static_cast<Py_ssize_t>(items * sizeof(Item))) return;
    PyBuffer_Release(&view_);
    const std::string wrong = "a buffer of " + std::to_string(items * sizeof(Item)) +
                              " bytes is wanted, this one has " + std::to_string(view_.len);
    throw nb::value_error(wrong.c_str());
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (held_) PyBuffer_Release(&view_);
  }

  Item* at(std::size_t member, std::size_t each = 1) const {
    return held_ ? static_cast<Item*>(view_.buf) + member * each : nullptr;
  }

 private:
  Py_buffer view_ = {};
  bool held_ = false;
};

class PositionBatch {
 public:
  explicit PositionBatch(const RulesetRef& ruleset) : kept(ruleset) {}
  RulesetRef kept;
  std::vector<crownhead::Position> positions;
};

void same_rules(const RulesetRef& one, const RulesetRef& other) {
  if (!same_game(&*one, &*other)) throw nb::value_error("these are of another game");
}

crownhead::Position position_for(const RulesetRef& ruleset, nb::handle given) {
  Position* position = nullptr;
  if (!nb::try_cast(given, position) || !position)
    throw nb::type_error("a batch is made of positions");
  if (!same_game(position->ruleset, &*ruleset))
    throw nb::value_error("a batch is made of positions of one game");
  crownhead::Position found = *position;
  found.ruleset = &*ruleset;
  return found;
}

std::vector<crownhead::Position> positions_for(const RulesetRef& ruleset, nb::handle given) {
  std::vector<crownhead::Position> found;
  for (nb::handle item : nb::iter(given)) found.push_back(position_for(ruleset, item));
  return found;
}

std::size_t place_in(Py_ssize_t i, std::size_t size) {
  const auto many = static_cast<Py_ssize_t>(size);
  if (i < 0) i += many;
  if (i < 0 || i >= many) {
    const std::string wrong = "there are only " + std::to_string(size) + " in the batch";
    throw nb::index_error(wrong.c_str());
  }
  return static_cast<std::size_t>(i);
}

// Write what belongs to positions, as many as there are, wherever a buffer is given.
struct Writing {
  Writing(const RulesetRef& ruleset, std::size_t size, bool relative, nb::handle planes_out,
          nb::handle bits_out, nb::handle turns_out, nb::handle counts_out, nb::handle runs_out)
      : shape(*ruleset, relative),
        cells(static_cast<std::size_t>(BoardShape::boards * shape.cells())),
        words(static_cast<std::size_t>(BoardShape::boards * shape.words())),
        rules(static_cast<std::size_t>(ruleset->draw_rules)),
        planes(planes_out, size * cells, true),
        bits(bits_out, size * words, true),
        turns(turns_out, size, true),
        counts(counts_out, size * rules, true),
        runs(runs_out, size * 4, true) {}

  void write(const crownhead::Position& position, std::size_t i) const {
    if (planes.at(0)) shape.write_planes(position, planes.at(i, cells));
    if (bits.at(0)) shape.write_bits(position, bits.at(i, words));
    if (turns.at(0)) *turns.at(i) = position.turn;
    if (counts.at(0)) shape.write_counts(position, counts.at(i, rules));
    if (runs.at(0)) shape.write_runs(position, runs.at(i, 4));
  }

  BoardShape shape;
  std::size_t cells, words, rules;
  Buffer<std::uint8_t> planes;
  Buffer<std::uint64_t> bits;
  Buffer<std::uint8_t> turns;
  Buffer<std::int16_t> counts;
  Buffer<std::uint8_t> runs;
};

// The first of a batch of which something is wrong; its size if nothing is.
struct FirstWrong {
  explicit FirstWrong(std::size_t size) : first(size) {}
  void note(std::size_t i) {
    const std::lock_guard held(noting);
    if (i < first) first = i;
  }
  std::size_t first;
  std::mutex noting;
};

// Read positions into a batch; the number of the first that is none, or how many there are.
std::size_t read(PositionBatch& batch, std::size_t size, bool relative, nb::handle planes_in,
                 nb::handle bits_in, nb::handle turns_in, nb::handle counts_in, nb::handle runs_in,
                 int threads) {
  const BoardShape shape(*batch.kept, relative);
  const auto cells = static_cast<std::size_t>(BoardShape::boards * shape.cells());
  const auto words = static_cast<std::size_t>(BoardShape::boards * shape.words());
  const auto rules = static_cast<std::size_t>(batch.kept->draw_rules);
  const Buffer<const std::uint8_t> planes(planes_in, size * cells, false);
  const Buffer<const std::uint64_t> bits(bits_in, size * words, false);
  const Buffer<const std::uint8_t> turns(turns_in, size, false);
  const Buffer<const std::int16_t> counts(counts_in, size * rules, false);
  const Buffer<const std::uint8_t> runs(runs_in, size * 4, false);
  if (!turns.at(0) || !(planes.at(0) || bits.at(0))) throw nb::value_error("nothing to read");
  const nb::gil_scoped_release released;
  batch.positions.resize(size);
  FirstWrong wrong(size);
  in_parts(size, threads, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      crownhead::Position& position = batch.positions[i];
      position.ruleset = &*batch.kept;
      position.turn = *turns.at(i) & 1;
      const bool good = *turns.at(i) <= 1 &&
                        (planes.at(0) ? shape.read_planes(planes.at(i, cells), position)
                                      : shape.read_bits(bits.at(i, words), position)) &&
                        (!runs.at(0) || shape.read_runs(runs.at(i, 4), position));
      position.refresh();
      if (!good || (counts.at(0) && !shape.read_counts(counts.at(i, rules), position))) {
        wrong.note(i);
        return;
      }
    }
  });
  return wrong.first;
}

bool same_move(const LegalMove& one, const crownhead::Move& other) {
  return one.from == other.from && one.to == other.to && one.crowns == other.crowns &&
         Wide(one.captured) == Wide(other.captured);
}

nb::bytes bytes_of(const std::vector<std::int32_t>& numbers) {
  return nb::bytes(numbers.data(), numbers.size() * sizeof(std::int32_t));
}

// Mark the legal moves of a position in its row of a mask.
void mark(const LegalList& moves, std::uint8_t* mask, std::size_t actions) {
  std::memset(mask, 0, actions);
  for (const LegalMove& move : moves)
    if (move.action >= 0) mask[move.action] = 1;
}

// List and number the moves of positions: visit(place, moves, whether each has a number). The first
// that is too complex, or how many there are.
template <class Visit>
std::size_t each_list(const PositionBatch& batch, const ActionSpace& space, int threads,
                      Visit&& visit) {
  const ListerOps& ops = lister(batch.kept->rules.board);
  FirstWrong wrong(batch.positions.size());
  in_parts(batch.positions.size(), threads, [&](std::size_t from, std::size_t to) {
    LegalList moves;
    for (std::size_t i = from; i < to; ++i) {
      if (!ops.list(batch.positions[i], moves)) {
        wrong.note(i);
        return;
      }
      const bool complete = space.number(batch.positions[i].to_move(), moves);
      visit(i, moves, complete);
    }
  });
  return wrong.first;
}

void bind_space(nb::module_& m) {
  nb::class_<Space>(m, "ActionSpace", "A fixed number for every move of a game.")
      .def(
          "__init__",
          [](Space* self, const RulesetRef& ruleset, int ranks, bool relative) {
            if (ranks < 1 || ranks > ActionSpace::most_ranks)
              throw nb::value_error("ranks: a number from 1 to 64 is wanted");
            new (self) Space(ruleset, ranks, relative);
          },
          "ruleset"_a, "ranks"_a, "relative"_a)
      .def_prop_ro("size", [](const Space& s) { return s.space.size(); })
      .def_prop_ro("squares", [](const Space& s) { return s.space.squares(); })
      .def(
          "numbers",
          [](const Space& s, const LegalMoves& moves) {
            same_rules(s.kept, moves.position.kept);
            LegalList list;
            for (const crownhead::Move& move : moves.moves) list.emplace_back(move);
            s.space.number(moves.position.to_move(), list);
            std::vector<std::int32_t> found;  // in the order of the moves
            for (const crownhead::Move& move : moves.moves)
              for (const LegalMove& listed : list)
                if (same_move(listed, move)) {
                  found.push_back(listed.action);
                  break;
                }
            return found;
          },
          "moves"_a, "Return the number of each move of a list; -1 for one without.");
}

// What was searched in games that the engine played against itself.
struct Searched {
  std::vector<crownhead::Position> positions;
  std::vector<std::int32_t> actions;
  std::vector<std::int16_t> scores;
  std::vector<std::int8_t> results;  // for the side to move: 1, 0, -1
};

// Play the games of a file again. False where the bytes hold none of these rules.
bool replay(const Space& space, const std::uint8_t* bytes, std::size_t length, Searched& found) {
  training::Played played;
  for (std::size_t at = 0; at < length;) {
    if (!played.read(bytes, length, at)) return false;
    crownhead::Position position = initial(*space.kept);
    for (std::size_t ply = 0; ply < played.places.size(); ++ply) {
      Moves moves;
      Budget budget;
      if (!list_moves(position, MoveKind::legal, moves, budget)) return false;
      const int place = played.places[ply];
      if (place >= moves.size()) return false;
      const auto opening = static_cast<std::size_t>(played.opening);
      if (ply >= opening) {
        LegalList list;
        for (const crownhead::Move& move : moves) list.emplace_back(move);
        space.space.number(position.to_move(), list);
        const LegalMove& made = *std::find_if(list.begin(), list.end(), [&](const LegalMove& move) {
          return same_move(move, moves[place]);
        });
        const int white_result = static_cast<int>(played.result) - 1;
        found.positions.push_back(position);
        found.actions.push_back(made.action);
        found.scores.push_back(played.scores[ply - opening]);
        found.results.push_back(
            static_cast<std::int8_t>(position.turn == white ? white_result : -white_result));
      }
      position = position.after(moves[place]);
    }
  }
  return true;
}

template <class Item>
nb::bytes packed_bytes(const std::vector<Item>& items) {
  return nb::bytes(items.data(), items.size() * sizeof(Item));
}

void bind_position_batch(nb::module_& m) {
  nb::class_<PositionBatch>(m, "PositionBatch", "Many positions of one game.")
      .def(
          "__init__",
          [](PositionBatch* self, const RulesetRef& ruleset, nb::handle positions) {
            std::vector<crownhead::Position> found = positions_for(ruleset, positions);
            new (self) PositionBatch(ruleset);
            self->positions = std::move(found);
          },
          "ruleset"_a, "positions"_a,
          nb::sig("def __init__(self, ruleset: Ruleset, positions: "
                  "collections.abc.Iterable[Position]) -> None"))
      .def_static(
          "read",
          [](const RulesetRef& ruleset, std::size_t size, bool relative, nb::handle planes,
             nb::handle bits, nb::handle turns, nb::handle counts, nb::handle runs, int threads) {
            auto batch = std::make_unique<PositionBatch>(ruleset);
            const std::size_t first =
                read(*batch, size, relative, planes, bits, turns, counts, runs, threads);
            if (first < size) return nb::cast(first);
            return nb::cast(batch.release(), nb::rv_policy::take_ownership);
          },
          "ruleset"_a, "size"_a, nb::kw_only(), "relative"_a, "planes"_a.none(), "bits"_a.none(),
          "turns"_a, "counts"_a.none(), "runs"_a.none(), "threads"_a,
          nb::sig("def read(ruleset: Ruleset, size: int, *, relative: bool, planes: "
                  "numpy.typing.NDArray[numpy.uint8] | None, bits: "
                  "numpy.typing.NDArray[numpy.uint64] | None, turns: "
                  "numpy.typing.NDArray[numpy.uint8], counts: numpy.typing.NDArray[numpy.int16] "
                  "| None, runs: numpy.typing.NDArray[numpy.uint8] | None, threads: int) -> "
                  "PositionBatch | int"),
          "Read positions from buffers, or return the number of the first that is none.")
      .def_static(
          "searched",
          [](const Space& space, nb::bytes games) -> nb::object {
            Searched found;
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(games.c_str());
            const std::size_t length = games.size();
            bool sound = false;
            {
              const nb::gil_scoped_release released;
              sound = replay(space, bytes, length, found);
            }
            if (!sound) return nb::none();
            auto batch = std::make_unique<PositionBatch>(space.kept);
            batch->positions = std::move(found.positions);
            return nb::make_tuple(nb::cast(batch.release(), nb::rv_policy::take_ownership),
                                  packed_bytes(found.actions), packed_bytes(found.scores),
                                  packed_bytes(found.results));
          },
          "space"_a, "games"_a,
          nb::sig("def searched(space: ActionSpace, games: bytes) -> "
                  "tuple[PositionBatch, bytes, bytes, bytes] | None"),
          "Read games as core/training/played.hpp has them: the positions that were searched, the "
          "actions played, scores and results for the side to move; None where they are none of "
          "these rules.")
      .def("__len__", [](const PositionBatch& b) { return b.positions.size(); })
      .def(
          "get",
          [](const PositionBatch& b, nb::handle type, Py_ssize_t i) {
            return wrap(type, b.positions[place_in(i, b.positions.size())]);
          },
          "type"_a, "place"_a, nb::sig("def get(self, type: type[P], place: int) -> P"))
      .def(
          "write",
          [](const PositionBatch& b, bool relative, nb::handle planes, nb::handle bits,
             nb::handle turns, nb::handle counts, nb::handle runs, int threads) {
            const Writing out(b.kept, b.positions.size(), relative, planes, bits, turns, counts,
                              runs);
            const nb::gil_scoped_release released;
            in_parts(b.positions.size(), threads, [&](std::size_t from, std::size_t to) {
              for (std::size_t i = from; i < to; ++i) out.write(b.positions[i], i);
            });
          },
          nb::kw_only(), "relative"_a, "planes"_a.none(), "bits"_a.none(), "turns"_a.none(),
          "counts"_a.none(), "runs"_a.none(), "threads"_a,
          nb::sig("def write(self, *, relative: bool, planes: numpy.typing.NDArray[numpy.uint8] "
                  "| None, bits: numpy.typing.NDArray[numpy.uint64] | None, turns: "
                  "numpy.typing.NDArray[numpy.uint8] | None, counts: "
                  "numpy.typing.NDArray[numpy.int16] | None, runs: "
                  "numpy.typing.NDArray[numpy.uint8] | None, threads: int) -> None"),
          "Write what belongs to the positions wherever a buffer is given.")
      .def(
          "mask",
          [](const PositionBatch& b, const Space& space, nb::handle mask, int threads) {
            same_rules(b.kept, space.kept);
            const auto actions = static_cast<std::size_t>(space.space.size());
            const Buffer<std::uint8_t> out(mask, b.positions.size() * actions, true);
            FirstWrong unnumbered(b.positions.size());
            std::size_t complex = 0;
            {
              const nb::gil_scoped_release released;
              complex = each_list(b, space.space, threads,
                                  [&](std::size_t i, const LegalList& moves, bool complete) {
                                    if (!complete) unnumbered.note(i);
                                    mark(moves, out.at(i, actions), actions);
                                  });
            }
            return nb::make_tuple(complex, unnumbered.first);
          },
          "space"_a, "mask"_a, "threads"_a,
          nb::sig("def mask(self, space: ActionSpace, mask: numpy.typing.NDArray[numpy.uint8], "
                  "threads: int) -> tuple[int, int]"),
          "Mark the legal moves; return the first position that is too complex, and the first with "
          "a move that has no number, the size of the batch where there is none.")
      .def(
          "legal",
          [](const PositionBatch& b, const Space& space, nb::handle counts) {
            same_rules(b.kept, space.kept);
            const Buffer<std::int32_t> out(counts, b.positions.size(), true);
            std::vector<std::int32_t> all;
            std::size_t complex = 0;
            FirstWrong unnumbered(b.positions.size());
            {
              const nb::gil_scoped_release released;
              complex = each_list(b, space.space, 1,
                                  [&](std::size_t i, const LegalList& moves, bool complete) {
                                    if (!complete) unnumbered.note(i);
                                    *out.at(i) = static_cast<std::int32_t>(moves.size());
                                    for (const LegalMove& move : moves) all.push_back(move.action);
                                  });
            }
            return nb::make_tuple(complex, unnumbered.first, bytes_of(all));
          },
          "space"_a, "counts"_a,
          nb::sig("def legal(self, space: ActionSpace, counts: "
                  "numpy.typing.NDArray[numpy.int32]) -> tuple[int, int, bytes]"),
          "Count the legal moves, and return their numbers one position after the other.")
      .def(
          "play",
          [](const PositionBatch& b, const Space& space, nb::handle actions, int threads) {
            same_rules(b.kept, space.kept);
            const Buffer<const std::int32_t> in(actions, b.positions.size(), false);
            auto next = std::make_unique<PositionBatch>(b.kept);
            std::size_t complex = 0;
            FirstWrong illegal(b.positions.size());
            {
              const nb::gil_scoped_release released;
              next->positions.resize(b.positions.size());
              complex = each_list(b, space.space, threads,
                                  [&](std::size_t i, const LegalList& moves, bool) {
                                    for (const LegalMove& move : moves)
                                      if (move.action == *in.at(i) && move.action >= 0) {
                                        next->positions[i] = after(b.positions[i], move);
                                        return;
                                      }
                                    illegal.note(i);
                                  });
            }
            if (complex < b.positions.size()) fail_with("too_complex");
            if (illegal.first < b.positions.size()) return nb::cast(illegal.first);
            return nb::cast(next.release(), nb::rv_policy::take_ownership);
          },
          "space"_a, "actions"_a, "threads"_a,
          nb::sig("def play(self, space: ActionSpace, actions: "
                  "numpy.typing.NDArray[numpy.int32], threads: int) -> PositionBatch | int"),
          "Make a move in every position, or return the first that has none of its number.");
}

// Games that one thread at a time looks at or steps, all without Python's lock.
struct GameBatch {
  GameBatch(std::size_t size, GameSettings settings, const Space& given, const RulesetRef& of)
      : kept(of), space(given.kept), games(size, std::move(settings), given.space), marked(size) {}
  GameBatch(const GameBatch& of, Games copied)
      : kept(of.kept), space(of.space), games(std::move(copied)), marked(games.size()) {}
  RulesetRef kept, space;
  Games games;
  // Take the marks away that were made last, and mark the legal moves of a game.
  void mark(std::size_t i, std::uint8_t* mask) {
    for (const std::int32_t action : marked[i]) mask[action] = 0;
    marked[i].clear();
    for (const LegalMove& move : games.legal(i)) {
      mask[move.action] = 1;
      marked[i].push_back(move.action);
    }
  }

  std::vector<std::vector<std::int32_t>> marked;
  mutable std::mutex stepping;
};

template <class Act>
auto alone(const GameBatch& batch, Act&& act) {
  const nb::gil_scoped_release released;
  const std::lock_guard held(batch.stepping);
  return act();
}

void bind_game_batch(nb::module_& m) {
  nb::class_<GameBatch>(m, "GameBatch", "Many games that are stepped together.")
      .def(
          "__init__",
          [](GameBatch* self, const LawVariant& variant, const Space& space, std::size_t size,
             nb::handle starts, bool automatic, int most_plies, std::uint64_t seed) {
            same_rules(variant.kept, space.kept);
            GameSettings settings;
            settings.variant = variant.variant;
            settings.automatic = automatic;
            settings.most_plies = most_plies;
            settings.seed = seed;
            settings.starts = positions_for(space.kept, starts);
            if (size < 1 || most_plies < 0 || settings.starts.empty())
              throw nb::value_error("games: a number is out of range");
            new (self) GameBatch(size, std::move(settings), space, variant.kept);
          },
          "variant"_a, "space"_a, "size"_a, nb::kw_only(), "starts"_a, "automatic"_a,
          "most_plies"_a, "seed"_a,
          nb::sig("def __init__(self, variant: LawVariant, space: ActionSpace, size: int, *, "
                  "starts: collections.abc.Iterable[Position], automatic: bool, most_plies: int, "
                  "seed: int) -> None"))
      .def("__len__", [](const GameBatch& b) { return b.games.size(); })
      .def(
          "copy",
          [](const GameBatch& b) {
            Games copied = alone(b, [&] { return b.games; });
            return std::make_unique<GameBatch>(b, std::move(copied)).release();
          },
          nb::rv_policy::take_ownership, nb::sig("def copy(self) -> GameBatch"),
          "Return the same games again; their mask is at first all zeros.")
      .def(
          "get",
          [](const GameBatch& b, nb::handle type, Py_ssize_t i) {
            const std::size_t place = place_in(i, b.games.size());
            return wrap(type, alone(b, [&] { return b.games.position(place); }));
          },
          "type"_a, "place"_a, nb::sig("def get(self, type: type[P], place: int) -> P"))
      .def(
          "standing",
          [](const GameBatch& b, Py_ssize_t i) {
            const std::size_t place = place_in(i, b.games.size());
            const auto [standing, winner, plies] = alone(b, [&] {
              return std::make_tuple(static_cast<int>(b.games.standing(place)),
                                     b.games.winner(place), b.games.plies(place));
            });
            return nb::make_tuple(standing, winner, plies);
          },
          "place"_a, nb::sig("def standing(self, place: int) -> tuple[int, int, int]"),
          "Return how a game stands (core/arrays/games.hpp), who has won it (1 White, -1 Black), "
          "and its plies.")
      .def(
          "begin_all",
          [](GameBatch& b, std::uint64_t seed, int threads) {
            alone(b, [&] { b.games.begin_all(seed, threads); });
          },
          "seed"_a, "threads"_a, "Begin all games anew.")
      .def(
          "begin",
          [](GameBatch& b, Py_ssize_t i, nb::handle position) {
            const std::size_t place = place_in(i, b.games.size());
            if (position.is_none()) {
              alone(b, [&] { b.games.begin(place); });
              return;
            }
            const crownhead::Position start = position_for(b.space, position);
            alone(b, [&] { b.games.begin(place, start); });
          },
          "place"_a, "position"_a = nb::none(),
          nb::sig("def begin(self, place: int, position: Position | None = None) -> None"),
          "Begin a game anew, from the next of its starts or from a position.")
      .def(
          "step",
          [](GameBatch& b, nb::handle actions, nb::handle rewards, nb::handle standings, bool again,
             int threads) {
            const std::size_t size = b.games.size();
            const Buffer<const std::int32_t> in(actions, size, false);
            const Buffer<float> rewarded(rewards, size, true);
            const Buffer<std::uint8_t> stand(standings, size, true);
            return alone(b, [&] {
              const std::size_t illegal = b.games.first_illegal(in.at(0));
              if (illegal == size)
                b.games.step(in.at(0), rewarded.at(0), stand.at(0), again, threads);
              return illegal;
            });
          },
          "actions"_a, "rewards"_a, "standings"_a, "again"_a, "threads"_a,
          nb::sig("def step(self, actions: numpy.typing.NDArray[numpy.int32], rewards: "
                  "numpy.typing.NDArray[numpy.float32], standings: "
                  "numpy.typing.NDArray[numpy.uint8], again: bool, threads: int) -> int"),
          "Make a move in every game; or none, and return the first game in which it is illegal.")
      .def(
          "sample",
          [](const GameBatch& b, std::uint64_t seed, nb::handle actions, int threads) {
            const Buffer<std::int32_t> out(actions, b.games.size(), true);
            alone(b, [&] { b.games.sample(seed, out.at(0), threads); });
          },
          "seed"_a, "actions"_a, "threads"_a,
          nb::sig("def sample(self, seed: int, actions: numpy.typing.NDArray[numpy.int32], "
                  "threads: int) -> None"),
          "Draw a legal move of every game.")
      .def(
          "write",
          [](GameBatch& b, bool relative, nb::handle planes, nb::handle bits, nb::handle turns,
             nb::handle counts, nb::handle runs, nb::handle repetitions, nb::handle mask,
             int threads) {
            const std::size_t size = b.games.size();
            const auto actions = static_cast<std::size_t>(b.games.space().size());
            const Writing out(b.space, size, relative, planes, bits, turns, counts, runs);
            const Buffer<std::int16_t> repeated(repetitions, size, true);
            const Buffer<std::uint8_t> masked(mask, size * actions, true);
            alone(b, [&] {
              in_parts(size, threads, [&](std::size_t from, std::size_t to) {
                for (std::size_t i = from; i < to; ++i) {
                  out.write(b.games.position(i), i);
                  if (repeated.at(0))
                    *repeated.at(i) = static_cast<std::int16_t>(b.games.repetitions(i));
                  if (masked.at(0)) b.mark(i, masked.at(i, actions));
                }
              });
            });
          },
          nb::kw_only(), "relative"_a, "planes"_a.none(), "bits"_a.none(), "turns"_a.none(),
          "counts"_a.none(), "runs"_a.none(), "repetitions"_a.none(), "mask"_a.none(), "threads"_a,
          nb::sig("def write(self, *, relative: bool, planes: numpy.typing.NDArray[numpy.uint8] "
                  "| None, bits: numpy.typing.NDArray[numpy.uint64] | None, turns: "
                  "numpy.typing.NDArray[numpy.uint8] | None, counts: "
                  "numpy.typing.NDArray[numpy.int16] | None, runs: "
                  "numpy.typing.NDArray[numpy.uint8] | None, repetitions: "
                  "numpy.typing.NDArray[numpy.int16] | None, mask: "
                  "numpy.typing.NDArray[numpy.uint8] | None, threads: int) -> None"),
          "Write what belongs to the games wherever a buffer is given; the mask is the one of the "
          "call before, at first all zeros.")
      .def(
          "legal",
          [](const GameBatch& b, nb::handle counts) {
            const Buffer<std::int32_t> out(counts, b.games.size(), true);
            std::vector<std::int32_t> all;
            alone(b, [&] {
              for (std::size_t i = 0; i < b.games.size(); ++i) {
                *out.at(i) = static_cast<std::int32_t>(b.games.legal(i).size());
                for (const LegalMove& move : b.games.legal(i)) all.push_back(move.action);
              }
            });
            return bytes_of(all);
          },
          "counts"_a,
          nb::sig("def legal(self, counts: numpy.typing.NDArray[numpy.int32]) -> bytes"),
          "Count the legal moves, and return their numbers one game after the other.");
}

}  // namespace

void bind_arrays(nb::module_& m) {
  bind_space(m);
  bind_position_batch(m);
  bind_game_batch(m);
}

}  // namespace crownhead::bindings
