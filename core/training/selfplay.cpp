#include "training/selfplay.hpp"

#include <memory>
#include <optional>

#include "rules/ruleset.hpp"
#include "search/search.hpp"
#include "training/dice.hpp"
#include "training/progress.hpp"

namespace crownhead::training {

namespace {

int place_of(const Moves& legal, const BriefMove& wanted) {
  for (int i = 0; i < legal.size(); ++i)
    if (wanted.is(legal[i])) return i;
  return 0;
}

// How a game ends by the tables whose position is one that they know.
std::optional<Result> known(const EndgameProbe& endgames, const Progress& game) {
  const Position& now = game.position();
  if (count(now.occupied()) > endgames.most_pieces() || game.legal()[0].captures()) return {};
  switch (endgames.probe(now.side, now.kings, now.to_move())) {
    case EndgameProbe::Value::unknown:
      return {};
    case EndgameProbe::Value::draw:
      return Result::drawn;
    case EndgameProbe::Value::win:
      return now.to_move() == white ? Result::won : Result::lost;
    case EndgameProbe::Value::loss:
      break;
  }
  return now.to_move() == white ? Result::lost : Result::won;
}

}  // namespace

bool play_game(const Selfplay& settings, const Player& as_white, const Player& as_black,
               std::uint64_t number, Played& played) {
  Dice dice(settings.seed, number);
  Progress game(*settings.ruleset, settings.repetition, settings.most_plies);
  played.clear();
  played.opening =
      settings.opening_low + dice.below(settings.opening_high - settings.opening_low + 1);
  as_white.search->clear();
  if (as_black.search != as_white.search) as_black.search->clear();
  SearchRequest request;
  request.limits.nodes = settings.nodes;
  request.limits.repetition = settings.repetition;
  request.endgames = settings.endgames;
  const auto found = std::make_unique<SearchResult>();
  std::vector<const Position*> past;
  std::optional<Result> ended;
  while (game.goes_on()) {
    if (settings.endgames && (ended = known(*settings.endgames, game))) break;
    int place = 0;
    if (game.plies() < played.opening) {
      place = dice.below(game.legal().size());
    } else {
      past.clear();
      for (int i = 0; i < game.plies(); ++i)
        past.push_back(&game.positions()[static_cast<std::size_t>(i)]);
      request.position = &game.position();
      request.past = past.data();
      request.past_length = game.plies();
      const Player& player = game.position().to_move() == white ? as_white : as_black;
      request.weights = player.weights;
      found->lines = 0;
      player.search->run(request, *found);
      int score = 0;
      if (!found->too_complex && found->lines) {
        score = found->score();
        if (found->line[0].length) place = place_of(game.legal(), found->line[0].moves[0]);
      }
      played.scores.push_back(static_cast<std::int16_t>(score));
    }
    played.places.push_back(static_cast<std::uint16_t>(place));
    game.play(place);
  }
  played.result = ended.value_or(game.result());
  return game.plies() > played.opening;
}

int play_pair(const Selfplay& settings, const Player& first, const Player& second,
              std::uint64_t number) {
  Played played;
  if (!play_game(settings, first, second, number, played)) return -1;
  const int as_white = static_cast<int>(played.result);
  play_game(settings, second, first, number, played);
  return as_white + 2 - static_cast<int>(played.result);
}

}  // namespace crownhead::training
