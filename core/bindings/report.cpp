// The report of a game in the making, and claims about lines, as Python sees them.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "bindings/binding.hpp"
#include "report/builder.hpp"
#include "report/phrases.hpp"

namespace crownhead::bindings {

using namespace crownhead::report;

namespace {

template <class Kind, std::size_t size>
Kind named(const char* const (&names)[size], const std::string& name) {
  const auto found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names)) throw nb::value_error("no kind of this name");
  return static_cast<Kind>(found - std::begin(names));
}

template <class Kind, std::size_t size>
const char* name_of(const char* const (&names)[size], Kind kind) {
  return names[static_cast<std::size_t>(kind)];
}

const char* name_of(Side side) {
  return side == white ? "white" : "black";
}

Side side_of(const std::string& name) {
  if (name != "white" && name != "black") fail_with("no_color", name);
  return name == "white" ? white : black;
}

// Moves of the game of a ruleset, and that they point to.
std::vector<crownhead::Move> moves_in(nb::handle list, const Ruleset* ruleset) {
  std::vector<crownhead::Move> moves;
  for (nb::handle one : list) {
    moves.push_back(nb::cast<const Move&>(one));
    if (!same_game(moves.back().ruleset, ruleset)) throw nb::value_error("a move of another game");
    moves.back().ruleset = ruleset;
  }
  return moves;
}

nb::list shown(const std::vector<crownhead::Move>& line) {
  nb::list listed;
  for (const crownhead::Move& move : line) listed.append(nb::cast(Move(move)));
  return listed;
}

// Positions of one game, pointing to the ruleset of the first.
std::vector<crownhead::Position> positions_in(nb::handle list) {
  std::vector<crownhead::Position> positions;
  for (nb::handle one : list) {
    positions.push_back(nb::cast<const Position&>(one));
    const Ruleset* ruleset = positions.front().ruleset;
    if (!same_game(positions.back().ruleset, ruleset))
      throw nb::value_error("a position of another game");
    positions.back().ruleset = ruleset;
  }
  return positions;
}

struct ReportBuilder : report::ReportBuilder {
  ReportBuilder(std::vector<crownhead::Position> positions, std::vector<crownhead::Move> moves,
                int given)
      : report::ReportBuilder(std::move(positions), std::move(moves), given),
        kept(position(0).ruleset) {}
  RulesetRef kept;
  nb::object kind;  // the type of its positions
};

// Kind, plies before it, plies, side, men, square, the move that was barred.
nb::object shown(const std::optional<Claim>& claim, const Ruleset& ruleset) {
  if (!claim) return nb::none();
  const bool barred = claim->kind == ClaimKind::majority;
  return nb::make_tuple(name_of(claim_names, claim->kind), claim->from, claim->plies,
                        name_of(claim->by), claim->men,
                        claim->square < 0 ? 0 : ruleset.number(claim->square),
                        barred ? nb::cast(Move(claim->barred)) : nb::none());
}

nb::object shown(Proven proven) {
  if (proven == Proven::nothing) return nb::none();
  return nb::cast(name_of(proven_names, proven));
}

nb::tuple shown(const MoveFacts& one) {
  return nb::make_tuple(one.ply, one.score, one.best_score, shown(one.line), shown(one.answer),
                        one.legal, one.depth, shown(one.proven), shown(one.was), one.by_tables,
                        one.men, one.given);
}

// A sentence's key, and what it names; an idea is one inside another.
nb::tuple shown(const Phrase& phrase) {
  nb::dict names;
  for (const auto& [name, text] : phrase.texts) names[name] = text;
  if (phrase.men > 0) names["n"] = phrase.men;
  if (phrase.side) names["side"] = name_of(*phrase.side);
  return nb::make_tuple(phrase.key, names,
                        phrase.idea.empty() ? nb::object(nb::none()) : shown(phrase.idea.front()));
}

nb::list shown(const std::vector<Phrase>& phrases) {
  nb::list listed;
  for (const Phrase& one : phrases) listed.append(shown(one));
  return listed;
}

void bind_claims(nb::module_& m) {
  m.def(
      "detect_claim",
      [](const std::string& kind, const Position& start, nb::sequence line) {
        const auto moves = moves_in(line, start.ruleset);
        return shown(detect(named<ClaimKind>(claim_names, kind), start, moves), *start.ruleset);
      },
      "kind"_a, "start"_a, "line"_a,
      nb::sig("def detect_claim(kind: str, start: Position, line: collections.abc.Sequence[Move]) "
              "-> ClaimValues | None"),
      "The claim of a kind that a line confirms, None if there is none.");
  m.def(
      "claim_holds",
      [](const std::string& kind, const Position& start, nb::sequence line, const std::string& by,
         int men, int square, std::optional<Move> barred) {
        const auto moves = moves_in(line, start.ruleset);
        Claim claim;
        claim.kind = named<ClaimKind>(claim_names, kind);
        claim.plies = static_cast<int>(moves.size());
        claim.by = side_of(by);
        claim.men = men;
        claim.square = start.ruleset->index(square);
        if (barred) claim.barred = *barred;
        return holds(claim, start, moves);
      },
      "kind"_a, "start"_a, "line"_a, "by"_a, "men"_a = 0, "square"_a = 0, "barred"_a = nb::none(),
      nb::sig("def claim_holds(kind: str, start: Position, line: collections.abc.Sequence[Move], "
              "by: str, men: int = 0, square: int = 0, barred: Move | None = None) -> bool"),
      "Whether playing a line out confirms a claim about it.");
  m.def("given_away", &given_away, "best_score"_a, "score"_a, "men"_a = 0);
  m.def("accuracy", &accuracy, "given"_a,
        nb::sig("def accuracy(given: list[float]) -> float | None"));
}

}  // namespace

void bind_report(nb::module_& m) {
  bind_claims(m);
  nb::class_<ReportBuilder>(m, "ReportBuilder",
                            "The report of a game in the making; it searches nothing.")
      .def(
          "__init__",
          [](ReportBuilder* self, nb::sequence positions, nb::sequence moves, int given) {
            auto taken = positions_in(positions);
            const Ruleset* ruleset = taken.empty() ? nullptr : taken[0].ruleset;
            auto made = moves_in(moves, ruleset);
            if (taken.size() != made.size() + 1)
              throw nb::value_error("a game has one position more than moves");
            new (self) ReportBuilder(std::move(taken), std::move(made), given);
            self->kind = nb::borrow(nb::object(positions[0]).type());
          },
          "positions"_a, "moves"_a, "given"_a = 0,
          nb::sig("def __init__(self, positions: collections.abc.Sequence[Position], moves: "
                  "collections.abc.Sequence[Move], given: int = 0) -> None"))
      .def_prop_ro(
          "next_position",
          [](const ReportBuilder& self) -> nb::object {
            if (!self.next_position()) return nb::none();
            return wrap(self.kind, *self.next_position());
          },
          nb::sig("def next_position(self) -> Position | None"),
          "The position to be searched next; None at the end.")
      .def_prop_ro("effort", &ReportBuilder::effort, "How many times the nodes it deserves.")
      .def_prop_ro("compared", &ReportBuilder::compared, "Whether several lines of it are wanted.")
      .def(
          "record",
          [](ReportBuilder& self, int score, int depth, nb::sequence line, nb::sequence others,
             std::optional<std::string> proven) {
            const Ruleset* ruleset = &*self.kept;
            Seen seen{score, depth, moves_in(line, ruleset), {}};
            if (proven) seen.proven = named<Proven>(proven_names, *proven);
            for (nb::handle one : others) {
              const auto [move, value] = nb::cast<std::pair<Move, int>>(one);
              seen.others.emplace_back(move, value);
              seen.others.back().first.ruleset = ruleset;
            }
            self.record(std::move(seen));
          },
          "score"_a, "depth"_a, "line"_a, "others"_a, "proven"_a = nb::none(),
          nb::sig("def record(self, score: int, depth: int, line: collections.abc.Sequence[Move], "
                  "others: collections.abc.Sequence[tuple[Move, int]], proven: str | None = None) "
                  "-> None"),
          "Take what a search, and endgame tables, say of the position that is asked about.")
      .def_prop_ro(
          "known", [](const ReportBuilder& self) { return self.facts().size(); },
          "How many moves are known.")
      .def_prop_ro("checked", &ReportBuilder::checked,
                   "How many seeming mistakes were searched again.")
      .def_prop_ro("suspected", &ReportBuilder::suspected, "How many moves seem to be mistakes.")
      .def(
          "fact",
          [](const ReportBuilder& self, std::size_t place) {
            if (place >= self.facts().size()) throw nb::index_error("no such move");
            return shown(self.facts()[place]);
          },
          "place"_a, nb::sig("def fact(self, place: int) -> FactValues"),
          "Ply, score, best score, line, answer, moves, depth, what is proven after and before, "
          "whether by tables, pieces left fewer, whether drawn by lot; the last move of the game "
          "has place 0.")
      .def(
          "moments",
          [](const ReportBuilder& self) {
            nb::list found;
            const Ruleset& ruleset = *self.position(0).ruleset;
            for (const Moment& one : self.moments())
              found.append(nb::make_tuple(one.ply, name_of(moment_names, one.kind), one.of_answer,
                                          shown(one.claim, ruleset), shown(one.majority, ruleset),
                                          shown(phrases_of(self, one))));
            return found;
          },
          nb::sig("def moments(self) -> list[MomentValues]"),
          "Ply, kind, whether it is about the answer, claim, claim of the rule of choice, and the "
          "sentences as keys of the catalogue with what they name.")
      .def(
          "accuracy",
          [](const ReportBuilder& self, const std::string& side) {
            return self.accuracy_of(side_of(side));
          },
          "side"_a, nb::sig("def accuracy(self, side: str) -> float | None"))
      .def_prop_ro("turning_point", &ReportBuilder::turning_point);
}

}  // namespace crownhead::bindings
