// Building and probing endgame tables.
#include <list>
#include <memory>
#include <optional>

#include "bindings/binding.hpp"
#include "endgame/advice.hpp"
#include "endgame/builder.hpp"
#include "endgame/line.hpp"
#include "endgame/table_probe.hpp"
#include "search/search.hpp"

namespace crownhead::bindings {

namespace {

using endgame::Slice;

Slice slice_of(const std::string& name) {
  Slice slice;
  if (name.size() == 4) {
    const auto digit = [&](std::size_t i) { return static_cast<std::uint8_t>(name[i] - '0'); };
    slice = {{digit(0), digit(2)}, {digit(1), digit(3)}};
  }
  for (int side = 0; side < 2; ++side)
    if (slice.men[side] > endgame::most_pieces || slice.kings[side] > endgame::most_pieces)
      throw nb::value_error("not a slice");
  if (!slice.valid()) throw nb::value_error("not a slice");
  return slice;
}

nb::dict counts_of(const endgame::Tally& tally) {
  nb::dict counts;
  counts["win"] = tally.wins;
  counts["draw"] = tally.draws;
  counts["loss"] = tally.losses;
  counts["captures"] = tally.captures;
  counts["wrong"] = tally.wrong;
  counts["longest"] = tally.longest_win;
  counts["longest_loss"] = tally.longest_loss;
  return counts;
}

// Bytes that Python owns, for as long as we hold them.
class Held {
 public:
  Held(nb::handle owner, bool writable) {
    if (PyObject_GetBuffer(owner.ptr(), &view_, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) != 0)
      throw nb::python_error();
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() { PyBuffer_Release(&view_); }
  std::uint8_t* bytes() const { return static_cast<std::uint8_t*>(view_.buf); }
  std::size_t length() const { return static_cast<std::size_t>(view_.len); }

 private:
  Py_buffer view_;
};

struct EndgameBuilder {
  explicit EndgameBuilder(const RulesetRef& ruleset)
      : builder(*ruleset), spaces(*ruleset->layout) {}

  void attach(const std::string& name, nb::handle buffer) {
    const Slice slice = slice_of(name);
    auto bytes = std::make_unique<Held>(buffer, true);
    if (bytes->length() != builder.positions(slice))
      throw nb::value_error("the buffer has not the size of the slice");
    builder.attach(slice, reinterpret_cast<endgame::Outcome*>(bytes->bytes()));
    held.push_back(std::move(bytes));
  }

  const Slice known(const std::string& name) const {
    const Slice slice = slice_of(name);
    if (!builder.attached(slice)) throw nb::value_error("no buffer is attached for this slice");
    return slice;
  }

  bool solve(const std::string& name, int threads) {
    const Slice slice = slice_of(name);
    if (!builder.ready(slice))
      throw nb::value_error("a slice that this one leads to is not attached");
    const nb::gil_scoped_release released;
    return builder.solve(slice, threads);
  }

  nb::object check(const std::string& name, int threads) {
    const Slice slice = known(name);
    if (!builder.ready(slice))
      throw nb::value_error("a slice that this one leads to is not attached");
    endgame::Tally tally;
    bool finished = false;
    {
      const nb::gil_scoped_release released;
      captures.assign(builder.positions(slice), 0);
      checked = slice;
      finished = builder.check(slice, threads, captures.data(), tally);
    }
    if (!finished) return nb::none();
    return counts_of(tally);
  }

  nb::bytes pack(const std::string& name, bool distances) {
    const Slice slice = known(name);
    if (!(checked == slice)) throw nb::value_error("the slice was not checked just before");
    std::vector<std::uint8_t> packed;
    {
      const nb::gil_scoped_release released;
      packed =
          endgame::pack(spaces.prepare(slice), builder.values(slice), captures.data(), distances);
    }
    return nb::bytes(packed.data(), packed.size());
  }

  endgame::Builder builder;
  endgame::Spaces spaces;
  std::vector<std::unique_ptr<Held>> held;
  std::vector<std::uint8_t> captures;
  Slice checked;
};

struct EndgameTables final : endgame::TableProbe {
  EndgameTables(const Ruleset& ruleset, const std::uint8_t* rules, int megabytes)
      : TableProbe(ruleset, rules, static_cast<std::size_t>(megabytes)) {}

  std::string attach(nb::handle buffer) {
    auto bytes = std::make_unique<Held>(buffer, false);
    const endgame::Fault fault = tables.attach(bytes->bytes(), bytes->length());
    if (fault == endgame::Fault::none) held.push_back(std::move(bytes));
    return name_of(fault);
  }

  std::string attach_file(int descriptor) {
    auto file = std::make_unique<endgame::FileSource>(descriptor);
    if (!file->ready()) {
      PyErr_SetFromErrno(PyExc_OSError);
      throw nb::python_error();
    }
    return name_of(tables.attach(std::move(file)));
  }

  static std::string name_of(endgame::Fault fault) {
    switch (fault) {
      case endgame::Fault::none:
        return "";
      case endgame::Fault::short_file:
        return "short";
      case endgame::Fault::no_table:
        return "no-table";
      case endgame::Fault::other_version:
        return "version";
      case endgame::Fault::other_rules:
        return "rules";
      case endgame::Fault::other_board:
        return "board";
      case endgame::Fault::damaged:
        break;
    }
    return "damaged";
  }

  nb::object ask(const Position& position, bool distance) const {
    check_board(position);
    endgame::Verdict verdict;
    {
      const nb::gil_scoped_release released;
      verdict = tables.probe(position, distance);
    }
    if (verdict.kind != endgame::Verdict::known) return unread(verdict.kind);
    return nb::make_tuple(verdict.value, verdict.plies);
  }

  nb::object follow(const Position& position, int plies) const {
    check_board(position);
    endgame::Followed found;
    {
      const nb::gil_scoped_release released;
      found = endgame::follow(tables, position, plies);
    }
    if (found.kind != endgame::Verdict::known) return unread(found.kind);
    return nb::int_(found.draw_rule);
  }

  nb::object advise(const Position& position, nb::sequence past) const {
    check_board(position);
    std::vector<const crownhead::Position*> earlier;
    for (nb::handle one : past) earlier.push_back(nb::cast<const Position*>(one));
    Moves spoiling;
    std::optional<Move> perfect;
    endgame::Verdict::Kind kind{};
    {
      const nb::gil_scoped_release released;
      const endgame::Advice advice(tables, position, earlier.data(),
                                   static_cast<int>(earlier.size()));
      kind = advice.kind();
      advice.spoiling(spoiling);
      if (const crownhead::Move* move = advice.perfect()) perfect.emplace(*move);
    }
    if (kind != endgame::Verdict::known) return unread(kind);
    nb::list listed;
    for (const crownhead::Move& move : spoiling) listed.append(nb::cast(Move(move)));
    return nb::make_tuple(perfect ? nb::cast(*perfect) : nb::none(), listed);
  }

  double timed(nb::sequence positions, int rounds) const {
    std::vector<const Position*> asked;
    for (nb::handle one : positions) asked.push_back(&nb::cast<const Position&>(one));
    for (const Position* one : asked)
      if (one->ruleset->rules.board != tables.ruleset().rules.board)
        throw nb::value_error("a position on another board");
    const nb::gil_scoped_release released;
    const double begun = steady_seconds();
    for (int round = 0; round < rounds; ++round)
      for (const Position* one : asked) probe(one->side, one->kings, one->to_move());
    return steady_seconds() - begun;
  }

  std::uint64_t configurations(const std::string& name) const {
    const endgame::Tables::Held* slice = tables.find(slice_of(name));
    return slice ? slice->space->configurations : 0;
  }

  nb::object audit(const std::string& name, std::uint64_t from, std::uint64_t to) const {
    if (from > to || to > configurations(name)) throw nb::value_error("no such configurations");
    endgame::Tally tally;
    endgame::Verdict::Kind kind{};
    {
      const nb::gil_scoped_release released;
      kind = tables.audit(slice_of(name), from, to, tally);
    }
    if (kind == endgame::Verdict::known) return counts_of(tally);
    return nb::str(kind == endgame::Verdict::damaged ? "damaged" : "unknown");
  }

  // Hold a slice in memory; false if a block of it is damaged.
  bool load(const std::string& name) {
    const Slice slice = slice_of(name);
    const endgame::Tables::Held* known = tables.find(slice);
    if (!known) throw nb::value_error("no table holds this slice");
    const nb::gil_scoped_release released;
    std::vector<endgame::Outcome>& values = loaded.emplace_back(known->space->size);
    if (!tables.unpack(slice, values.data())) return false;
    winners.of[slice.key()] = values.data();
    return true;
  }

  const Slice in_memory(const std::string& name, std::uint64_t from, std::uint64_t to) const {
    const Slice slice = slice_of(name);
    if (!winners.of[slice.key()]) throw nb::value_error("the slice is not loaded");
    if (from > to || to > configurations(name)) throw nb::value_error("no such configurations");
    return slice;
  }

  bool fill(const std::string& name, std::uint64_t from, std::uint64_t to) const {
    const Slice slice = in_memory(name, from, to);
    const nb::gil_scoped_release released;
    return tables.fill(winners, slice, from, to) == endgame::Verdict::known;
  }

  nb::object compare(const std::string& name, std::uint64_t from, std::uint64_t to) const {
    const Slice slice = in_memory(name, from, to);
    endgame::Tally tally;
    endgame::Verdict::Kind kind{};
    {
      const nb::gil_scoped_release released;
      kind = tables.compare(winners, slice, from, to, tally);
    }
    if (kind != endgame::Verdict::known) return nb::none();
    return counts_of(tally);
  }

  void check_board(const Position& position) const {
    if (position.ruleset->rules.board != tables.ruleset().rules.board)
      throw nb::value_error("a position on another board");
  }

  static nb::object unread(endgame::Verdict::Kind kind) {
    if (kind == endgame::Verdict::damaged) return nb::str("damaged");
    return nb::none();
  }

  std::vector<std::unique_ptr<Held>> held;
  std::list<std::vector<endgame::Outcome>> loaded;
  endgame::Winners winners;
};

}  // namespace

void bind_endgame(nb::module_& m) {
  nb::class_<EndgameBuilder>(m, "EndgameBuilder", "The values of slices, and how they are found.")
      .def(nb::init<const RulesetRef&>(), "ruleset"_a)
      .def(
          "positions",
          [](const EndgameBuilder& self, const std::string& slice) {
            return self.builder.positions(slice_of(slice));
          },
          "slice"_a)
      .def("attach", &EndgameBuilder::attach, "slice"_a, "values"_a,
           nb::sig(
               "def attach(self, slice: str, values: bytearray | memoryview | mmap.mmap) -> None"),
           "Say where the values of a slice are or are to be, one byte each.")
      .def("solve", &EndgameBuilder::solve, "slice"_a, "threads"_a = 1,
           "Solve a slice and its mirror image; False if it was stopped.")
      .def("check", &EndgameBuilder::check, "slice"_a, "threads"_a = 1,
           nb::sig("def check(self, slice: str, threads: int = 1) -> dict[str, int] | None"),
           "Compare all values of a slice with what its moves lead to, and count them; None if it "
           "was stopped.")
      .def("pack", &EndgameBuilder::pack, "slice"_a, "distances"_a,
           "Return the slice that was checked last as it stands in a file.")
      .def("stop", [](EndgameBuilder& self) { self.builder.stop(); })
      .def_prop_ro("done", [](const EndgameBuilder& self) { return self.builder.done(); });
  nb::class_<EndgameTables, EndgameProbe>(m, "EndgameTables",
                                          "Endgame tables of one game, for probing.")
      .def(
          "__init__",
          [](EndgameTables* self, const RulesetRef& ruleset, nb::bytes rules, int megabytes) {
            if (rules.size() != endgame::FileHead::rules_length)
              throw nb::value_error("16 bytes tell the rules of a table");
            if (megabytes < 1 || megabytes > 65'536)
              throw nb::value_error("a cache has 1 to 65536 megabytes");
            new (self)
                EndgameTables(*ruleset, static_cast<const std::uint8_t*>(rules.data()), megabytes);
          },
          "ruleset"_a, "rules"_a, "megabytes"_a = 64)
      .def("attach", &EndgameTables::attach, "file"_a,
           nb::sig("def attach(self, file: bytes | bytearray | memoryview | mmap.mmap) -> str"),
           "Add the bytes of a file; return what is wrong with it, or nothing.")
      .def("attach_file", &EndgameTables::attach_file, "descriptor"_a,
           "Add an open file, of which another descriptor is made; return what is wrong with it, "
           "or nothing. Raises OSError.")
      .def_prop_ro("pieces", [](const EndgameTables& self) { return self.tables.pieces(); })
      .def("configurations", &EndgameTables::configurations, "slice"_a,
           "Return how many placements of men a slice has; 0 if it is not there.")
      .def("audit", &EndgameTables::audit, "slice"_a, "begin"_a, "end"_a,
           nb::sig("def audit(self, slice: str, begin: int, end: int) -> dict[str, int] | str"),
           "Compare the values of some placements of men with what the moves lead to.")
      .def("load", &EndgameTables::load, "slice"_a,
           "Decode who wins the positions of a slice into memory; False if a block is damaged.")
      .def("fill", &EndgameTables::fill, "slice"_a, "begin"_a, "end"_a,
           "Work out the positions of a loaded slice in which a capture is to be made; False where "
           "a slice that it leads to is not loaded.")
      .def("compare", &EndgameTables::compare, "slice"_a, "begin"_a, "end"_a,
           nb::sig("def compare(self, slice: str, begin: int, end: int)"
                   " -> dict[str, int] | None"),
           "Compare who wins with what the moves lead to, in slices that are loaded and filled.")
      .def("probe", &EndgameTables::ask, "position"_a, "distance"_a = true,
           nb::sig("def probe(self, position: Position, distance: bool = True)"
                   " -> tuple[int, int] | str | None"),
           "Return value and plies (-1: unknown or a draw); None where no table knows.")
      .def("advise", &EndgameTables::advise, "position"_a, "past"_a = nb::make_tuple(),
           nb::sig("def advise(self, position: Position,"
                   " past: collections.abc.Sequence[Position] = ())"
                   " -> tuple[Move | None, list[Move]] | str | None"),
           "Return the move that wins soonest or loses latest, None where that is not known, and "
           "the moves that give away a win or a draw; None where no table knows.")
      .def("timed", &EndgameTables::timed, "positions"_a, "rounds"_a = 1,
           nb::sig("def timed(self, positions: collections.abc.Sequence[Position],"
                   " rounds: int = 1) -> float"),
           "Probe quiet positions as a search does, round by round; return the seconds passed.")
      .def("follow", &EndgameTables::follow, "position"_a, "plies"_a,
           nb::sig("def follow(self, position: Position, plies: int) -> int | str | None"),
           "Return the number of the draw rule that ends best play within so many plies, or -1; "
           "None where no table knows.");
}

}  // namespace crownhead::bindings
