// Games under the law of play: begun, followed event by event, seen. A game has a handle, from 1,
// until it is given up. What is refused answers with why.
#include <memory>
#include <utility>
#include <vector>

#include "game/view.hpp"
#include "pdn/course.hpp"
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

const char* name_of(Side side) {
  return side == white ? "white" : "black";
}

void write(JsonWriter& out, std::optional<Side> side) {
  if (side)
    out.value(name_of(*side));
  else
    out.null();
}

template <class Number>
void write(JsonWriter& out, const std::optional<Number>& number) {
  if (number)
    out.value(static_cast<std::int64_t>(*number));
  else
    out.null();
}

void write(JsonWriter& out, const std::optional<Outcome>& outcome) {
  if (!outcome) {
    out.null();
    return;
  }
  out.open('{').name("winner");
  write(out, outcome->winner);
  out.name("termination").value(terminations[static_cast<int>(outcome->termination)]);
  out.name("rule").value(outcome->rule).close('}');
}

// Refusals

// Answer why a game or an event is refused; `text` is that of the move. Returns 0.
int refuse(const Game& game, const Refusal& refused, std::string_view text) {
  JsonWriter out = answer();
  const Ruleset& ruleset = game.setup().ruleset();
  const Position& position = game.state().position;
  out.open('{').name("refused");
  switch (refused.outset) {
    case Outset::allowed:
      out.null();
      break;
    case Outset::reason:
      out.value("reason").name("reason");
      write_reason(out, ruleset, refused.reason);
      break;
    case Outset::illegal_move:
      return write_explanation(position, false, text);
    case Outset::invalid_move:
      out.value("invalid").name("wrong").value(refused.wrong);
      out.name("column").value(refused.column);
      break;
    case Outset::ambiguous_move:
      out.value("ambiguous").name("candidates").open('[');
      for (const Move& move : refused.candidates) {
        MoveText full;
        write_move(full, move, Form::full);
        out.value(full.c_str());
      }
      out.close(']');
      break;
    case Outset::not_faulty:
      out.value("not_faulty");
      break;
    case Outset::too_complex:
      out.value("too_complex");
      break;
  }
  out.close('}');
  return 0;
}

// What can be seen

void write_pair(JsonWriter& out, const char* name, std::int64_t white_value,
                std::int64_t black_value) {
  out.name(name).open('{').name("white").value(white_value);
  out.name("black").value(black_value).close('}');
}

void write_clock(JsonWriter& out, const Setup& setup, const State& state) {
  out.name("clock");
  if (!state.clock) {
    out.null();
    return;
  }
  const Clock& clock = *state.clock;
  const TimeControl& control = *setup.time;
  const auto left = [&](Side side) { return remaining(control, clock, side, clock.since); };
  const auto bonus = [&](Side side) {
    return control.stages[static_cast<std::size_t>(clock.stage[side])].bonus;
  };
  const bool delayed = control.mode == TimeMode::delay && clock.running;
  out.open('{');
  write_pair(out, "left", left(white), left(black));
  write_pair(out, "bonus", bonus(white), bonus(black));
  out.name("running");
  write(out, clock.running);
  out.name("since");
  write(out, clock.since);
  const Millis delay = delayed ? bonus(*clock.running) - clock.used : 0;
  out.name("delay").value(delay > 0 ? delay : Millis{0});
  out.name("control").value(in_pdn(control)).close('}');
}

void write_counters(JsonWriter& out, const Setup& setup, const State& state) {
  static constexpr const char* resets[] = {"capture", "man_move", "crowning"};
  out.name("counters").open('[');
  for (const Counter& counter : counters(setup, state)) {
    out.open('{').name("rule").value(counter.rule).name("made").value(counter.made);
    out.name("limit").value(counter.limit);
    out.name("unit").value(units[static_cast<int>(counter.unit)]).name("side");
    write(out, counter.side);
    out.name("resets").open('[');
    for (int bit = 0; bit < 3; ++bit)
      if (counter.resets & 1 << bit) out.value(resets[bit]);
    out.close(']').name("automatic").value(counter.automatic).close('}');
  }
  out.close(']').name("duties").open('[');
  for (const Duty& duty : duties(setup, state)) {
    out.open('{').name("side").value(name_of(duty.side)).name("made").value(duty.made);
    out.name("limit").value(duty.limit).close('}');
  }
  out.close(']');
}

// False if the position is too complex.
bool write_claims(JsonWriter& out, const Setup& setup, const State& state) {
  std::vector<Claim> found;
  if (!claims(setup, state, found)) return false;
  out.name("claims").open('[');
  for (const Claim& claim : found) {
    out.open('{').name("rule").value(claim.rule).name("by").value(name_of(claim.by)).name("move");
    if (claim.move) {
      MoveText text;
      write_move(text, *claim.move, Form::short_form);
      out.value(text.c_str());
    } else {
      out.null();
    }
    out.close('}');
  }
  out.close(']');
  return true;
}

}  // namespace

Game* game_of(int handle) {
  const auto place = static_cast<std::size_t>(handle) - 1;
  return place < games.size() ? games[place].get() : nullptr;
}

// Begin a game by the agreements of `length` bytes, as records hold them. The handle, or 0 and why
// it is refused.
EXPORT(game_begin) int game_begin(int number, std::uint32_t length) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset || length > room) return 0;
  Json given;
  Setup setup;
  Wrong wrong{read_json({in, length}, given), {}};
  const Json* start = given.find("start");
  if (!wrong && (!start || !start->is(Json::Kind::text)))
    wrong = Wrong{"setup: start is not a FEN", {}};
  if (!wrong) wrong = read_setup(given, law_of(number), setup);
  if (wrong) return refuse(*ruleset, wrong);
  auto game = std::make_unique<Game>(std::move(setup), Players{});
  if (const Refusal refused = game->begin()) {
    answer().open('{').name("refused").value("too_complex").close('}');
    return 0;
  }
  return keep(std::move(game));
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

// Describe where the game stands; 0 if that is too complex.
EXPORT(game_state) int game_state(int handle) {
  const Game* game = game_of(handle);
  if (!game) return 0;
  const Setup& setup = game->setup();
  const State& state = game->state();
  const Ruleset& ruleset = setup.ruleset();
  JsonWriter out = answer();
  out.open('{').name("plies").value(state.plies).name("events").value(state.events);
  out.name("offer");
  write(out, state.draw_offer);
  out.name("wouldRefuse").value(would_refuse(setup, state));
  out.name("compelled").value(state.compelled).name("paused").value(state.paused).name("at");
  write(out, state.at);
  out.name("fault");
  if (state.fault) {
    out.open('{').name("by").value(name_of(state.fault->by)).name("pieces");
    write_squares(out, ruleset, state.fault->pieces);
    out.close('}');
  } else {
    out.null();
  }
  out.name("takeback");
  if (state.takeback) {
    out.open('{').name("by").value(name_of(state.takeback->by)).name("plies");
    out.value(state.takeback->plies).close('}');
  } else {
    out.null();
  }
  out.name("outcome");
  write(out, state.outcome);
  std::optional<Outcome> stood;
  if (!outcome_if_stood(setup, state, stood)) return 0;
  out.name("ifStood");
  write(out, stood);
  out.name("verdictDue");
  write(out, verdict_due(setup, state));
  write_clock(out, setup, state);
  write_counters(out, setup, state);
  if (!write_claims(out, setup, state)) return 0;
  out.close('}');
  return 1;
}

// The kinds of event that a side can bring about, at `at` or else at the last event's time.
EXPORT(game_allowed) int game_allowed(int handle, int by, int timed, double at) {
  const Game* game = game_of(handle);
  if (!game) return 0;
  std::optional<Millis> when;
  if (timed) when = static_cast<Millis>(at);
  const std::uint32_t kinds = allowed(game->setup(), game->state(), by ? black : white, when);
  JsonWriter out = answer();
  out.open('[');
  for (const EventKind kind : event_kinds)
    if (kinds & bit_of(kind)) out.value(name(kind));
  out.close(']');
  return 1;
}

// What a side has left at `at`, in milliseconds; 0 or less: its flag is down.
EXPORT(game_remaining) double game_remaining(int handle, int by, double at) {
  const Game* game = game_of(handle);
  if (!game || !game->state().clock) return 0;
  return static_cast<double>(remaining(*game->setup().time, *game->state().clock,
                                       by ? black : white, static_cast<Millis>(at)));
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

// The texts by which the moves of a kind are played here, in the order of their list.
EXPORT(game_texts) int game_texts(int handle, int kind) {
  const Game* game = game_of(handle);
  if (!game) return 0;
  const Position& position = game->state().position;
  const auto asked = static_cast<MoveKind>(kind);
  const bool may_err = game->setup().huffing && !game->state().compelled;
  Turn turn;
  Budget budget;
  if (!list_turn(position, may_err, turn, budget)) return 0;
  JsonWriter out = answer();
  out.open('[');
  for (const Move& move : asked == MoveKind::legal ? turn.legal : turn.faulty) {
    MoveText text;
    if (!write_unambiguously(position, turn, move, asked, false, text, budget)) return 0;
    out.value(text.c_str());
  }
  out.close(']');
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
