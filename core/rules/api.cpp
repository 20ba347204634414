#include "rules/api.hpp"

#include <cstring>

#include "rules/huffing.hpp"

namespace crownhead {

namespace {

struct Ignored final : RouteVisitor {
  void visit(const std::uint8_t*, int) override {}
};

// Settle what a text means whose squares were read, among these moves.
void settle(const Position& position, const Moves& moves, MoveReading& found, Budget& budget) {
  found.fits.clear();
  for (const Move& move : moves)
    if (move.from == found.squares.at[0]) found.fits.add() = move;
  if (!budget.spend(1 + moves.size() / 16) || !match(position, found.squares, found.fits, budget)) {
    found.reading = Reading::too_complex;
    return;
  }
  if (found.fits.size() > 1) {
    const int brief = written_briefly(found.squares, found.fits);
    if (brief < 0) {
      found.reading = Reading::ambiguous;
      return;
    }
    found.fits[0] = found.fits[brief];
    found.fits.cut(1);
  }
  found.reading = found.fits.size() ? Reading::read : Reading::refused;
  if (found.fits.size()) found.place = static_cast<int>(moves.find(found.move()) - moves.begin());
}

bool read_text(const Position& position, const char* text, std::size_t length, MoveReading& found) {
  found.fits.clear();
  found.reading = Reading::no_move;
  found.wrong = read_squares(text, length, *position.ruleset, found.squares, found.column);
  return !found.wrong;
}

// A limit elsewhere was met: nothing more is to be done on this budget. False, for convenience.
bool exhaust(Budget& budget) {
  budget.spend(std::int64_t{1} << 60);
  return false;
}

bool list(const Position& position, MoveKind kind, Moves& moves, Budget& budget) {
  const Ruleset& ruleset = *position.ruleset;
  Rules rules = ruleset.rules;
  switch (kind) {
    case MoveKind::legal:
      return ruleset.ops->legal(rules, position, moves, budget);
    case MoveKind::faulty:
      return faulty_moves(position, moves, budget);
    case MoveKind::quiet:
      ruleset.ops->quiet(rules, position, moves);
      moves.mark_ambiguous();
      return budget.spend(moves.size() * Budget::listed_move);
    case MoveKind::any_choice:
    case MoveKind::any_landing:
      break;
  }
  rules.choice = Choice::free;
  if (kind == MoveKind::any_landing) rules.landing = Landing::free;
  return ruleset.slow->legal(rules, position, moves, budget);
}

}  // namespace

bool list_moves(const Position& position, MoveKind kind, Moves& moves, Budget& budget) {
  if (list(position, kind, moves, budget)) return true;
  return exhaust(budget);
}

bool list_routes(const Position& position, const Move& move, int most, RouteVisitor& visitor,
                 Budget& budget) {
  if (!move.captures()) {
    visitor.visit(&move.to, 1);
    return true;
  }
  const Ruleset& ruleset = *position.ruleset;
  if (ruleset.ops->routes(ruleset.rules, position, move, visitor, most, budget)) return true;
  return exhaust(budget);
}

void read_move(const Position& position, MoveKind kind, const char* text, std::size_t length,
               MoveReading& found, Budget& budget) {
  if (!read_text(position, text, length, found)) return;
  Moves moves;
  if (list_moves(position, kind, moves, budget))
    settle(position, moves, found, budget);
  else
    found.reading = Reading::too_complex;
}

void read_among(const Position& position, const Moves& moves, const char* text, std::size_t length,
                MoveReading& found, Budget& budget) {
  if (read_text(position, text, length, found)) settle(position, moves, found, budget);
}

bool list_turn(const Position& position, bool may_err, Turn& turn, Budget& budget) {
  return list_moves(position, MoveKind::legal, turn.legal, budget) &&
         (!may_err || list_moves(position, MoveKind::faulty, turn.faulty, budget));
}

void read_turn(const Position& position, const Turn& turn, const char* text, std::size_t length,
               MoveKind& kind, MoveReading& found, Budget& budget) {
  kind = MoveKind::legal;
  read_among(position, turn.legal, text, length, found, budget);
  if (found.reading != Reading::refused || !turn.faulty.size()) return;
  kind = MoveKind::faulty;
  settle(position, turn.faulty, found, budget);
}

bool write_unambiguously(const Position& position, const Turn& turn, const Move& move,
                         MoveKind kind, bool kind_is_said, MoveText& text, Budget& budget) {
  for (const Form form : {Form::short_form, Form::full}) {
    text.clear();
    write_move(text, move, form);
    if (form == Form::short_form && kind == MoveKind::legal && !move.ambiguous) return true;
    MoveReading found;
    MoveKind read = kind;
    if (!kind_is_said)
      read_turn(position, turn, text.c_str(), text.size(), read, found, budget);
    else
      read_among(position, kind == MoveKind::legal ? turn.legal : turn.faulty, text.c_str(),
                 text.size(), found, budget);
    if (found.reading == Reading::too_complex) return false;
    if (found.reading == Reading::read && read == kind && found.move().same_outcome(move))
      return true;
  }
  text.clear();
  write_move(text, move, Form::hub);
  return true;
}

bool measure(const Position& position, bool may_err, int most_routes, Budget& budget) {
  Turn turn;
  Ignored ignored;
  if (!list_turn(position, may_err, turn, budget)) return false;
  for (const Move& move : turn.legal)
    if (!list_routes(position, move, most_routes, ignored, budget)) return false;
  return true;
}

PackedPosition packed(const Position& position) {
  PackedPosition packed = {};
  const SquareSet* sets[] = {&position.side[white], &position.side[black], &position.kings};
  for (int i = 0; i < 3; ++i) {
    packed.sets[2 * i] = sets[i]->low;
    packed.sets[2 * i + 1] = sets[i]->high;
  }
  packed.turn = position.turn;
  for (int side = 0; side < 2; ++side) {
    packed.runs[side] = position.runs.count[side];
    packed.run_index[side] = position.runs.index[side];
  }
  std::memcpy(packed.counts, position.counts, sizeof packed.counts);
  return packed;
}

Position unpacked(const Ruleset& ruleset, const PackedPosition& packed) {
  const auto set = [&](int i) {
    return (static_cast<Wide>(packed.sets[2 * i + 1]) << 64 | packed.sets[2 * i]) &
           ruleset.layout->board;
  };
  Position position;
  position.ruleset = &ruleset;
  position.turn = packed.turn & 1;
  position.side[white] = set(0);
  position.side[black] = set(1) & ~set(0);
  position.kings = set(2) & position.occupied();
  for (int side = 0; side < 2; ++side) {
    position.runs.count[side] = packed.runs[side];
    position.runs.index[side] = packed.run_index[side] % Layout::most_bits;
  }
  position.refresh();
  std::memcpy(position.counts, packed.counts, sizeof position.counts);
  return position;
}

}  // namespace crownhead
