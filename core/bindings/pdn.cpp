// `PdnScanner`, `PdnText`, `PdnLooks`, `PdnLine`.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "bindings/binding.hpp"
#include "pdn/encoding.hpp"
#include "pdn/evaluation.hpp"
#include "pdn/guess.hpp"
#include "pdn/positions.hpp"
#include "pdn/replay.hpp"
#include "pdn/scanner.hpp"
#include "pdn/sniff.hpp"
#include "pdn/tags.hpp"
#include "rules/utf8.hpp"

namespace crownhead::bindings {

namespace {

// One game, with what was found out about it so far.
struct PdnText {
  pdn::Excerpt game;
  std::size_t most = 0;
  bool utf8 = true;
  bool tags_read = false;
  nb::dict tags;
  std::vector<pdn::Fault> faults;
  std::size_t body = 0;

  std::string_view source() const { return game.source; }
};

// Its body, replayed.
struct PdnLine {
  nb::object text;  // keeps the source
  nb::object type;  // of positions
  pdn::Replay replay;
  RulesetRef kept;

  const PdnText& game() const { return *nb::inst_ptr<PdnText>(text); }
};

struct PdnLooks {
  pdn::Looks looks;
  bool utf8;
};

template <int pdn::Looks::* Count>
auto count_of() {
  return [](const PdnLooks& v) { return v.looks.*Count; };
}

struct PdnScanner {
  pdn::Scanner scanner;
  std::size_t most;
};

nb::str decoded(std::string_view bytes, bool utf8) {
  // A part that is cut short may end within a character.
  PyObject* made =
      utf8 ? PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace")
           : PyUnicode_DecodeLatin1(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), nullptr);
  if (!made) throw nb::python_error();
  return nb::steal<nb::str>(made);
}

std::string_view shown(std::string_view source, std::size_t begin, std::size_t end) {
  return source.substr(begin, std::min(end - begin, pdn::Fault::longest));
}

// The same few names stand in every game.
nb::str tag_name(std::string_view name) {
  struct Known {
    char text[64];
    std::size_t size = 0;
    PyObject* object = nullptr;
  };
  static Known known[256];  // for ever: names are few
  std::size_t hash = name.size();
  for (const char c : name) hash = hash * 31 + static_cast<unsigned char>(c);
  Known& slot = known[hash % std::size(known)];
  if (slot.object && name == std::string_view(slot.text, slot.size))
    return nb::borrow<nb::str>(slot.object);
  nb::str made = decoded(name, true);
  if (!slot.object && name.size() <= sizeof slot.text) {
    PyObject* kept = nb::str(made).release().ptr();
    PyUnicode_InternInPlace(&kept);
    name.copy(slot.text, name.size());
    slot.size = name.size();
    slot.object = kept;
    return nb::borrow<nb::str>(kept);
  }
  return made;
}

void read_tags(PdnText& text) {
  if (text.tags_read) return;
  const pdn::Tags found = pdn::read_tags(text.source());
  nb::dict tags;
  for (const auto& entry : found.entries) {
    const nb::str value = entry.escapes ? decoded(pdn::unescaped(entry.value), text.utf8)
                                        : decoded(entry.value, text.utf8);
    if (PyDict_SetItem(tags.ptr(), tag_name(entry.name).ptr(), value.ptr()))
      throw nb::python_error();
  }
  text.tags = std::move(tags);
  text.faults = found.faults;
  if (text.game.cut)
    text.faults.push_back({pdn::Code::too_long, text.source().size(), text.source().size(),
                           std::to_string(text.most), -1});
  text.body = found.end;
  text.tags_read = true;
}

// (line, column, code, text, detail, position)
nb::list fault_tuples(const PdnText& text, const std::vector<pdn::Fault>& faults,
                      const PdnLine* line) {
  pdn::Places places(text.source(), text.utf8, text.game.place);
  nb::list made;
  for (const pdn::Fault& fault : faults) {
    const pdn::Place place = places.of(fault.begin);
    nb::object position = nb::none();
    if (line && fault.position >= 0)
      position = wrap(line->type, line->replay.positions[static_cast<std::size_t>(fault.position)]);
    made.append(nb::make_tuple(place.line, place.column, pdn::name(fault.code),
                               decoded(shown(text.source(), fault.begin, fault.end), text.utf8),
                               decoded(fault.detail, text.utf8), position));
  }
  return made;
}

// Made by hand: a cast would look the type up for every move.
nb::object wrap_move(nb::handle type, const Move& move) {
  nb::object made = nb::inst_alloc(type);
  new (nb::inst_ptr<Move>(made)) Move(move);
  nb::inst_mark_ready(made);
  return made;
}

nb::object item_value(const PdnLine& line, const pdn::Item& item, nb::handle move_type) {
  const PdnText& text = line.game();
  const auto index = static_cast<std::size_t>(item.value);
  const auto part = text.source().substr(item.begin, item.end - item.begin);
  switch (item.kind) {
    case pdn::ItemKind::move:
    case pdn::ItemKind::faulty:
      return wrap_move(move_type, line.replay.moves[index]);
    case pdn::ItemKind::setup:
      return nb::make_tuple(decoded(part, text.utf8),
                            wrap(line.type, line.replay.positions[index]));
    case pdn::ItemKind::huff:
      return nb::int_(line.replay.start.ruleset->number(item.value));
    case pdn::ItemKind::nag:
      return nb::int_(item.value);
    case pdn::ItemKind::begin:
    case pdn::ItemKind::end:
      return nb::none();
    case pdn::ItemKind::result:
      return decoded(pdn::bare(part), text.utf8);
    default:
      return decoded(part, text.utf8);
  }
}

nb::list item_tuples(const PdnLine& line) {
  const PdnText& text = line.game();
  const nb::handle move_type = nb::type<Move>();
  pdn::Places places(text.source(), text.utf8, text.game.place);
  nb::object names[static_cast<int>(pdn::ItemKind::junk) + 1];
  nb::list made;
  for (const pdn::Item& item : line.replay.items) {
    // A comment stands where its brace does.
    const pdn::Place place = places.of(item.begin - (item.kind == pdn::ItemKind::comment));
    nb::object& name = names[static_cast<int>(item.kind)];
    if (!name.is_valid()) name = nb::str(pdn::name(item.kind));
    made.append(nb::make_tuple(name, item_value(line, item, move_type), place.line, place.column));
  }
  return made;
}

nb::tuple main_moves(const PdnLine& line) {
  std::vector<crownhead::Move> moves;
  const std::size_t count = pdn::moves_from_start(line.replay);
  moves.reserve(count);
  for (std::size_t i = 0; i < count; ++i) moves.push_back(line.replay.moves[line.replay.main[i]]);
  return wrap_all(nb::type<Move>(), moves);
}

nb::bytes as_bytes(const std::vector<pdn::TrailStep>& steps) {
  return nb::bytes(steps.data(), steps.size() * sizeof(pdn::TrailStep));
}

nb::object replayed(nb::handle_t<PdnText> owner, nb::handle_t<Position> start, bool huffing,
                    int most_plies) {
  if (most_plies < 1 || most_plies > 100'000'000)
    throw nb::value_error("most_plies is within 1 to 100000000");
  nb::object made = nb::inst_alloc(nb::type<PdnLine>());
  auto* line = new (nb::inst_ptr<PdnLine>(made))
      PdnLine{nb::borrow(owner), nb::borrow(start.type()), {}, {}};
  nb::inst_mark_ready(made);
  const std::string_view source = line->game().source();
  const Position position = *nb::inst_ptr<Position>(start);
  line->kept = position.kept;
  pdn::ReplayLimits limits;
  limits.most_plies = most_plies;
  {
    const nb::gil_scoped_release released;
    line->replay = pdn::replay(source, position, huffing, limits);
  }
  return made;
}

std::string_view view_of(const nb::bytes& bytes) {
  return {bytes.c_str(), bytes.size()};
}

nb::dict fault_weights() {
  constexpr const char* weights[] = {"error", "misfit", "mild"};
  nb::dict made;
#define CROWNHEAD_PDN_FAULT(code, weight) \
  made[#code] = weights[static_cast<int>(pdn::Weight::weight)];
  CROWNHEAD_PDN_FAULTS(CROWNHEAD_PDN_FAULT)
#undef CROWNHEAD_PDN_FAULT
  return made;
}

nb::object next_game(PdnScanner& self) {
  nb::object made = nb::inst_alloc(nb::type<PdnText>());
  auto* text = new (nb::inst_ptr<PdnText>(made)) PdnText();
  nb::inst_mark_ready(made);
  if (!self.scanner.next(text->game)) return nb::none();
  text->utf8 = valid_utf8(text->game.source);
  text->most = self.most;
  return made;
}

}  // namespace

void bind_pdn(nb::module_& m) {
  using Looks = pdn::Looks;
  m.def("pdn_faults", &fault_weights, nb::sig("def pdn_faults() -> dict[str, str]"),
        "The kinds of faults: error, misfit where the moves may be another game's, or mild.");
  m.def(
      "pdn_wide",
      [](nb::bytes start) -> std::optional<std::string> {
        const pdn::Encoding found = pdn::wide(view_of(start));
        if (found == pdn::Encoding::none) return {};
        return pdn::name(found);
      },
      "start"_a, "Return the encoding in 16 or 32 bits that the first bytes give away, or None.");
  nb::class_<pdn::Decoder>(m, "PdnDecoder", "Turns the pieces of a file into UTF-8.")
      .def(
          "__init__",
          [](pdn::Decoder* self, nb::bytes start) {
            new (self) pdn::Decoder(pdn::wide(view_of(start)));
          },
          "start"_a = nb::bytes(""))
      .def_prop_ro(
          "encoding",
          [](const pdn::Decoder& v) -> std::optional<std::string> {
            if (v.encoding() == pdn::Encoding::none) return {};
            return pdn::name(v.encoding());
          },
          "In which the file turned out to be, None for UTF-8 and what is decided game by game.")
      .def(
          "decode",
          [](pdn::Decoder& self, nb::bytes chunk, bool last) {
            const std::string made = self.decode(view_of(chunk), last);
            return nb::bytes(made.data(), made.size());
          },
          "chunk"_a, nb::kw_only(), "last"_a = false,
          "Return what can be told by now, as UTF-8 or as it stands; with `last` all.");
  m.def(
      "trail_step", [](const Position& position) { return as_bytes({pdn::step(position)}); },
      "position"_a, "Return a position as the 64 bytes it has in a trail.");
  m.def(
      "move_code", [](const Move& move) { return pdn::code(move); }, "move"_a,
      "Return the code of a move in a trail.");
  nb::class_<PdnLooks>(m, "PdnLooks", "What a game looks like without being replayed.")
      .def_prop_ro("numeric", count_of<&Looks::numeric>(), "Moves in numbers.")
      .def_prop_ro("algebraic", count_of<&Looks::algebraic>(), "Moves in letters.")
      .def_prop_ro("highest", count_of<&Looks::highest>(), "The highest square number, or 0.")
      .def_prop_ro("columns", count_of<&Looks::columns>(), "The highest letter, a = 1, or 0.")
      .def_prop_ro("rows", count_of<&Looks::rows>(), "The highest row of a square in letters.")
      .def_prop_ro("x_signs", count_of<&Looks::x_signs>(), "Captures written with x.")
      .def_prop_ro("colons", count_of<&Looks::colons>(), "Captures written with a colon.")
      .def_prop_ro("cyrillic", count_of<&Looks::cyrillic>(), "Cyrillic letters, in tags, too.")
      .def_prop_ro(
          "is_russian", [](const PdnLooks& v) { return v.looks.is_russian(); },
          "Whether the text is in Cyrillic: on a small board it is Russian draughts.")
      .def_prop_ro("result", [](const PdnLooks& v) { return decoded(v.looks.result, v.utf8); })
      .def_prop_ro(
          "first", [](const PdnLooks& v) { return decoded(v.looks.first, v.utf8); },
          "The text of the first move.");
  m.def(
      "pdn_candidates",
      [](nb::bytes games, const PdnLooks& looks, std::string_view fen, int previous) {
        return pdn::candidates(pdn::read_guessed(view_of(games)), looks.looks, fen, previous);
      },
      "games"_a, "looks"_a, "fen"_a, "previous"_a,
      "Return the places of the games a text may belong to, the likeliest first. A game is three "
      "bytes: squares, columns, marks (core/pdn/guess.hpp); `previous` is that before in the "
      "file.");
  nb::class_<PdnLine>(m, "PdnLine", "The body of a game, replayed.")
      .def_prop_ro("moves", &main_moves, nb::sig("def moves(self) -> tuple[Move, ...]"),
                   "The moves of the main line, up to a set-up, a pass or what is no move.")
      .def_prop_ro(
          "positions",
          [](const PdnLine& v) { return wrap_all(v.type, pdn::main_positions(v.replay)); },
          nb::sig("def positions(self) -> tuple[Position, ...]"),
          "The positions of the main line, the start first, up to what is no move.")
      .def_prop_ro("items", &item_tuples,
                   nb::sig("def items(self) -> list[tuple[str, ItemValue, int, int]]"),
                   "The whole body in order: kind, value, line, column.")
      .def_prop_ro(
          "faults", [](const PdnLine& v) { return fault_tuples(v.game(), v.replay.faults, &v); },
          nb::sig("def faults(self) -> list[tuple[int, int, str, str, str, Position | None]]"),
          "What is wrong: line, column, code, text, detail, and the position before a move.")
      .def_prop_ro("result",
                   [](const PdnLine& v) { return decoded(v.replay.result, v.game().utf8); })
      .def_prop_ro(
          "plies", [](const PdnLine& v) { return v.replay.plies; }, "Replayed, all lines.")
      .def_prop_ro(
          "skipped", [](const PdnLine& v) { return v.replay.skipped; },
          "Moves that come after a fault in their line.")
      .def_prop_ro(
          "fits", [](const PdnLine& v) { return pdn::fits(v.replay); },
          "Whether the moves are those of the game they were replayed by.")
      .def_prop_ro(
          "fits_exactly", [](const PdnLine& v) { return pdn::fits_exactly(v.replay); },
          "Whether they are, with no sign of a capture on a move that captures nothing.")
      .def_prop_ro(
          "misfits", [](const PdnLine& v) { return pdn::misfits(v.replay); },
          "Whether they fail so early that the game may be another one.")
      .def_prop_ro("complete", [](const PdnLine& v) { return v.replay.faults.empty(); })
      .def_prop_ro(
          "end", [](const PdnLine& v) { return wrap(v.type, v.replay.end); },
          nb::sig("def end(self) -> Position"), "The position after the main line.")
      .def_prop_ro(
          "trail", [](const PdnLine& v) { return as_bytes(pdn::trail(v.replay)); },
          "The positions of the main line, 64 bytes each: key, code of the move played, and the "
          "sets of white pieces, black pieces and kings.")
      .def_prop_ro(
          "losses", [](const PdnLine& v) { return pdn::losses(v.replay, v.game().source()); },
          nb::sig("def losses(self) -> list[int | None]"),
          "What each move of the main line cost its side, from the evaluations in comments; None "
          "where none stands on both its sides. Empty where the game has no evaluation.")
      .def(
          "position",
          [](const PdnLine& v, std::size_t item) {
            if (item > v.replay.items.size()) throw nb::index_error();
            return wrap(v.type, pdn::position_before(v.replay, item));
          },
          "item"_a, nb::sig("def position(self, item: int) -> Position"),
          "Return the position before an item, in its line.");
  nb::class_<PdnText>(m, "PdnText", "One game as it stands in the file.")
      .def_prop_ro("line", [](const PdnText& v) { return v.game.place.line; })
      .def_prop_ro(
          "offset", [](const PdnText& v) { return v.game.offset; },
          "Bytes before it in the stream.")
      .def_prop_ro(
          "source",
          [](const PdnText& v) { return nb::bytes(v.game.source.data(), v.game.source.size()); })
      .def_prop_ro("encoding", [](const PdnText& v) { return v.utf8 ? "utf-8" : "latin-1"; })
      .def_prop_ro(
          "body_offset",
          [](PdnText& v) {
            read_tags(v);
            return v.body;
          },
          "Bytes of `source` up to the end of its last tag.")
      .def_prop_ro(
          "tags",
          [](PdnText& v) {
            read_tags(v);
            return v.tags;
          },
          nb::sig("def tags(self) -> dict[str, str]"), "The tags in their order, always the same.")
      .def_prop_ro(
          "faults",
          [](PdnText& v) {
            read_tags(v);
            return fault_tuples(v, v.faults, nullptr);
          },
          nb::sig("def faults(self) -> list[tuple[int, int, str, str, str, Position | None]]"),
          "What is wrong before any move is read; as the faults of `PdnLine`.")
      .def_prop_ro("looks",
                   [](const PdnText& v) { return PdnLooks{pdn::sniff(v.source()), v.utf8}; })
      .def("replay", &replayed, "start"_a, nb::kw_only(), "huffing"_a = false,
           "most_plies"_a = pdn::ReplayLimits().most_plies,
           nb::sig("def replay(self, start: Position, *, huffing: bool = False, "
                   "most_plies: int = 200000) -> PdnLine"),
           "Read the body and play all its lines from a position.");
  nb::class_<PdnScanner>(m, "PdnScanner", "Cuts a stream of bytes into games.")
      .def(
          "__init__",
          [](PdnScanner* self, std::size_t most) {
            if (most < pdn::Scanner::least || most > pdn::Scanner::most)
              throw nb::value_error("most_bytes is within 1024 to 1073741824");
            new (self) PdnScanner{pdn::Scanner(most), most};
          },
          "most_bytes"_a = std::size_t{8'388'608})
      .def(
          "feed",
          [](PdnScanner& self, nb::bytes chunk) {
            if (self.scanner.finished()) throw nb::value_error("the stream is finished");
            self.scanner.feed({chunk.c_str(), chunk.size()});
          },
          "chunk"_a, "Add bytes; then ask for games until there is none.")
      .def(
          "finish", [](PdnScanner& self) { self.scanner.finish(); }, "Say that no bytes follow.")
      .def("next", &next_game, nb::sig("def next(self) -> PdnText | None"),
           "Return the next game; None if it has not been fed completely, or at the end.");
}

}  // namespace crownhead::bindings
