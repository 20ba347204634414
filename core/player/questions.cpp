#include "player/questions.hpp"

#include <algorithm>

#include "game/part.hpp"
#include "player/tasks.hpp"
#include "rules/api.hpp"

namespace crownhead::player {

using namespace game;

namespace {

// The positions of a game as it stands, its start first.
std::vector<const Position*> positions(const Game& game) {
  std::vector<const Position*> found;
  for (const State* state = &game.state(); state; state = state->before.get())
    found.push_back(&state->position);
  std::reverse(found.begin(), found.end());
  return found;
}

int pieces(const Position& position, Side side) {
  return count(Wide(position.side[side]));
}

bool is_settled(const Game& game) {
  const State& state = game.state();
  const Position& position = state.position;
  if (state.plies + 1 > Question::settled_plies) return true;
  if (pieces(position, white) + pieces(position, black) <= Question::settled_pieces) return true;
  const Ruleset& ruleset = *position.ruleset;
  for (int i = 0; i < ruleset.draw_rules; ++i) {
    const int plies = position.counts[i];
    if (plies != Position::idle && 2 * plies >= ruleset.draw_rule[i].plies) return true;
  }
  return false;
}

}  // namespace

Question::Question(const Game& game, About about, int win) : about_(about) {
  switch (about) {
    case About::accept:
      ask_accept(game);
      break;
    case About::offer:
      ask_offer(game);
      break;
    case About::fault:
      ask_fault(game, win);
      break;
  }
  skip_known();
}

// A draw is taken by the side that stands clearly worse, and where an even game has settled. A
// refusal under E24 obliges it to win within 40 moves, else the game is drawn: that alone is no
// reason to accept.
void Question::ask_accept(const Game& game) {
  const State& state = game.state();
  if (!state.draw_offer) return;
  settled_ = is_settled(game);
  Study& study = studies_.emplace_back(state.position, state.plies);
  if (state.turn() == *state.draw_offer) study.sign = -1;
}

// A draw is offered by the side that has just moved, or else is to move, where a game has settled
// and has been level or slightly better for that side, but no more than even, before each of its
// last moves.
void Question::ask_offer(const Game& game) {
  std::optional<Side> own;
  for (const Side side : {game.state().turn(), !game.state().turn()})
    if (may_offer(game, side, {})) own = side;
  if (!own || !is_settled(game)) return;
  const std::vector<const Position*> seen = positions(game);
  for (int ply = static_cast<int>(seen.size()) - 1; ply >= 0; --ply)
    if (seen[static_cast<std::size_t>(ply)]->to_move() == *own &&
        studies_.size() < static_cast<std::size_t>(level_turns))
      studies_.emplace_back(*seen[static_cast<std::size_t>(ply)], ply);
  if (studies_.size() < static_cast<std::size_t>(level_turns)) studies_.clear();
}

// Huffing lifts a piece and leaves the answerer on move; to compel leaves the opponent the best of
// his captures; to let it stand is to play on. The best of them is taken, the first among equals.
void Question::ask_fault(const Game& game, int win) {
  const State& state = game.state();
  if (!state.fault) return;
  const Ruleset& ruleset = *state.position.ruleset;
  const Side turn = state.turn();
  for (int square = 1; square <= ruleset.layout->squares; ++square) {
    const int index = ruleset.index(square);
    if (!(Wide(state.fault->pieces) & bit<Wide>(index))) continue;
    Study& study = studies_.emplace_back(state.position.without(index), state.plies);
    study.answer = Answer::huff;
    study.square = square;
    if (!pieces(study.position, !turn)) study.known = ruleset.rules.aim == Aim::lose ? -win : win;
  }
  Study& compels = studies_.emplace_back(state.before->position, state.before->plies);
  compels.sign = -1;
  compels.answer = Answer::compel;
  Study& stands = studies_.emplace_back(state.position, state.plies);
  stands.answer = Answer::stand;
  std::optional<Outcome> outcome;
  if (outcome_if_stood(game.setup(), state, outcome) && outcome)
    stands.known = !outcome->winner ? 0 : *outcome->winner == turn ? win : -win;
}

void Question::score(int value) {
  decide(study(), value);
  skip_known();
}

void Question::decide(const Study& study, int value) {
  ++next_;
  const int own = study.sign * value;
  switch (about_) {
    case About::accept:
      if (own <= -worse || (own <= even && settled_)) answer_ = Answer::yes;
      break;
    case About::offer:
      if (own < -level || own > even)
        next_ = studies_.size();
      else if (next_ == studies_.size())
        answer_ = Answer::yes;
      break;
    case About::fault:
      if (best_ && own <= *best_) break;
      best_ = own;
      answer_ = study.answer;
      square_ = study.square;
      break;
  }
}

void Question::skip_known() {
  while (next_ < studies_.size() && study().known) decide(study(), *study().known);
}

}  // namespace crownhead::player
