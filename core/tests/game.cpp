// Plays random games of events by the law, and reads mutated records. A record that was written is
// read and replayed to the same text; a refusal changes nothing; whatever a stranger sends is
// refused or can be written again.
//
// usage: game [iterations] [seed]; a million iterations where CROWNHEAD_NIGHTLY is set
#include <cstdio>
#include <cstdlib>
#include <string>

#include "game/game.hpp"
#include "game/record.hpp"
#include "game/view.hpp"
#include "rules/fen.hpp"
#include "rules/known.hpp"
#include "rules/notation.hpp"
#include "tests/random.hpp"

using namespace crownhead;
using namespace crownhead::game;

namespace {

[[noreturn]] void fail(const char* what, const std::string& text) {
  std::fprintf(stderr, "game: %s: %s\n", what, text.c_str());
  std::exit(1);
}

std::string written(const Game& game) {
  return write_record(game.setup(), game.players(), game.log());
}

const Rules games[] = {known::english, known::international, known::russian,
                       known::frisian, known::turkish,       known::breakthrough};
Ruleset rulesets[std::size(games)];
std::shared_ptr<const Variant> variants[std::size(games)];

std::shared_ptr<const Variant> make_variant(const Rules& rules, int id) {
  Ruleset* ruleset = &rulesets[id];
  ruleset->rules = rules;
  ruleset->id = id;
  ruleset->first = white;
  ruleset->draw_rules = 1;
  ruleset->draw_rule[0].plies = 12;
  ruleset->draw_rule[0].resets = capture | man_move;
  ruleset->prepare();
  auto made = std::make_shared<Variant>();
  made->ruleset = ruleset;
  made->repetition = 3;
  made->repetition_rule = "E25";
  made->draw_rules[0] = "soon";
  made->json = "\"game" + std::to_string(id) + "\"";
  return made;
}

Side either(Random& random) {
  return random.one_in(2) ? white : black;
}

Setup agree(Random& random) {
  const std::size_t which = random.below(std::size(games));
  if (!variants[which]) variants[which] = make_variant(games[which], static_cast<int>(which));
  Setup setup;
  setup.variant = variants[which];
  setup.start = initial(*setup.variant->ruleset);
  setup.huffing = random.one_in(2);
  setup.refusal_duty = static_cast<int>(random.below(4));
  setup.reset_on_progress = random.one_in(3);
  setup.draws = static_cast<Draws>(random.below(3));
  if (random.one_in(2)) {
    TimeControl& time = setup.time.emplace();
    time.mode = static_cast<TimeMode>(random.below(4));
    time.stages.push_back({20'000, 0, 500});
  }
  return setup;
}

const char* const reasons_given[] = {"", "late", "\xC3\xA4 \xF0\x9F\x99\x82 \"\\\n\x7F"};

Event any_event(Random& random, const Game& game, Millis at) {
  Event event;
  event.kind = event_kinds[random.below(std::size(event_kinds))];
  if (random.one_in(2)) event.kind = EventKind::played;
  for (const EventField& field : fields(event.kind)) {
    switch (field.slot) {
      case EventSlot::side:
        if (!field.nullable || random.one_in(2)) event.side = either(random);
        break;
      case EventSlot::text:
        if (!field.nullable || random.one_in(2)) event.text = reasons_given[random.below(3)];
        break;
      case EventSlot::flag:
        event.flag = random.one_in(2);
        break;
      case EventSlot::number:
        event.number = static_cast<std::int64_t>(random.below(40));
        break;
    }
  }
  Moves moves;
  if (event.kind == EventKind::played && legal_moves(game.state(), moves) && moves.size() > 0) {
    MoveText text;
    const auto chosen = random.roll(moves.size());
    write_move(text, moves[chosen], Form::hub);
    event.text = text.c_str();
    event.side = random.one_in(20) ? either(random) : game.state().turn();
    event.flag = random.one_in(20);
    event.number = 0;
  }
  if (game.setup().time || random.one_in(9)) event.at = at;
  return event;
}

void look_at(const Game& game) {
  std::vector<Claim> found;
  std::optional<Outcome> outcome;
  if (!claims(game.setup(), game.state(), found)) return;
  outcome_if_stood(game.setup(), game.state(), outcome);
  counters(game.setup(), game.state());
  for (const Side side : {white, black}) {
    const auto kinds = allowed(game.setup(), game.state(), side, std::nullopt);
    const bool over = game.state().outcome.has_value();
    if (over == ((kinds & bit_of(EventKind::resigned)) != 0))
      fail("a side may resign if and only if the game goes on", written(game));
  }
}

void replay(const Game& game, const std::string& text) {
  Record record;
  if (Wrong wrong = record.read(text)) fail(wrong.what.c_str(), text);
  if (Wrong wrong = record.finish(game.setup().variant)) fail(wrong.what.c_str(), text);
  Game again(record.setup, record.players);
  if (again.begin()) fail("the start is refused", text);
  for (const Event& event : record.events)
    if (again.add(event)) fail("a record is refused", text);
  if (written(again) != text) fail("a record is written otherwise", text);
}

std::string play(Random& random) {
  Game game(agree(random), {"\xC3\x84nne", "B"});
  if (game.begin()) return "";
  Millis at = 0;
  const std::size_t steps = 20 + random.below(80);
  for (std::size_t n = 0; n < steps; ++n) {
    at += static_cast<Millis>(random.below(random.one_in(20) ? 9'000 : 300));
    const Event event = any_event(random, game, at);
    const Link before = game.link();
    const std::size_t length = game.log().size();
    const bool refused = static_cast<bool>(game.add(event));
    if (refused != (game.link() == before) || game.log().size() != length + !refused)
      fail("a refusal changes something", written(game));
    if (random.one_in(8)) look_at(game);
  }
  const std::string text = written(game);
  replay(game, text);
  return text;
}

void mutate(Random& random, std::string& text) {
  constexpr char alphabet[] = "{}[]\",:0123456789.eE+-\\/utrfnbals \xC3\xA4\x80\x01 played white";
  for (std::size_t n = 1 + random.below(4); n > 0 && !text.empty(); --n) {
    const std::size_t at = random.below(text.size());
    switch (random.below(4)) {
      case 0:
        text[at] = alphabet[random.below(sizeof alphabet - 1)];
        break;
      case 1:
        text.insert(at, 1, alphabet[random.below(sizeof alphabet - 1)]);
        break;
      case 2:
        text.erase(at, 1 + random.below(9));
        break;
      default:
        text.insert(at, text.substr(random.below(text.size()), random.below(40)));
        break;
    }
  }
}

// Whether the record was taken; then what it became can be written and read again.
bool read_strange(Random& random, const std::string& text) {
  Record record;
  if (record.read(text)) return false;
  const auto& variant = variants[random.below(std::size(games))];
  if (!variant || record.finish(variant)) return false;
  Game game(record.setup, record.players);
  if (game.begin()) return false;
  for (const Event& event : record.events)
    if (game.add(event)) break;
  replay(game, written(game));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const long usual = std::getenv("CROWNHEAD_NIGHTLY") ? 1'000'000 : 1'500;
  const long iterations = argc > 1 ? std::atol(argv[1]) : usual;
  Random random(static_cast<std::uint64_t>(argc > 2 ? std::atol(argv[2]) : 1));
  long taken = 0;
  for (long n = 0; n < iterations; ++n) {
    const std::string text = play(random);
    for (int tries = 0; tries < 8; ++tries) {
      std::string strange = text;
      mutate(random, strange);
      taken += read_strange(random, strange);
    }
  }
  std::printf("game: %ld games, %ld of %ld strange records taken\n", iterations, taken,
              8 * iterations);
  return taken > 0 ? 0 : 1;
}
