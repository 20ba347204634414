// A move declines a standing offer (D), counts for a refusal duty (E24), lets a fault of the
// opponent stand (H3), ends a take-back request, presses the clock.
#include "game/moves.hpp"

#include "game/part.hpp"

namespace crownhead::game {

namespace {

// Whether a text or a move means one of `among`.
Refusal choose(const Position& position, std::string_view text, Moves& among, Move& move) {
  MoveReading found;
  Budget budget;
  read_among(position, among, text.data(), text.size(), found, budget);
  Refusal refused;
  switch (found.reading) {
    case Reading::read:
      move = found.move();
      break;
    case Reading::no_move:
      refused.kind = RefusalKind::invalid_move;
      refused.wrong = found.wrong;
      refused.column = found.column;
      break;
    case Reading::refused:
      refused.kind = RefusalKind::illegal_move;
      break;
    case Reading::too_complex:
      refused.kind = RefusalKind::too_complex;
      break;
    case Reading::ambiguous:
      refused.kind = RefusalKind::ambiguous_move;
      for (const Move& each : found.fits) refused.candidates.add() = each;
      break;
  }
  return refused;
}

Refusal choose(const Position& position, const Move& wanted, Moves& among, Move& move) {
  const Move* found = wanted.ruleset == position.ruleset ? among.find(wanted) : nullptr;
  if (found) {
    move = *found;
    return {};
  }
  MoveText text;
  write_move(text, wanted, Form::hub);
  return choose(position, std::string_view(text.c_str(), text.size()), among, move);
}

template <class Text>
Refusal find_any(const Setup& setup, const State& state, const Text& text, bool faulty,
                 Found& found) {
  const bool errs = may_err(setup, state);
  if (!(errs && faulty)) {
    Moves legal;
    if (!legal_moves(state, legal)) return RefusalKind::too_complex;
    found.faulty = false;
    Refusal refused = choose(state.position, text, legal, found.move);
    if (refused.kind != RefusalKind::illegal_move || !errs) return refused;
  }
  Moves among;
  Budget budget;
  if (!list_moves(state.position, MoveKind::faulty, among, budget)) return RefusalKind::too_complex;
  found.faulty = true;
  return choose(state.position, text, among, found.move);
}

}  // namespace

bool legal_moves(const State& state, Moves& moves) {
  Budget budget;
  return list_moves(state.position, MoveKind::legal, moves, budget);
}

bool may_err(const Setup& setup, const State& state) {
  return setup.huffing && !state.compelled;
}

Refusal find_legal(const State& state, std::string_view text, Move& move) {
  Moves legal;
  if (!legal_moves(state, legal)) return RefusalKind::too_complex;
  return choose(state.position, text, legal, move);
}

Refusal find(const Setup& setup, const State& state, std::string_view text, bool faulty,
             Found& found) {
  return find_any(setup, state, text, faulty, found);
}

Refusal find(const Setup& setup, const State& state, const Move& move, bool faulty, Found& found) {
  return find_any(setup, state, move, faulty, found);
}

std::string text_of(const Setup& setup, const State& state, const Found& found, bool asked) {
  for (const Form form : {Form::short_form, Form::full}) {
    MoveText text;
    write_move(text, found.move, form);
    Found back;
    const std::string_view written(text.c_str(), text.size());
    if (!find(setup, state, written, asked, back) && back.faulty == found.faulty &&
        back.move.same_outcome(found.move))
      return std::string(written);
  }
  MoveText text;
  write_move(text, found.move, Form::hub);
  return std::string(text.c_str(), text.size());
}

void write_playable(const Position& position, const Turn& turn, const Move& move, MoveKind kind,
                    MoveText& text, Budget& budget) {
  if (write_unambiguously(position, turn, move, kind, false, text, budget)) return;
  text.clear();
  write_move(text, move, Form::hub);
}

Refusal check_turn(const Setup& setup, const State& state, Side by) {
  if (by != state.turn()) return reason_by(ReasonCode::not_your_turn, state.turn());
  if (!state.fault) return {};
  std::optional<Outcome> ends;
  if (!ending::by_rules(setup, state, ends)) return RefusalKind::too_complex;
  if (ends) return reason_at(ReasonCode::fault_unanswered, state.fault->pieces);
  return {};
}

Refusal played(const Setup& setup, const Link& link, const Event& event, const Found& found,
               State& after) {
  const State& state = *link;
  const Side by = *event.side;
  const Move& move = found.move;
  after = state;
  after.position = state.position.after(move);
  after.before = link;
  after.move = move;
  after.erred = found.faulty;
  ++after.plies;
  after.plies_since_capture = move.captures() ? 0 : state.plies_since_capture + 1;
  after.huff.reset();
  after.compelled = false;
  after.takeback.reset();
  after.fault.reset();
  if (found.faulty && !huffing::fault(state.position, move, event, after.fault.emplace()))
    return RefusalKind::too_complex;
  if (event.at && after.clock) {
    const TimeControl& control = *setup.time;
    Clock& clock = *after.clock;
    if (!clock.begun()) clock = started(control, clock, by, *event.at);
    clock = pressed(control, clock, *event.at, event.number);
  }
  after = duty::moved(offers::moved(setup, std::move(after), by), by);
  if (move.captures() || !move.by_king) after = duty::progressed(setup, std::move(after));
  return {};
}

}  // namespace crownhead::game
