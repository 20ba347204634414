// PDN files: cut into games, each replayed by whatever game it turns out to be.
//
// Texts are UTF-8. A file goes in through the input piece by piece; the game at hand is the last
// one that `pdn_next` found.
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "pdn/encoding.hpp"
#include "pdn/evaluation.hpp"
#include "pdn/guess.hpp"
#include "pdn/positions.hpp"
#include "pdn/replay.hpp"
#include "pdn/result_points.hpp"
#include "pdn/scanner.hpp"
#include "pdn/sniff.hpp"
#include "pdn/tags.hpp"
#include "rules/fen.hpp"
#include "wasm/boundary.hpp"

namespace crownhead::wasm {

namespace {

constexpr std::size_t most_bytes = 8'388'608;
// A page is to answer soon, whatever somebody has written.
constexpr int most_plies = 50'000;

pdn::Decoder decoder;
std::string line;  // what is not over yet of what was decoded
std::vector<pdn::Guessed> guessed;
std::unique_ptr<pdn::Scanner> scanner;
pdn::Excerpt game;
pdn::Looks looks;  // of the game
pdn::Replay replayed;
std::size_t body = 0;

std::string_view part(std::size_t begin, std::size_t end) {
  return std::string_view(game.source).substr(begin, end - begin);
}

void write_faults(JsonWriter& out, const std::vector<pdn::Fault>& faults) {
  pdn::Places places(game.source, true, game.place);
  out.open('[');
  for (const pdn::Fault& fault : faults) {
    const pdn::Place place = places.of(fault.begin);
    const std::size_t longest = fault.begin + pdn::Fault::longest;
    out.open('{').name("code").value(pdn::name(fault.code));
    out.name("line").value(static_cast<std::int64_t>(place.line));
    out.name("column").value(static_cast<std::int64_t>(place.column));
    out.name("text").value(part(fault.begin, fault.end < longest ? fault.end : longest));
    out.close('}');
  }
  out.close(']');
}

void write_item(JsonWriter& out, const pdn::Replay& replay, const pdn::Item& item) {
  using Kind = pdn::ItemKind;
  out.open('[').value(pdn::name(item.kind));
  const auto index = static_cast<std::size_t>(item.value);
  switch (item.kind) {
    case Kind::move:
    case Kind::faulty: {
      MoveText text;
      write_move(text, replay.moves[index], Form::hub);
      out.value(text.c_str());
      break;
    }
    case Kind::setup: {
      FenText text;
      write_fen(text, replay.positions[index], true);
      out.value(text.c_str());
      break;
    }
    case Kind::huff:
      out.value(replay.start.ruleset->number(item.value));
      break;
    case Kind::nag:
      out.value(item.value);
      break;
    case Kind::begin:
    case Kind::end:
      out.null();
      break;
    default:
      out.value(part(item.begin, item.end));
  }
  out.close(']');
}

}  // namespace

// Begin to decode a file, by the first `length` bytes of the input.
EXPORT(pdn_decoder) int pdn_decoder(std::uint32_t length) {
  if (length > room) return 0;
  decoder = pdn::Decoder(pdn::wide({in, length}));
  line.clear();
  return 1;
}

// Write the next `length` bytes of the input as UTF-8, as far as they can be told by now; with
// `last` all that is left. Where single lines are in another encoding, these alone are decoded.
EXPORT(pdn_decode) int pdn_decode(std::uint32_t length, int last) {
  if (length > room) return 0;
  line += decoder.decode({in, length}, last != 0);
  const bool whole = last != 0 || decoder.encoding() != pdn::Encoding::none;
  const std::size_t end = whole ? line.size() : line.rfind('\n') + 1;
  std::string decoded = pdn::mended_lines(std::string_view(line).substr(0, end));
  line.erase(0, end);
  answer_with(std::move(decoded));
  return 1;
}

// Take the games that a text may belong to: three bytes for each.
EXPORT(pdn_games) int pdn_games(std::uint32_t length) {
  if (length > room) return 0;
  guessed = pdn::read_guessed({in, length});
  return 1;
}

// Write which of them the game at hand may be, the likeliest first, by its looks and the FEN in the
// input; `previous` is the game before in the same file, -1 for none.
EXPORT(pdn_candidates) int pdn_candidates(std::uint32_t length, int previous) {
  if (length > room) return 0;
  JsonWriter out = answer();
  out.open('[');
  for (const int place : pdn::candidates(guessed, looks, {in, length}, previous)) out.value(place);
  out.close(']');
  return 1;
}

// Begin a file.
EXPORT(pdn_open) void pdn_open() {
  scanner = std::make_unique<pdn::Scanner>(most_bytes);
}

// Add `length` bytes of the input to the file.
EXPORT(pdn_feed) int pdn_feed(std::uint32_t length) {
  if (!scanner || scanner->finished() || length > room) return 0;
  scanner->feed({in, length});
  return 1;
}

// Say that no bytes follow.
EXPORT(pdn_finish) void pdn_finish() {
  if (scanner) scanner->finish();
}

// Find the next game: where it stands, its tags, what it looks like, what is wrong so far. 0: there
// is none in what was fed.
EXPORT(pdn_next) int pdn_next() {
  if (!scanner || !scanner->next(game)) return 0;
  const pdn::Tags tags = pdn::read_tags(game.source);
  body = tags.end;
  JsonWriter out = answer();
  out.open('{').name("offset").value(static_cast<std::int64_t>(game.offset));
  out.name("size").value(static_cast<std::int64_t>(game.source.size()));
  out.name("line").value(static_cast<std::int64_t>(game.place.line));
  out.name("body").value(static_cast<std::int64_t>(body)).name("cut").value(game.cut);
  out.name("tags").open('[');
  for (const auto& entry : tags.entries) {
    out.open('[').value(entry.name);
    if (entry.escapes)
      out.value(pdn::unescaped(entry.value));
    else
      out.value(entry.value);
    out.close(']');
  }
  looks = pdn::sniff(game.source);
  out.close(']').name("looks").open('{').name("result").value(looks.result);
  out.name("first").value(looks.first).close('}').name("faults");
  write_faults(out, tags.faults);
  out.close('}');
  return 1;
}

// Replay the game at hand from the first position of the input: the moves of its main line that
// could be read and what is wrong, with `whole` everything that stands in it.
EXPORT(pdn_replay) int pdn_replay(int number, int huffing, int whole) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset) return 0;
  pdn::ReplayLimits limits;
  limits.most_plies = most_plies;
  replayed = pdn::replay(game.source, take(*ruleset), huffing != 0, limits);
  const pdn::Replay& replay = replayed;
  JsonWriter out = answer();
  out.open('{').name("plies").value(static_cast<std::int64_t>(replay.main.size()));
  out.name("result").value(replay.result).name("fits").value(pdn::fits(replay));
  out.name("misfits").value(pdn::misfits(replay)).name("faults");
  write_faults(out, replay.faults);
  out.name("items").open('[');
  if (whole)
    for (const pdn::Item& item : replay.items) write_item(out, replay, item);
  out.close(']').close('}');
  return 1;
}

// Whether two results contradict each other: two texts in the input, the second from `second` on.
EXPORT(pdn_contradict) int pdn_contradict(std::uint32_t second, std::uint32_t length) {
  if (second > length || length > room) return 0;
  return pdn::contradict({in, second}, {in + second, length - second});
}

// Who won by a result: 0 White, 1 Black, 2 nobody; -1 where that is not known.
EXPORT(pdn_winner) int pdn_winner(std::uint32_t length) {
  if (length > room) return -1;
  const std::optional<pdn::Score> found = pdn::winner({in, length});
  return found ? static_cast<int>(*found) : -1;
}

// Write the keys of the positions that the main line replayed last runs through, 8 bytes each.
EXPORT(pdn_trail) void pdn_trail() {
  std::string keys;
  for (const pdn::TrailStep& step : pdn::trail(replayed)) {
    char bytes[sizeof step.key];
    std::memcpy(bytes, &step.key, sizeof bytes);
    keys.append(bytes, sizeof bytes);
  }
  answer_with(std::move(keys));
}

// Write what each move of the main line replayed last cost, null where nobody says so; nothing of a
// game without evaluations.
EXPORT(pdn_losses) void pdn_losses() {
  JsonWriter out = answer();
  out.open('[');
  for (const std::optional<int>& loss : pdn::losses(replayed, game.source)) {
    if (loss)
      out.value(*loss);
    else
      out.null();
  }
  out.close(']');
}

}  // namespace crownhead::wasm
