#include "game/shown.hpp"

#include <vector>

#include "game/moves.hpp"
#include "game/view.hpp"
#include "rules/fen.hpp"

namespace crownhead::game {

namespace {

const char* name_of(Side side) {
  return side == white ? "white" : "black";
}

// One object; what it is made of is named where it stands in it.
class Shower {
 public:
  Shower(JsonWriter& writer, const Setup& setup, const State& state, const Said& said,
         std::optional<Millis> at)
      : out_(writer),
        setup_(setup),
        state_(state),
        said_(said),
        position_(state_.position),
        ruleset_(setup_.ruleset()),
        at_(state_.at ? state_.at : at) {}

  bool write() {
    out_.open('{');
    fields();
    board();
    if (!choices()) return false;
    counts();
    clock();
    if (!procedure()) return false;
    past();
    out_.close('}');
    return true;
  }

  std::int64_t spent() const { return spent_; }

 private:
  // What is shown as the state has it.
  void fields() {
#define CROWNHEAD_HELD(...)
#define CROWNHEAD_SHOWN(type, name, shown, told) field(shown, state_.name);
    CROWNHEAD_STATE(CROWNHEAD_HELD, CROWNHEAD_SHOWN)
#undef CROWNHEAD_HELD
#undef CROWNHEAD_SHOWN
  }

  template <class Value>
  void field(const char* name, const Value& value) {
    out_.name(name);
    write(value);
  }

  template <class Value>
  void write(const std::optional<Value>& value) {
    if (value)
      write(*value);
    else
      out_.null();
  }

  void write(bool value) { out_.value(value); }
  void write(int value) { out_.value(value); }
  void write(Millis value) { out_.value(value); }
  void write(Side value) { out_.value(name_of(value)); }
  void write(const Takeback& takeback) {
    out_.open('{');
    field("by", takeback.by);
    field("plies", takeback.plies);
    out_.close('}');
  }

  void text(const char* name, const Move& move) {
    MoveText written;
    write_move(written, move, Form::short_form);
    out_.name(name).value(written.c_str());
  }

  void squares(const char* name, SquareSet set) {
    out_.name(name).open('[');
    for (int number = 1; number <= ruleset_.layout->squares; ++number)
      if (Wide(set) & bit<Wide>(ruleset_.index(number))) out_.value(number);
    out_.close(']');
  }

  void route(int from, const std::uint8_t* landings, int jumps) {
    out_.open('[').value(ruleset_.number(from));
    for (int i = 0; i < jumps; ++i) out_.value(ruleset_.number(landings[i]));
    out_.close(']');
  }

  void own_route(const Move& move) {
    route(move.from, move.route, move.captures() ? move.jumps : 1);
  }

  void outcome_of(const char* name, const Move& move) {
    out_.name("origin").value(ruleset_.number(move.from));
    out_.name("target").value(ruleset_.number(move.to));
    squares("captures", move.captured);
    out_.name(name);
  }

  void board() {
    FenText letters, fen, start;
    write_squares(letters, position_, false);
    write_fen(fen, position_, false);
    write_fen(start, setup_.start, false);
    out_.name("board").value(letters.c_str() + 1);
    field("turn", state_.turn());
    out_.name("fen").value(fen.c_str()).name("start").value(start.c_str());
    std::vector<const Move*> moves;
    for (const State* state = &state_; state->before; state = state->before.get())
      moves.push_back(&state->move);
    out_.name("moves").open('[');
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
      MoveText written;
      write_move(written, **move, Form::short_form);
      out_.value(written.c_str());
    }
    out_.close(']').name("last");
    if (!state_.before) {
      out_.null();
      return;
    }
    out_.open('{');
    text("text", state_.move);
    outcome_of("route", state_.move);
    own_route(state_.move);
    out_.name("crowns").value(state_.move.crowns);
    out_.name("faulty").value(state_.erred).close('}');
  }

  // The moves that can be played, each with its text, and the pieces that must capture.
  bool choices() {
    Turn turn;
    Budget budget;
    const bool can_move = !state_.outcome && !state_.paused && !verdict_due(setup_, state_);
    if (can_move && !list_turn(position_, may_err(setup_, state_), turn, budget)) return false;
    const bool listed = list("legal", turn, turn.legal, MoveKind::legal, budget) &&
                        list("faulty", turn, turn.faulty, MoveKind::faulty, budget);
    spent_ += budget.spent();
    return listed && musts(turn.legal);
  }

  bool list(const char* name, const Turn& turn, const Moves& moves, MoveKind kind, Budget& budget) {
    out_.name(name).open('[');
    for (const Move& move : moves) {
      MoveText written;
      write_playable(position_, turn, move, kind, written, budget);
      out_.open('{').name("text").value(written.c_str());
      outcome_of("routes", move);
      out_.open('[');
      if (kind == MoveKind::legal && move.captures()) {
        Routes routes(*this, move);
        Budget own;
        if (!list_routes(position_, move, most_routes, routes, own)) return false;
        spent_ += own.spent();
      } else {
        own_route(move);
      }
      out_.close(']').name("crowns").value(move.crowns).close('}');
    }
    out_.close(']');
    return true;
  }

  struct Routes final : RouteVisitor {
    Shower& shower;
    const Move& move;

    Routes(Shower& owner, const Move& given) : shower(owner), move(given) {}
    void visit(const std::uint8_t* landings, int jumps) override {
      shower.route(move.from, landings, jumps);
    }
  };

  // With the number that is to be taken where a majority rule decides (P6).
  bool musts(const Moves& legal) {
    const Choice choice = ruleset_.rules.choice;
    const bool majority =
        choice == Choice::most || choice == Choice::most_kings || choice == Choice::cascade;
    out_.name("must").open('[');
    for (int number = 1; number <= ruleset_.layout->squares && ruleset_.rules.compulsory;
         ++number) {
      int taken = 0;
      for (const Move& move : legal)
        if (move.captures() && ruleset_.number(move.from) == number)
          taken = count(Wide(move.captured));
      if (!taken) continue;
      out_.open('{').name("square").value(number).name("take");
      if (majority)
        out_.value(taken);
      else
        out_.null();
      out_.close('}');
    }
    out_.close(']');
    return true;
  }

  void counts() {
    static constexpr const char* resets[] = {"capture", "man_move", "crowning"};
    out_.name("counters").open('[');
    for (const Counter& counter : counters(setup_, state_)) {
      out_.open('{').name("rule").value(counter.rule).name("made").value(counter.made);
      out_.name("limit").value(counter.limit);
      out_.name("unit").value(units[static_cast<int>(counter.unit)]);
      field("side", counter.side);
      out_.name("resets").open('[');
      for (int bit = 0; bit < 3; ++bit)
        if (counter.resets & 1 << bit) out_.value(resets[bit]);
      out_.close(']').name("automatic").value(counter.automatic).close('}');
    }
    out_.close(']').name("duties").open('[');
    for (const Duty& duty : duties(setup_, state_)) {
      out_.open('{');
      field("side", duty.side);
      out_.name("made").value(duty.made).name("limit").value(duty.limit).close('}');
    }
    out_.close(']');
  }

  void clock() {
    field("flag_falls", flag_falls(setup_, state_));
    if (!state_.clock) {
      out_.name("clock").null();
      return;
    }
    const Clock& clock = *state_.clock;
    const TimeControl& control = *setup_.time;
    out_.name("clock").open('{');
    for (const Side of : {white, black})
      out_.name(name_of(of)).value(remaining(control, clock, of, clock.since));
    field("running", clock.since ? clock.running : std::nullopt);
    field("since", clock.since);
    out_.name("delay").value(delayed(control, clock));
    out_.name("control").value(in_pdn(control));
    out_.name("mode").value(time_modes[static_cast<int>(control.mode)]).close('}');
  }

  bool procedure() {
    out_.name("refusal_duty").value(setup_.refusal_duty);
    out_.name("would_refuse").value(would_refuse(setup_, state_));
    field("verdict_due", verdict_due(setup_, state_));
    out_.name("huffing").value(setup_.huffing);
    squares("huffable", state_.fault ? state_.fault->pieces : SquareSet{});
    std::optional<Outcome> stood;
    if (!outcome_if_stood(setup_, state_, stood)) return false;
    field("must_answer", stood.has_value());
    if (!claimed()) return false;
    out_.name("can_abort").value(can_abort(setup_, state_)).name("allowed").open('{');
    for (const Side by : {white, black}) {
      const std::uint32_t kinds = state_.outcome ? 0 : allowed(setup_, state_, by, at_);
      out_.name(name_of(by)).open('[');
      for (const EventKind kind : event_kinds)
        if (kinds & bit_of(kind)) out_.value(game::name(kind));
      out_.close(']');
    }
    out_.close('}');
    return true;
  }

  bool claimed() {
    std::vector<Claim> found;
    if (!state_.outcome && !claims(setup_, state_, found)) return false;
    out_.name("claims").open('[');
    for (const Claim& claim : found) {
      out_.open('{').name("rule").value(claim.rule);
      field("by", claim.by);
      if (claim.move)
        text("move", *claim.move);
      else
        out_.name("move").null();
      out_.close('}');
    }
    out_.close(']');
    return true;
  }

  void past() {
    out_.name("verdict");
    if (said_.verdict) {
      out_.open('{');
      field("side", said_.verdict->side);
      out_.name("advantage").value(said_.verdict->flag);
      out_.name("reason").value(said_.verdict->text.value_or("")).close('}');
    } else {
      out_.null();
    }
    out_.name("outcome");
    if (!state_.outcome) {
      out_.null();
      return;
    }
    out_.open('{');
    field("winner", state_.outcome->winner);
    out_.name("termination").value(terminations[static_cast<int>(state_.outcome->termination)]);
    out_.name("rule").value(state_.outcome->rule);
    out_.name("reason").value(said_.ground).close('}');
  }

  JsonWriter& out_;
  const Setup& setup_;
  const State& state_;
  const Said& said_;
  const Position& position_;
  const Ruleset& ruleset_;
  std::optional<Millis> at_;
  std::int64_t spent_ = 0;
};

}  // namespace

Said said_in(const std::vector<Event>& log) {
  Said said;
  if (log.empty()) return said;
  const Event& last = log.back();
  if (last.kind == EventKind::adjudicated || last.kind == EventKind::awarded)
    said.ground = last.text.value_or("");
  for (auto event = log.rbegin(); event != log.rend(); ++event) {
    if (event->kind == EventKind::played || event->kind == EventKind::takeback_accepted) break;
    if (event->kind != EventKind::adjudicated) continue;
    said.verdict = *event;
    break;
  }
  return said;
}

bool write_shown(JsonWriter& out, const Setup& setup, const State& state, const Said& said,
                 std::optional<Millis> at, std::int64_t* states) {
  Shower shower(out, setup, state, said, at);
  const bool written = shower.write();
  if (states) *states = shower.spent();
  return written;
}

}  // namespace crownhead::game
