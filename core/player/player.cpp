#include "player/player.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "endgame/judged.hpp"
#include "game/moves.hpp"
#include "player/tasks.hpp"
#include "rules/api.hpp"
#include "search/line.hpp"

namespace crownhead::player {

using namespace game;

namespace {

constexpr int reply_depth = 3;  // plies searched where a reply is all that is wanted

Event event_of(EventKind kind, Side side) {
  Event event;
  event.kind = kind;
  event.side = side;
  return event;
}

}  // namespace

bool is_opening(const Position& position) {
  const Position first = initial(*position.ruleset);
  int gone = 0;
  for (const Side side : {white, black})
    gone += count(Wide(first.side[side]) & ~(Wide(position.side[side]) & ~Wide(position.kings)));
  return gone < Level::opening_men;
}

Past::Past(const Game& game) : game_(game) {
  for (const State* state = &game.state(); state; state = state->before.get())
    seen_.push_back(&state->position);
  std::reverse(seen_.begin(), seen_.end());
}

Scene Past::scene() const {
  return scene(game_.state().position, static_cast<int>(seen_.size()) - 1);
}

Scene Past::scene(const Position& position, int past) const {
  return {&position, seen_.data(), past, game_.setup().variant->repetition};
}

Limits limits_of(const Level& level, const Game& game, Side side) {
  Limits limits;
  limits.nodes = level.nodes;
  limits.seconds = level.seconds;
  if (const auto allowed = allowance(game, side)) {
    limits.clock = static_cast<double>(allowed->clock) / 1000;
    limits.increment = static_cast<double>(allowed->increment) / 1000;
  }
  return limits;
}

Limits Player::erring(const Limits& given, const Position& position) const {
  Limits limits = given;
  limits.noise = level_.noise;
  if (limits.noise < Level::opening_noise && is_opening(position))
    limits.noise = Level::opening_noise;
  limits.taste = level_.taste;
  limits.blind = level_.blind;
  limits.quiescence_depth = level_.quiescence_depth;
  return limits;
}

SearchRequest Player::request(const Scene& scene, const Limits& limits) const {
  SearchRequest request;
  request.position = scene.position;
  request.past = scene.past;
  request.past_length = scene.past_length;
  request.limits = limits;
  request.limits.seed = means_.seed;
  request.limits.repetition = scene.repetition;
  request.threads = means_.threads;
  request.control = means_.control;
  request.weights = means_.weights;
  request.given = means_.given;
  if (level_.asks_tables()) request.endgames = means_.tables;
  return request;
}

Status Player::search(const SearchRequest& request) {
  if (!means_.search->run(request, *means_.result)) return Status::busy;
  return means_.result->too_complex ? Status::too_complex : Status::done;
}

// Search as the level does, with all its errors.
Status Player::search(const Scene& scene, const Limits& limits, const Moves& excluded) {
  SearchRequest asked = request(scene, limits);
  if (!level_.learned) asked.weights = nullptr;
  asked.excluded = excluded.begin();
  asked.excluded_length = excluded.size();
  return search(asked);
}

// Take the line that was found for the choice.
void Player::take(const Position& position, Choice& choice) const {
  choice.searched = true;
  const Moves line = moves_of(position, means_.result->line[0]);
  if (line.size()) choice.line.assign(line.begin(), line.end());
}

// Add the move of the opening book, if it has one.
bool Player::look_up(const Position& position, const Moves& legal, std::vector<Move>& line) const {
  Moves known;
  means_.book->moves(position, legal, known);
  const Move* move = drawn(position, known, means_.seed);
  if (move) line.push_back(*move);
  return move;
}

Status Player::choose(const Scene& scene, const Limits& limits, Choice& choice) {
  const Position& position = *scene.position;
  Moves legal, spoiling;
  Budget budget;
  if (!list_moves(position, MoveKind::legal, legal, budget)) return Status::too_complex;
  if (!legal.size()) return Status::no_move;
  choice.line = {legal[0]};
  if (legal.size() == 1) return Status::done;
  if (level_.plays_tables() && means_.tables) {
    const endgame::Advice advice(means_.tables->tables, position, scene.past, scene.past_length);
    if (advice.kind() == endgame::Verdict::damaged && means_.replaceable) return Status::damaged;
    if (const Move* move = advice.perfect()) {
      choice.line = {*move};
      return Status::done;
    }
    advice.spoiling(spoiling);
  }
  if (level_.plays_book() && means_.book) {
    std::vector<Move> line;
    if (look_up(position, legal, line)) {
      const Position after = position.after(line[0]);
      Moves replies;
      if (list_moves(after, MoveKind::legal, replies, budget)) look_up(after, replies, line);
      choice.line = std::move(line);
      return Status::done;
    }
  }
  const Status status = search(scene, erring(limits, position), spoiling);
  if (status == Status::done) take(position, choice);
  return status;
}

Status Player::choose(const Game& game, const Limits& limits, Choice& choice) {
  Moves quiet;
  if (!overlooked(game, level_.oversight, means_.seed, quiet)) return Status::too_complex;
  if (quiet.size()) return choose_heedlessly(game, quiet, choice);
  if (game.state().outcome) return Status::no_move;
  return choose(Past(game).scene(), limits, choice);
}

// The quiet move that looks best to one who does not see the capture.
Status Player::choose_heedlessly(const Game& game, const Moves& moves, Choice& choice) {
  const Position& position = game.state().position;
  const Past past(game);
  const int before = past.scene().past_length + 1;
  Limits limits;
  limits.noise = level_.noise;
  limits.taste = level_.taste;
  limits.blind = level_.blind;
  limits.nodes = std::max<std::uint64_t>(1, level_.nodes / static_cast<unsigned>(moves.size()));
  limits.seconds = level_.seconds;
  std::optional<int> least;
  for (const Move& move : moves) {
    const Position after = position.after(move);
    const Status status = search(past.scene(after, before), limits, {});
    if (status != Status::done) return status;
    if (least && means_.result->score() >= *least) continue;
    least = means_.result->score();
    choice.line = {move};
    choice.faulty = true;
  }
  return Status::done;
}

Status Player::expect(const Scene& scene, const Limits& given, Choice& choice) {
  const Position& position = *scene.position;
  Moves legal, others;
  Budget budget;
  if (!list_moves(position, MoveKind::legal, legal, budget)) return Status::too_complex;
  for (const Move& other : legal)
    if (!other.same_outcome(choice.line[0])) others.add() = other;
  Limits limits = given;
  limits.depth = std::min(limits.depth, reply_depth);
  SearchRequest asked = request(scene, limits);
  asked.excluded = others.begin();
  asked.excluded_length = others.size();
  const Status status = search(asked);
  if (status == Status::done) take(position, choice);
  return status;
}

Status Player::judge(const Scene& scene, const Limits& limits) {
  SearchRequest asked = request(scene, limits);
  if (!level_.plays_tables() || !means_.tables) return search(asked);
  endgame::JudgedLines judged(means_.tables->tables, asked);
  const Status status = search(asked);
  if (status == Status::done) judged.judge(*means_.result);
  return status;
}

Status Player::score(const Scene& scene, int& value) {
  Limits limits;
  limits.nodes = std::clamp(level_.nodes, Level::sound, Level::enough);
  limits.seconds = Level::patience;
  const Status status = judge(scene, limits);
  if (status == Status::done) value = means_.result->score();
  return status;
}

Status Player::ask(const Game& game, Question& question) {
  const Past past(game);
  while (const Position* position = question.asked()) {
    int value = 0;
    const Status status = score(past.scene(*position, question.past()), value);
    if (status != Status::done) return status;
    question.score(value);
  }
  return Status::done;
}

Status Player::answer_fault(const Game& game, Side side, Act& act, bool& stands) {
  Question fault(game, Question::About::fault, score::win);
  const Status status = ask(game, fault);
  if (status != Status::done) return status;
  stands = fault.answer() != Answer::compel && fault.answer() != Answer::huff;
  if (fault.answer() == Answer::compel) act.event = event_of(EventKind::compelled, side);
  if (fault.answer() == Answer::huff) {
    act.event = event_of(EventKind::huffed, side);
    act.event.number = fault.square();
  }
  return Status::done;
}

Status Player::act(const Game& game, Side side, const Limits& limits, Act& act) {
  Task task;
  if (!task_of(game, side, false, task)) return Status::too_complex;
  if (task == Task::answer_fault) {
    bool stands = overlooks_fault(game, level_.oversight, means_.seed);
    const Status status = stands ? Status::done : answer_fault(game, side, act, stands);
    if (status != Status::done || !stands) return status;
    if (!task_of(game, side, true, task)) return Status::too_complex;
  }
  switch (task) {
    case Task::answer_offer: {
      Question offer(game, Question::About::accept, score::win);
      const Status status = ask(game, offer);
      const bool accepts = offer.answer() == Answer::yes;
      act.event = event_of(accepts ? EventKind::draw_accepted : EventKind::draw_declined, side);
      return status;
    }
    case Task::decline:
      act.event = event_of(asked_of(game.state(), side)->declined, side);
      return Status::done;
    case Task::stand:
      act.event = event_of(EventKind::stood, side);
      return Status::done;
    case Task::claim_draw:
      act.event = event_of(EventKind::draw_claimed, side);
      return Status::done;
    case Task::answer_fault:
    case Task::move:
      break;
  }
  Choice choice;
  const Status status = choose(game, limits, choice);
  if (status != Status::done) return status;
  Found found{choice.line[0], choice.faulty};
  act.event = event_of(EventKind::played, side);
  act.event.text = text_of(game.setup(), game.state(), found, found.faulty);
  act.event.flag = found.faulty;
  Game after = game;
  if (after.play(side, found.move, 0, game.state().at, found) ||
      !may_offer(after, side, after.state().at))
    return Status::done;
  Question offer(after, Question::About::offer, score::win);
  act.offers_draw = ask(after, offer) == Status::done && offer.answer() == Answer::yes;
  return Status::done;
}

}  // namespace crownhead::player
