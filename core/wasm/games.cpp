// Games under the law of play: begun, followed event by event, seen. A game has a handle, from 1,
// until it is given up. What is refused answers with why.
#include <memory>
#include <utility>
#include <vector>

#include "game/round.hpp"
#include "game/shown.hpp"
#include "game/view.hpp"
#include "pdn/mainline.hpp"
#include "wasm/boundary.hpp"
#include "wasm/games.hpp"
#include "wasm/moves.hpp"

namespace crownhead::wasm {

using namespace crownhead::game;

namespace {

std::vector<std::unique_ptr<Game>> games;

int keep(std::unique_ptr<Game> game) {
  for (std::size_t place = 0; place < games.size(); ++place) {
    if (games[place]) continue;
    games[place] = std::move(game);
    return static_cast<int>(place) + 1;
  }
  games.push_back(std::move(game));
  return static_cast<int>(games.size());
}

// Refusals

// Answer why a game or an event is refused; `text` is that of the move. Returns 0.
int refuse(const Game& game, const Refusal& refused, std::string_view text) {
  JsonWriter out = answer();
  const Ruleset& ruleset = game.setup().ruleset();
  const Position& position = game.state().position;
  out.open('{').name("refused");
  switch (refused.kind) {
    case RefusalKind::none:
      out.null();
      break;
    case RefusalKind::reason:
      out.value("reason").name("reason");
      write_reason(out, ruleset, refused.reason);
      break;
    case RefusalKind::illegal_move:
      return write_explanation(position, false, text);
    case RefusalKind::invalid_move:
      out.value("invalid").name("wrong").value(refused.wrong);
      out.name("column").value(refused.column);
      break;
    case RefusalKind::ambiguous_move:
      out.value("ambiguous").name("candidates").open('[');
      for (const Move& move : refused.candidates) {
        MoveText full;
        write_move(full, move, Form::full);
        out.value(full.c_str());
      }
      out.close(']');
      break;
    case RefusalKind::not_faulty:
      out.value("not_faulty");
      break;
    case RefusalKind::too_complex:
      out.value("too_complex");
      break;
  }
  out.close('}');
  return 0;
}

// A game by the agreements of `length` bytes; null, and why they are refused.
std::unique_ptr<Game> begun(int number, std::uint32_t length, bool stored) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset || length > room) return nullptr;
  Json given;
  Setup setup;
  Wrong wrong{read_json({in, length}, given), {}};
  if (!wrong) wrong = (stored ? read_setup : read_agreement)(given, law_of(number), setup);
  if (wrong) {
    wasm::refuse(*ruleset, wrong);
    return nullptr;
  }
  auto game = std::make_unique<Game>(std::move(setup), Players{});
  if (!game->begin()) return game;
  answer().open('{').name("refused").value("too_complex").close('}');
  return nullptr;
}

}  // namespace

Game* game_of(int handle) {
  const auto place = static_cast<std::size_t>(handle) - 1;
  return place < games.size() ? games[place].get() : nullptr;
}

// Begin a game by the agreements of `length` bytes, as records hold them. The handle, or 0 and why
// it is refused.
EXPORT(game_begin) int game_begin(int number, std::uint32_t length) {
  auto game = begun(number, length, true);
  return game ? keep(std::move(game)) : 0;
}

// Complete the agreements of `length` bytes, of a record if they are `stored`: what was left open
// is as the game has it. 0 and why they are refused.
EXPORT(game_agree) int game_agree(int number, int stored, std::uint32_t length) {
  const auto game = begun(number, length, stored != 0);
  if (!game) return 0;
  JsonWriter out = answer();
  write_setup(out, game->setup());
  return 1;
}

// A game that has come as far, and goes its own way from here.
EXPORT(game_fork) int game_fork(int handle) {
  const Game* game = game_of(handle);
  return game ? keep(std::make_unique<Game>(*game)) : 0;
}

EXPORT(game_give_up) void game_give_up(int handle) {
  if (game_of(handle)) games[static_cast<std::size_t>(handle) - 1].reset();
}

// Add the event of `length` bytes, as records hold it, to a game; 0 and why it is refused. What is
// `stored` may be of an earlier law.
EXPORT(game_add) int game_add(int handle, int stored, std::uint32_t length) {
  Game* game = game_of(handle);
  if (!game || length > room) return 0;
  Json given;
  Wrong wrong{read_json({in, length}, given), {}};
  Event event;
  if (!wrong) wrong = read_event(given, event);
  if (wrong) return refuse(game->setup().ruleset(), wrong);
  const Refusal refused = stored ? game->follow(event) : game->add(event);
  return refused ? refuse(*game, refused, event.text.value_or("")) : 1;
}

// Play the move of `length` bytes, with huffing also a faulty one; `at` counts if `timed`.
EXPORT(game_play) int game_play(int handle, int by, int timed, double at, std::uint32_t length) {
  Game* game = game_of(handle);
  if (!game || length > room) return 0;
  const std::string text(in, length);
  Found found;
  std::optional<Millis> when;
  if (timed) when = static_cast<Millis>(at);
  const Refusal refused = game->play(by ? black : white, text, 0, when, found);
  return refused ? refuse(*game, refused, text) : 1;
}

// Whether the move of `length` bytes could be played now; 0 and why not.
EXPORT(game_explain) int game_explain(int handle, std::uint32_t length) {
  const Game* game = game_of(handle);
  if (!game || length > room) return 0;
  const std::string text(in, length);
  const Refusal refused = game->explain(text);
  return refused ? refuse(*game, refused, text) : 1;
}

// Write where the game stands; what the sides may do, at `at` if `timed` and no event has a time. 0
// if that is too complex.
EXPORT(game_shown) int game_shown(int handle, int timed, double at) {
  const Game* game = game_of(handle);
  if (!game) return 0;
  std::optional<Millis> when;
  if (timed) when = static_cast<Millis>(at);
  JsonWriter out = answer();
  return write_shown(out, game->setup(), game->state(), said_in(game->log()), when);
}

// The side whose flag is down at `at`: 1 for Black; -1 for none.
EXPORT(game_fallen) int game_fallen(int handle, double at) {
  const Game* game = game_of(handle);
  if (!game) return -1;
  const auto side = fallen_flag(game->setup(), game->state(), static_cast<Millis>(at));
  return side ? *side == black : -1;
}

// Who an event of the kind named in `length` bytes falls to: 1 for Black; -1 for no kind.
EXPORT(game_author) int game_author(int handle, std::uint32_t length) {
  const Game* game = game_of(handle);
  if (!game || length > room) return -1;
  for (const EventKind kind : event_kinds)
    if (std::string_view(in, length) == name(kind))
      return author_of(game->setup(), game->state(), kind) == black;
  return -1;
}

// The half points that a side has from a game: 2 for a win, 1 for a draw (C4).
EXPORT(game_points) int game_points(int handle, int by) {
  const Game* game = game_of(handle);
  if (!game) return 0;
  Round round;
  round.first = by ? black : white;
  round.ended[0] = game->state().outcome;
  return score_of(round).points[0];
}

// The log from an event on, as records hold it.
EXPORT(game_events) int game_events(int handle, std::uint32_t first) {
  const Game* game = game_of(handle);
  if (!game) return 0;
  JsonWriter out = answer();
  out.open('[');
  for (std::size_t i = first; i < game->log().size(); ++i) write_event(out, game->log()[i]);
  out.close(']');
  return 1;
}

// The plies that stand, from the start on: how each came about.
EXPORT(game_plies) int game_plies(int handle) {
  const Game* game = game_of(handle);
  if (!game) return 0;
  std::vector<const State*> states;
  for (const State* state = &game->state(); state; state = state->before.get())
    states.push_back(state);
  JsonWriter out = answer();
  out.open('[');
  for (auto state = states.rbegin(); state != states.rend(); ++state) {
    out.open('{').name("move");
    Budget none(0);
    if ((*state)->before)
      write_listed(out, (*state)->before->position, (*state)->move, 0, none);
    else
      out.null();
    out.name("erred").value((*state)->erred).close('}');
  }
  out.close(']');
  return 1;
}

// The positions of these plies, `position_size` bytes each.
EXPORT(game_positions) int game_positions(int handle) {
  const Game* game = game_of(handle);
  if (!game) return 0;
  std::vector<const State*> states;
  for (const State* state = &game->state(); state; state = state->before.get())
    states.push_back(state);
  std::string bytes(states.size() * position_size, '\0');
  for (std::size_t i = 0; i < states.size(); ++i) {
    const PackedPosition numbers = packed(states[states.size() - 1 - i]->position);
    bytes.replace(i * position_size, sizeof numbers, reinterpret_cast<const char*>(&numbers),
                  sizeof numbers);
  }
  answer_with(std::move(bytes));
  return 1;
}

// The game as PDN. In go {"tags": names and texts, "ballot": the card with which it began, or "",
// "variant": the tags that say which game it is, "gametype": that of the variant, or ""}, of
// `length` bytes.
EXPORT(game_pdn) int game_pdn(int handle, std::uint32_t length) {
  const Game* game = game_of(handle);
  Json given;
  if (!game || length > room || !read_json({in, length}, given).empty()) return 0;
  const auto text = [&](const char* name) {
    const Json* found = given.find(name);
    return found ? found->text : std::string();
  };
  pdn::TagTexts tags;
  const auto add = [&](const char* name) {
    if (const Json* named = given.find(name))
      for (const auto& [tag, value] : named->members) tags.emplace_back(tag, value.text);
  };
  add("tags");
  for (auto& tag : pdn::agreements(*game, text("ballot"))) tags.push_back(std::move(tag));
  add("variant");
  const bool two = pdn::counts_two(text("gametype"), "");
  tags.emplace_back("Result", pdn::written(pdn::score_of(game->state().outcome), two));
  if (text("gametype").empty())
    tags.emplace_back("GameType", pdn::board_of(game->setup().ruleset()));
  if (auto start = pdn::start_of(game->setup().start)) tags.emplace_back("FEN", std::move(*start));
  answer_with(pdn::written(tags, pdn::tree_of(*game)));
  return 1;
}

}  // namespace crownhead::wasm
