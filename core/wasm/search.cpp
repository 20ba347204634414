// The engine: what the computer does in a game, what it would play, its verdict, and by which
// weights it judges.
#include "search/search.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "endgame/judged.hpp"
#include "game/player.hpp"
#include "search/book.hpp"
#include "search/line.hpp"
#include "wasm/boundary.hpp"
#include "wasm/endgames.hpp"
#include "wasm/games.hpp"

namespace crownhead::wasm {

using namespace crownhead::game;

namespace {

constexpr int all_captures = 1000;

// How the engine thinks: about its move as its level does, about all else without errors.
struct Level {
  std::int64_t nodes = 0, noise = 0, taste = 0, blind = 0, quiescence_depth = all_captures,
               seed = 0;
  std::int64_t sound = 0, enough = 0;  // nodes that a decision has at least and at most
  double patience = 0;                 // seconds for whatever is thought over
  double seconds = 0;                  // for a move, whatever the clock shows; 0: what it gives
  // While fewer men than these have left their first places it is at least so heedless, for
  // variety.
  std::int64_t opening_men = 0, opening_noise = 0;
  double oversight = 0;       // the share of captures that are overlooked where huffing is agreed
  int win = 0;                // the score of a win
  std::int64_t endgames = 1;  // 1: its searches ask the tables of the game; 2: it plays by them
  bool learned = true;        // whether it plays by the weights of the game
  bool book = false;          // whether it plays by the opening book of the game
};

Search* search = nullptr;
SearchResult* result = nullptr;
Weights* weights[most_rulesets];  // of each ruleset; several may share theirs
Book books[most_rulesets];        // of each ruleset, empty where there is none
void* file = nullptr;             // what is taken in next

Weights* with_id(std::uint64_t id) {
  for (Weights* one : weights)
    if (one && one->id() == id) return one;
  return nullptr;
}

std::int64_t whole(const Json& given, const char* name) {
  const Json* found = given.find(name);
  return found && found->is(Json::Kind::integer) ? found->integer : 0;
}

// The level that is written in `length` bytes of the input.
std::optional<Level> level_of(std::uint32_t length) {
  Json given;
  if (length > room || !read_json({in, length}, given).empty()) return std::nullopt;
  Level level;
  level.nodes = whole(given, "nodes");
  level.noise = whole(given, "noise");
  level.taste = whole(given, "taste");
  level.blind = whole(given, "blind");
  level.quiescence_depth = whole(given, "quiescence_depth");
  level.seed = whole(given, "seed");
  level.sound = whole(given, "sound");
  level.enough = whole(given, "enough");
  level.seconds = static_cast<double>(whole(given, "move_ms")) / 1000;
  level.patience = static_cast<double>(whole(given, "patience_ms")) / 1000;
  level.opening_men = whole(given, "opening_men");
  level.opening_noise = whole(given, "opening_noise");
  level.oversight = static_cast<double>(whole(given, "oversight_ppm")) / 1e6;
  level.win = static_cast<int>(whole(given, "win"));
  level.endgames = whole(given, "endgames");
  const Json* learned = given.find("learned");
  level.learned = !learned || learned->boolean;
  const Json* book = given.find("book");
  level.book = book && book->boolean;
  return level;
}

// How many men have left their first places.
int men_gone(const Position& position) {
  const Position first = initial(*position.ruleset);
  int gone = 0;
  for (const Side side : {white, black})
    gone += count(Wide(first.side[side]) & ~(Wide(position.side[side]) & ~Wide(position.kings)));
  return gone;
}

// Thinks about the positions of one game.
class Thinker {
 public:
  Thinker(const Game& game, const Level& level) : game_(game), level_(level) {
    for (const State* state = &game.state(); state; state = state->before.get())
      seen_.push_back(&state->position);
    std::reverse(seen_.begin(), seen_.end());
  }

  // Search a position before which so many of the game's have been. False if it is too complex.
  bool run(const Position& position, int past, const Limits& limits, bool learned = true) {
    SearchRequest request;
    prepare(request, position, past, limits, learned);
    if (spoiling_) {
      request.excluded = spoiling_->begin();
      request.excluded_length = spoiling_->size();
    }
    return run(request);
  }

  // The same without errors; who plays by the tables does not judge against them.
  bool judge(const Position& position, int past, const Limits& limits) {
    SearchRequest request;
    prepare(request, position, past, limits, true);
    const endgame::TableProbe* known = endgames_of(position.ruleset->id + 1);
    if (!known || level_.endgames < 2) return run(request);
    endgame::JudgedLines judged(known->tables, request);
    if (!run(request)) return false;
    judged.judge(*result);
    return true;
  }

  int score() const { return result->line[0].score; }

  // The answer to what a player is asked besides moves.
  bool ask(Question& question) {
    while (const Position* position = question.asked()) {
      if (!judge(*position, question.past(), judging())) return false;
      question.score(score());
    }
    return true;
  }

  // The move that the level plays; `faulty` if it overlooks a capture.
  bool choose(Found& found) {
    const Position& position = game_.state().position;
    Moves legal, quiet;
    Budget budget;
    const auto seed = static_cast<std::uint64_t>(level_.seed);
    if (!overlooked(game_, level_.oversight, seed, quiet)) return false;
    if (quiet.size() > 0) return choose_heedlessly(quiet, found);
    if (!list_moves(position, MoveKind::legal, legal, budget) || !legal.size()) return false;
    found = {legal[0], false};
    if (legal.size() == 1) return true;
    const int plies = game_.state().plies;
    Moves spoiling;
    if (level_.endgames > 1) {
      if (const auto advice = advice_on(position.ruleset->id + 1, position, seen_.data(), plies)) {
        if (const Move* move = advice->perfect()) {
          found.move = *move;
          return true;
        }
        advice->spoiling(spoiling);
      }
    }
    if (level_.book) {
      Moves known;
      books[position.ruleset->id].moves(position, legal, known);
      if (const Move* move = drawn(position, known, seed)) {
        found.move = *move;
        return true;
      }
    }
    spoiling_ = &spoiling;
    searched_ = run(position, plies, moving(), level_.learned);
    spoiling_ = nullptr;
    if (!searched_) return false;
    for (const Move& move : moves_of(position, result->line[0])) {
      found.move = move;
      break;
    }
    return true;
  }

  // Whether the move that was chosen was searched for: it may be the only one, or the book's, or
  // the tables'.
  bool searched() const { return searched_; }

  Limits judging() const {
    Limits limits;
    const std::int64_t nodes = std::min(std::max(level_.nodes, level_.sound), level_.enough);
    limits.nodes = static_cast<std::uint64_t>(nodes);
    limits.seconds = level_.patience;
    return limits;
  }

  Limits moving() const {
    Limits limits = erring(level_.nodes);
    const auto allowed = allowance(game_, static_cast<Side>(game_.state().position.turn));
    if (allowed && level_.seconds <= 0) {
      limits.clock = static_cast<double>(allowed->clock) / 1000;
      limits.increment = static_cast<double>(allowed->increment) / 1000;
    }
    limits.seconds = level_.seconds > 0 ? level_.seconds : level_.patience;
    limits.quiescence_depth = static_cast<int>(level_.quiescence_depth);
    return limits;
  }

 private:
  void prepare(SearchRequest& request, const Position& position, int past, const Limits& limits,
               bool learned) const {
    request.position = &position;
    request.past = seen_.data();
    request.past_length = past;
    if (learned) request.weights = weights_of(position.ruleset->id + 1);
    if (level_.endgames) request.endgames = endgames_of(position.ruleset->id + 1);
    request.limits = limits;
    request.limits.seed = static_cast<std::uint64_t>(level_.seed);
    request.limits.repetition = game_.setup().variant->repetition;
  }

  bool run(const SearchRequest& request) {
    if (!search) search = new Search(16);
    if (!result) result = new SearchResult;
    return search->usable() && search->run(request, *result) && !result->too_complex;
  }

  // So many nodes, judged with the errors of the level.
  Limits erring(std::int64_t nodes) const {
    Limits limits;
    limits.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(1, nodes));
    const bool early = men_gone(game_.state().position) < level_.opening_men;
    limits.noise = static_cast<int>(std::max(level_.noise, early ? level_.opening_noise : 0));
    limits.taste = static_cast<int>(level_.taste);
    limits.blind = static_cast<int>(level_.blind);
    return limits;
  }

  // The quiet move that looks best to one who does not see the capture.
  bool choose_heedlessly(const Moves& moves, Found& found) {
    const Position& position = game_.state().position;
    seen_.push_back(&position);
    std::optional<int> least;
    for (const Move& move : moves) {
      Limits limits = erring(level_.nodes / moves.size());
      limits.quiescence_depth = all_captures;
      limits.seconds = level_.patience;
      if (!run(position.after(move), game_.state().plies + 1, limits, level_.learned)) return false;
      if (least && score() >= *least) continue;
      least = score();
      found = {move, true};
    }
    return true;
  }

  const Game& game_;
  const Level& level_;
  std::vector<const Position*> seen_;
  const Moves* spoiling_ = nullptr;  // what the search leaves out
  bool searched_ = false;
};

Event event_of(EventKind kind, Side side) {
  Event event;
  event.kind = kind;
  event.side = side;
  return event;
}

// What is done at once; empty: there is a move to be made. False if something is too complex.
bool answer_first(const Game& game, Side side, Thinker& thinker, const Level& level,
                  std::optional<Event>& event) {
  Task task;
  if (!task_of(game, side, false, task)) return false;
  if (task == Task::answer_fault) {
    Question fault(game, Question::About::fault, level.win);
    if (!thinker.ask(fault)) return false;
    if (fault.answer() == Answer::compel) event = event_of(EventKind::compelled, side);
    if (fault.answer() == Answer::huff) {
      event = event_of(EventKind::huffed, side);
      event->number = fault.square();
    }
    if (event) return true;
    if (!task_of(game, side, true, task)) return false;
  }
  switch (task) {
    case Task::answer_offer: {
      Question offer(game, Question::About::accept, level.win);
      if (!thinker.ask(offer)) return false;
      const bool accepts = offer.answer() == Answer::yes;
      event = event_of(accepts ? EventKind::draw_accepted : EventKind::draw_declined, side);
      break;
    }
    case Task::stand:
      event = event_of(EventKind::stood, side);
      break;
    case Task::claim_draw:
      event = event_of(EventKind::draw_claimed, side);
      break;
    case Task::answer_fault:
    case Task::move:
      break;
  }
  return true;
}

}  // namespace

const Weights* weights_of(int number) {
  return weights[number - 1];
}

void* taken_file() {
  return std::exchange(file, nullptr);
}

// Room for a file of so many bytes, which is taken in next; null without memory.
EXPORT(room_for) void* room_for(std::uint32_t size) {
  std::free(file);
  file = std::malloc(size);
  return file;
}

// Judge a game by the weights in the room, which zlib has unpacked; 0 where they are misshapen or
// of another board.
EXPORT(weigh) int weigh(int number, std::uint32_t size) {
  const Ruleset* ruleset = ruleset_of(number);
  auto* read = new Weights;
  const bool fits =
      file && ruleset &&
      read->read(static_cast<const std::uint8_t*>(file), size, true) == Weights::Fault::none &&
      read->board() == ruleset->rules.board;
  std::free(file);
  file = nullptr;
  if (!fits) {
    delete read;
    return 0;
  }
  if (Weights* known = with_id(read->id())) {
    delete read;
    read = known;
  }
  weights[number - 1] = read;
  return 1;
}

// Play a game by the opening book in the room; 0 where it is damaged.
EXPORT(add_book) int add_book(int number, std::uint32_t size) {
  const bool read =
      file && ruleset_of(number) &&
      books[number - 1].read(static_cast<const std::uint8_t*>(file), size) == Book::Fault::none;
  std::free(file);
  file = nullptr;
  return read;
}

// The evaluation of the first position of the input, for the side to move, without a search.
EXPORT(evaluate) int evaluate(int number) {
  const Ruleset* ruleset = ruleset_of(number);
  return ruleset ? evaluate(take(*ruleset), weights_of(number)) : 0;
}

// What the computer does in a game as a side, at the level of `length` bytes: a list of events, as
// records hold them, without their times. 0 if a position is too complex.
EXPORT(game_decide) int game_decide(int handle, int by, std::uint32_t length) {
  const Game* game = game_of(handle);
  const auto level = level_of(length);
  if (!game || !level) return 0;
  const Side side = by ? black : white;
  Thinker thinker(*game, *level);
  std::optional<Event> first;
  if (!answer_first(*game, side, thinker, *level, first)) return 0;
  bool offers = false;
  if (!first) {
    Found found;
    if (!thinker.choose(found)) return 0;
    first = event_of(EventKind::played, side);
    first->text = text_of(game->setup(), game->state(), found, found.faulty);
    first->flag = found.faulty;
    Game after = *game;
    if (!after.play(side, found.move, 0, game->state().at, found) &&
        may_offer(after, side, after.state().at)) {
      Question offer(after, Question::About::offer, level->win);
      Thinker later(after, *level);
      offers = later.ask(offer) && offer.answer() == Answer::yes;
    }
  }
  JsonWriter out = answer();
  out.open('[');
  write_event(out, *first);
  if (offers) write_event(out, event_of(EventKind::draw_offered, side));
  out.close(']');
  return 1;
}

// The best play in a game, as its notation has it: at most `most` plies. 0 without a move, or if
// the position is too complex.
EXPORT(game_hint) int game_hint(int handle, int most, std::uint32_t length) {
  const Game* game = game_of(handle);
  const auto level = level_of(length);
  if (!game || !level) return 0;
  const Position& position = game->state().position;
  Thinker thinker(*game, *level);
  Found found;
  if (!thinker.choose(found)) return 0;
  JsonWriter out = answer();
  out.open('[');
  if (!thinker.searched()) {
    MoveText text;
    write_move(text, found.move, Form::short_form);
    out.value(text.c_str());
  } else {
    for (const Move& move : moves_of(position, result->line[0])) {
      if (most-- <= 0) break;
      MoveText text;
      write_move(text, move, Form::short_form);
      out.value(text.c_str());
    }
  }
  out.close(']');
  return 1;
}

// How a game's position stands for the side to move, without what was before: by the endgame
// tables, else by a search of so many nodes, or seconds. 0 if it is too complex.
EXPORT(game_judge) int game_judge(int handle, double nodes, double seconds) {
  const Game* game = game_of(handle);
  if (!game || nodes < 1) return 0;
  const Position& position = game->state().position;
  const endgame::Verdict known = verdict_on(position.ruleset->id + 1, position);
  if (known.kind == endgame::Verdict::known) {
    JsonWriter out = answer();
    out.open('{').name("said").value("tables").name("value").value(known.value);
    out.name("plies").value(known.plies).close('}');
    return 1;
  }
  Level level;
  level.endgames = 2;
  Limits limits;
  limits.nodes = static_cast<std::uint64_t>(nodes);
  limits.seconds = seconds;
  Thinker thinker(*game, level);
  if (!thinker.judge(position, 0, limits)) return 0;
  JsonWriter out = answer();
  out.open('{').name("said").value("search").name("score").value(thinker.score());
  out.name("depth").value(result->depth);
  out.name("nodes").value(static_cast<std::int64_t>(result->nodes)).close('}');
  return 1;
}

// Forget what earlier searches have learnt: before another game is thought about.
EXPORT(forget) void forget() {
  if (search) search->clear();
}

}  // namespace crownhead::wasm
