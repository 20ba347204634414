// The report of a game: one search after the other, then what each move cost and which mattered.
#include "report/builder.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "report/phrases.hpp"
#include "search/line.hpp"
#include "search/search.hpp"
#include "wasm/boundary.hpp"
#include "wasm/endgames.hpp"

namespace crownhead::wasm {

namespace {

using namespace crownhead::report;

constexpr std::size_t megabytes = 16;
constexpr std::size_t most_moves = 600;

std::unique_ptr<Search> search;
std::unique_ptr<ReportBuilder> builder;
int ruleset_number = 0;

void write_line(JsonWriter& out, Form form, report::Line line) {
  out.open('[');
  for (const Move& move : line) {
    MoveText text;
    write_move(text, move, form);
    out.value(text.c_str());
  }
  out.close(']');
}

const char* side_name(Side side) {
  return side == white ? "white" : "black";
}

void write_phrase(JsonWriter& out, const Phrase& phrase) {
  out.open('{').name("key").value(phrase.key.c_str()).name("names").open('{');
  for (const auto& [name, text] : phrase.texts) out.name(name).value(text.c_str());
  out.close('}');
  out.name("n").value(phrase.men).name("side");
  if (phrase.side)
    out.value(side_name(*phrase.side));
  else
    out.null();
  out.name("idea");
  if (phrase.idea.empty())
    out.null();
  else
    write_phrase(out, phrase.idea.front());
  out.close('}');
}

void write_claim(JsonWriter& out, const std::optional<Claim>& found, report::Line line,
                 const Ruleset& ruleset) {
  if (!found) {
    out.null();
    return;
  }
  const Claim& claim = *found;
  out.open('{').name("kind").value(claim_names[static_cast<std::size_t>(claim.kind)]);
  out.name("by").value(side_name(claim.by));
  out.name("men").value(claim.men).name("square");
  MoveText square;
  if (claim.square >= 0) add_square(square, ruleset, claim.square);
  out.value(square.c_str()).name("line");
  write_line(
      out, Form::short_form,
      line.subspan(static_cast<std::size_t>(claim.from), static_cast<std::size_t>(claim.plies)));
  out.name("idea");
  write_phrase(out, idea_of(claim, line, claim.men, false, false));
  out.close('}');
}

Proven proven_of(const Position& position) {
  const std::optional<int> value = proven_value(ruleset_number, position);
  if (!value) return Proven::nothing;
  return *value > 0 ? Proven::win : *value < 0 ? Proven::loss : Proven::draw;
}

// Play moves that are parted by blanks; false where one is not legal, or there are too many.
bool read_moves(std::string_view text, std::vector<Position>& positions, std::vector<Move>& moves) {
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    MoveReading found;
    Budget budget;
    read_move(positions.back(), MoveKind::legal, one.data(), one.size(), found, budget);
    if (found.reading != Reading::read || moves.size() == most_moves) return false;
    moves.push_back(found.move());
    positions.push_back(positions.back().after(found.move()));
  }
  return true;
}

void write_fact(JsonWriter& out, const MoveFacts& one) {
  out.open('{').name("ply").value(one.ply).name("score").value(one.score);
  out.name("best_score").value(one.best_score).name("cost").value(one.cost());
  // In ten-thousandths.
  out.name("lost").value(static_cast<int>(std::lround(one.lost() * 10'000)));
  out.name("best");
  write_line(out, Form::hub, one.line);
  out.name("weight").value(static_cast<int>(std::lround(one.weight() * 10'000)));
  out.name("proven");
  if (one.proven == Proven::nothing)
    out.null();
  else
    out.value(proven_names[static_cast<std::size_t>(one.proven)]);
  out.close('}');
}

void write_moment(JsonWriter& out, const Moment& moment) {
  const MoveFacts& one = builder->fact_of(moment.ply);
  out.open('{').name("ply").value(moment.ply);
  out.name("kind").value(moment_names[static_cast<std::size_t>(moment.kind)]);
  out.name("proven").value(one.by_tables).name("phrases").open('[');
  for (const Phrase& phrase : phrases_of(*builder, moment)) write_phrase(out, phrase);
  out.close(']').close('}');
}

}  // namespace

// Begin the report of a game: its first position in the input, and `length` bytes behind it, its
// moves parted by blanks, of which the first `drawn` were drawn by lot. The number of moves; 0
// where there is none, or one is not legal.
EXPORT(report_begin) int report_begin(int number, std::uint32_t length, int drawn) {
  const Ruleset* ruleset = ruleset_of(number);
  builder.reset();
  if (!ruleset || length > room - position_size) return 0;
  std::vector<Position> positions = {take(*ruleset)};
  std::vector<Move> moves;
  if (!read_moves({in + position_size, length}, positions, moves)) return 0;
  if (moves.empty()) return 0;
  ruleset_number = number;
  builder = std::make_unique<ReportBuilder>(std::move(positions), std::move(moves), drawn);
  if (search) search->clear();
  return builder->total();
}

// Search once more, so many nodes, or ten times as many for what seems to be a mistake. How many
// moves are known then, and mistakes searched again; -1 where a position is too complex.
EXPORT(report_step) int report_step(double nodes, int repetition) {
  if (!builder) return -1;
  if (const Position* asked = builder->next_position()) {
    if (!search) search = std::make_unique<Search>(megabytes);
    if (!search->usable()) return -1;
    const Position position = *asked;
    SearchRequest request;
    request.position = &position;
    request.weights = weights_of(ruleset_number);
    request.endgames = endgames_of(ruleset_number);
    request.limits.repetition = repetition;
    if (nodes >= 1) request.limits.nodes = static_cast<std::uint64_t>(nodes * builder->effort());
    auto result = std::make_unique<SearchResult>();
    if (!search->run(request, *result) || result->too_complex) return -1;
    Seen seen{result->score(), result->depth, {}, {}, proven_of(position)};
    const Moves line = moves_of(position, result->line[0]);
    seen.line.assign(line.begin(), line.end());
    builder->record(std::move(seen));
  }
  return static_cast<int>(builder->facts().size()) + builder->checked();
}

// How many moves and seeming mistakes there are: it is done when `report_step` comes to so many.
EXPORT(report_due) int report_due() {
  return builder ? builder->total() + builder->suspected() : 0;
}

// Write what is known: moves, moments with their claims, accuracy in tenths, the turning point.
EXPORT(report_written) int report_written() {
  if (!builder) return 0;
  JsonWriter out = answer();
  const auto& facts = builder->facts();
  out.open('{').name("moves").open('[');
  for (auto one = facts.rbegin(); one != facts.rend(); ++one) write_fact(out, *one);
  out.close(']').name("moments").open('[');
  for (const Moment& moment : builder->moments()) write_moment(out, moment);
  out.close(']').name("accuracy").open('[');
  for (const Side side : {white, black}) {
    const std::optional<double> value = builder->accuracy_of(side);
    if (value)
      out.value(static_cast<int>(std::lround(*value * 10)));
    else
      out.null();
  }
  out.close(']').name("turning_point").value(builder->turning_point()).close('}');
  return 1;
}

// What can be claimed of a line from the position in the input: `length` bytes of moves behind it.
EXPORT(claim) int claim(int number, std::uint32_t length) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset || length > room - position_size) return 0;
  std::vector<Position> positions = {take(*ruleset)};
  std::vector<Move> moves;
  if (!read_moves({in + position_size, length}, positions, moves)) return 0;
  JsonWriter out = answer();
  write_claim(out, claim_of(positions.front(), moves), moves, *ruleset);
  return 1;
}

}  // namespace crownhead::wasm
