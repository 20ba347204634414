// Writing PDN: trees, tags and games go from Python's types to those of the core.
#include <string>
#include <utility>
#include <vector>

#include "bindings/law.hpp"
#include "pdn/log.hpp"
#include "pdn/mainline.hpp"
#include "pdn/normalise.hpp"

namespace crownhead::bindings {

namespace {

constexpr const char* kinds[] = {"root", "move", "faulty", "setup", "pass", "unread"};
constexpr const char* scores[] = {"white", "black", "draw", "both lost", "open"};

pdn::StepKind kind_of(const std::string& text) {
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    if (text == kinds[i]) return static_cast<pdn::StepKind>(i);
  throw nb::type_error("no kind of step");
}

pdn::Score score_of(const std::string& text) {
  for (std::size_t i = 0; i < std::size(scores); ++i)
    if (text == scores[i]) return static_cast<pdn::Score>(i);
  throw nb::type_error("no result");
}

// The UTF-8 of a text; half characters stay what they are, three bytes that no UTF-8 has.
std::string bytes_of(nb::handle text) {
  if (std::size_t length = 0; const char* raw = utf8(text, length)) return {raw, length};
  const nb::object bytes = text.attr("encode")("utf-8", "surrogatepass");
  return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

pdn::TagTexts tags_of(nb::handle given) {
  pdn::TagTexts tags;
  for (const nb::handle tag : given) tags.emplace_back(bytes_of(tag[0]), bytes_of(tag[1]));
  return tags;
}

// A tree as `crownhead.formats.pdn.node.packed` lists it.
pdn::Tree tree_of(nb::handle rows) {
  pdn::Tree tree;
  for (const nb::handle row : rows) {
    pdn::Step step;
    step.parent = nb::cast<int>(row[0]);
    step.kind = kind_of(nb::cast<std::string>(row[1]));
    if (const nb::object move = row[2]; !move.is_none()) step.move = nb::cast<Move>(move);
    if (const nb::object position = row[3]; !position.is_none())
      step.position = *nb::inst_ptr<Position>(position);
    step.text = bytes_of(nb::object(row[4]));
    step.huffed = nb::cast<int>(row[5]);
    step.comment = bytes_of(nb::object(row[6]));
    step.before = bytes_of(nb::object(row[7]));
    step.nags = nb::cast<std::vector<std::int64_t>>(row[8]);
    tree.add(std::move(step));
  }
  return tree;
}

nb::list rows_of(const pdn::Tree& tree, nb::handle type) {
  nb::list rows;
  for (int place = 0; place < tree.size(); ++place) {
    const pdn::Step& step = tree[place];
    const bool moves = step.kind == pdn::StepKind::move || step.kind == pdn::StepKind::faulty;
    rows.append(nb::make_tuple(step.parent, kinds[static_cast<int>(step.kind)],
                               moves ? nb::cast(Move(step.move)) : nb::none(),
                               step.parent < 0 ? wrap(type, step.position) : nb::none(), step.text,
                               step.huffed, step.comment, step.before, step.nags));
  }
  return rows;
}

void bind_words(nb::module_& m) {
  m.def("pdn_tidy", [](nb::str text) { return pdn::tidy(bytes_of(text)); }, "text"_a);
  m.def(
      "pdn_command",
      [](nb::handle event, bool stands) { return pdn::command(event_of(event), stands); },
      "event"_a, "stands"_a, nb::sig("def pdn_command(event: EventFields, stands: bool) -> str"));
  m.def("pdn_time", [](std::int64_t time) { return pdn::time_written(time); }, "milliseconds"_a);
  m.def(
      "pdn_result",
      [](const std::string& score, const std::string& gametype, const std::string& format) {
        return pdn::written(score_of(score), pdn::counts_two(gametype, format));
      },
      "score"_a, "gametype"_a, "result_format"_a);
  m.def(
      "pdn_meaning",
      [](nb::bytes text) -> std::optional<std::string> {
        const std::optional<pdn::Score> found = pdn::meaning({text.c_str(), text.size()});
        if (!found) return {};
        return scores[static_cast<int>(*found)];
      },
      "result"_a, "What a result means, from its UTF-8; None for a text that is none.");
  m.def(
      "pdn_decisive", [](nb::bytes text) { return pdn::decisive({text.c_str(), text.size()}); },
      "result"_a, "Whether a result is a win in single points, from its UTF-8.");
  m.def(
      "pdn_board", [](const RulesetRef& ruleset) { return pdn::board_of(*ruleset); }, "ruleset"_a,
      "The GameType of a game that has none of its own.");
  m.def(
      "pdn_fen", [](const Position& position) { return pdn::fen_of(position); }, "position"_a,
      "The FEN of a position, with draw counts only where they say something.");
  m.def(
      "pdn_start", [](const Position& position) { return pdn::start_of(position); }, "position"_a,
      "The FEN of a start, None where the game begins there anyway.");
}

}  // namespace

void bind_pdn_writer(nb::module_& m) {
  bind_words(m);
  m.def(
      "pdn_written",
      [](nb::handle tags, nb::handle rows, const std::string& sign) {
        return pdn::written(tags_of(tags), tree_of(rows), sign.empty() ? '\0' : sign[0]);
      },
      "tags"_a, "rows"_a, "sign"_a = "",
      nb::sig("def pdn_written(tags: typing.Iterable[tuple[str, str]], "
              "rows: typing.Iterable[StepRow], sign: str = '') -> str"),
      "A game from its tags and the rows of its tree; `sign` stands in captures, where it is one.");
  m.def(
      "pdn_step",
      [](nb::handle rows) {
        const pdn::Tree tree = tree_of(rows);
        const int last = tree.size() - 1;
        return pdn::written(tree[last], tree[0].position);
      },
      "rows"_a, nb::sig("def pdn_step(rows: typing.Iterable[StepRow]) -> str"),
      "The last step of a tree of one or two, without number and comment.");
  m.def(
      "pdn_tree",
      [](const LawGame& game) {
        return rows_of(game.look([](const game::Game& now) { return pdn::tree_of(now); }),
                       game.type);
      },
      "game"_a, nb::sig("def pdn_tree(game: LawGame) -> list[StepRow]"),
      "The rows of the tree of a game.");
  m.def(
      "pdn_agreements",
      [](const LawGame& game, const std::string& ballot) {
        nb::list listed;
        const auto agreed =
            game.look([&](const game::Game& now) { return pdn::agreements(now, ballot); });
        for (const auto& [name, text] : agreed) listed.append(nb::make_tuple(name, text));
        return listed;
      },
      "game"_a, "ballot"_a,
      nb::sig("def pdn_agreements(game: LawGame, ballot: str) -> list[tuple[str, str]]"));
}

}  // namespace crownhead::bindings
