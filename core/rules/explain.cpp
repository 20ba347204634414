#include "rules/explain.hpp"

#include <algorithm>
#include <cstring>

#include "rules/sight.hpp"

namespace crownhead {

namespace {

using Code = MoveReasonCode;

constexpr int most_routes = 50;  // followed for one capture: more than anyone can read

// A route with the square it begins on.
struct Route {
  static constexpr int longest = 65;
  std::uint8_t at[longest];
  int size = 0;

  void start(int from) {
    at[0] = static_cast<std::uint8_t>(from);
    size = 1;
  }
  void follow(const std::uint8_t* squares, int jumps) {
    for (int i = 0; i < jumps && size < longest; ++i) at[size++] = squares[i];
  }
};

Route route_of(const Move& move) {
  Route route;
  route.start(move.from);
  if (move.captures())
    route.follow(move.route, move.jumps);
  else
    route.follow(&move.to, 1);
  return route;
}

// Calls act(route) for every route of a move.
template <class Act>
struct EachRoute final : RouteVisitor {
  int from;
  Act& act;

  EachRoute(int start, Act& given) : from(start), act(given) {}
  void visit(const std::uint8_t* at, int jumps) override {
    Route route;
    route.start(from);
    route.follow(at, jumps);
    act(route);
  }
};

void copy(const Moves& from, Moves& to) {
  to.clear();
  for (const Move& move : from) to.add() = move;
}

// One refused move, looked at from every side. Each look settles the refusal or leaves it to the
// next; past the budget all of them see nothing.
class Attempt : Sight {
 public:
  Attempt(const Position& position, const NamedSquares& squares, const Moves& legal,
          MoveReason& reason, Budget& budget)
      : Sight(position),
        rules_(ruleset_.rules),
        squares_(squares),
        origin_(squares.at[0]),
        target_(squares.at[squares.size - 1]),
        piece_(position.at(origin_)),
        legal_(legal),
        best_(legal[0]),
        reason_(reason),
        budget_(budget) {}

  void explain() {
    if (wrong_piece() || neglected_capture()) return;
    list(MoveKind::any_choice, complete_);  // every capture not broken off
    if (worse_capture() || occupied() || broken_off() || wrong_landing() || crowned_on_the_way())
      return;
    impossible();
  }

 private:
  // What is wrong

  bool wrong_piece() {
    if (piece_ == Piece::none) return because(Code::no_piece, number(origin_));
    const bool own = (Wide(position_.side[position_.turn]) & bit<Wide>(origin_)) != 0;
    return !own && because(Code::not_your_piece, number(origin_));
  }

  bool neglected_capture() {
    if (squares_.capture_sign || squares_.size != 2) return false;
    Moves quiet;
    list(MoveKind::quiet, quiet);
    const bool is_quiet = means(quiet);
    const bool held = !is_quiet && is_held_king();
    if (best_.captures() && (held || is_quiet)) {
      reason_.squares = must_capture();
      copy(legal_, reason_.moves);
      return because(Code::must_capture);
    }
    return held && because(Code::king_run_limit, number(origin_), rules_.king_run);
  }

  // Whether a quiet move that does not exist is forbidden by the limit on one king's moves alone.
  bool is_held_king() const {
    return rules_.king_run > 0 && !is_man() && on(rules_.king_move, origin_, target_) &&
           empty(target_) && !between(origin_, target_, 0);
  }

  bool worse_capture() {
    const Move* found = nullptr;
    each_meant(complete_, [&](const Move& move) {
      if (!found && !legal_.find(move)) found = &move;
    });
    return found && worse(*found, count(Wide(found->captured)));
  }

  bool occupied() {
    return target_ != origin_ && !empty(target_) && because(Code::occupied, number(target_));
  }

  bool broken_off() {
    const Move* onward[Layout::most_bits] = {};  // by the next landing
    const Move* first_worse = nullptr;
    int worse_taken = 0;
    Wide next = 0;
    each_stopped_short([&](const Move& move, int taken, int landing) {
      if (!legal_.find(move)) {
        if (!first_worse) {
          first_worse = &move;
          worse_taken = taken;
        }
      } else if (!onward[landing]) {
        onward[landing] = &move;
        next |= bit<Wide>(landing);
      }
    });
    if (!next) return first_worse && worse(*first_worse, worse_taken);
    for (int n = 1; n <= ruleset_.layout->squares; ++n)
      if (const Move* move = onward[ruleset_.index(n)])
        if (!reason_.moves.find(*move)) reason_.moves.add() = *move;
    reason_.squares = next;
    return because(Code::must_go_on, number(target_));
  }

  bool wrong_landing() {
    Moves any;
    list(MoveKind::any_landing, any);
    const Move* found = nullptr;
    each_meant(any, [&](const Move& move) {
      if (!found) found = &move;
    });
    if (!found || means(complete_)) return false;
    const Route wanted = route_of(*found);
    Wide allowed[Route::longest] = {};
    each_route([&](const Move&, const Route& route) {
      for (int at = 1; at < std::min(wanted.size, route.size); ++at) {
        if (!same_beginning(route, wanted, at)) return;
        if (same_direction(wanted.at[at - 1], wanted.at[at], wanted.at[at - 1], route.at[at]))
          allowed[at] |= bit<Wide>(route.at[at]);
      }
    });
    for (int at = 1; at < wanted.size; ++at) {
      if (!allowed[at] || (allowed[at] & bit<Wide>(wanted.at[at]))) continue;
      reason_.squares = allowed[at];
      return because(Code::must_land_behind, number(wanted.at[at]));
    }
    return false;
  }

  bool crowned_on_the_way() {
    if (rules_.crowning != Crowning::ends_move) return false;
    for (const Move& move : complete_) {
      const Route route = route_of(move);
      if (move.crowns && route.size <= squares_.size && same_beginning(route, squares_, route.size))
        return because(Code::crowning_ends_move, number(move.to));
    }
    return false;
  }

  // What the geometry or the pieces in the way forbid.
  bool impossible() {
    if (squares_.size > 2 || origin_ == target_) return series();
    return is_man() ? man() : king();
  }

  bool series() {
    if (squares_.size == 2 && !squares_.capture_sign) return because_of_ends(Code::not_on_line);
    for (int i = 0; i + 1 < squares_.size; ++i)
      if (man_jump(squares_.at[i], squares_.at[i + 1])) return true;
    return captured_twice() || because_of_ends(Code::nothing_to_capture);
  }

  // What forbids a man to jump over the one enemy piece between two squares.
  bool man_jump(int start, int end) {
    const Passed passed = passed_between(start, end);
    const int row = ruleset_.row(start);
    const bool crowned = start != origin_ && (row == 0 || row == ruleset_.layout->height - 1);
    if (crowned || !is_man() || passed.size != 1 || !enemy(passed.at[0])) return false;
    if (!rules_.men_take_kings && (Wide(position_.kings) & bit<Wide>(passed.at[0])))
      return because(Code::man_cannot_take_king, number(start), number(passed.at[0]));
    const bool back = (rules_.men_capture & (steps::backward | steps::behind)) != 0;
    return on(rules_.men_capture, start, end) && backward(start, end) && !back &&
           because(Code::man_captures_forward, number(start), number(end));
  }

  bool man() {
    if (man_jump(origin_, target_)) return true;
    if (squares_.capture_sign) return because_of_ends(Code::nothing_to_capture);
    if (!on(rules_.men_move, origin_, target_)) return because_of_ends(Code::not_on_line);
    return because_of_ends(backward(origin_, target_) ? Code::man_moves_forward : Code::too_far);
  }

  bool king() {
    const Directions lines = squares_.capture_sign ? rules_.king_capture : rules_.king_move;
    const bool on_line = on(lines, origin_, target_);
    int pieces[2] = {};
    const int standing = between(origin_, target_, pieces);
    if (on_line && standing && rules_.flying) {
      const bool takes_first = squares_.capture_sign && standing > 1 && enemy(pieces[0]);
      return because(Code::king_blocked, number(origin_), number(target_),
                     number(pieces[takes_first]));
    }
    if (squares_.capture_sign) return because_of_ends(Code::nothing_to_capture);
    const bool far = on_line && !rules_.flying && passed_between(origin_, target_).size;
    return because_of_ends(far ? Code::too_far : Code::not_on_line);
  }

  bool captured_twice() {
    Wide jumped = 0;
    for (int i = 0; i + 1 < squares_.size; ++i) {
      Wide prey = 0;
      const Passed passed = passed_between(squares_.at[i], squares_.at[i + 1]);
      for (int n = 0; n < passed.size; ++n)
        if (enemy(passed.at[n])) prey |= bit<Wide>(passed.at[n]);
      if ((prey & jumped) && rules_.removal == Removal::late)
        return because(Code::captured_twice, lowest_number(prey & jumped));
      jumped |= prey;
    }
    return false;
  }

  // Why a capture, which takes `taken` pieces as written, is not the best. False if it is as good.
  bool worse(const Move& move, int taken) {
    if (rules_.choice == Choice::free) return false;
    copy(legal_, reason_.moves);
    if (rules_.choice == Choice::king_first) {
      reason_.squares = must_capture();
      return because(Code::king_must_capture);
    }
    const int most = count(Wide(best_.captured)), these = count(Wide(move.captured));
    const int kings = kings_taken(best_), these_kings = kings_taken(move);
    if (rules_.choice == Choice::value) {
      const bool same = most + kings == these + these_kings && kings == these_kings;
      return because_of(same ? Criterion::with_king : Criterion::value);
    }
    if (most > these) return because(Code::must_capture_most, most, taken);
    if (rules_.choice == Choice::cascade && best_.by_king && !move.by_king)
      return because_of(Criterion::with_king);
    return because_of(kings > these_kings ? Criterion::kings_taken : Criterion::kings_earliest);
  }

  bool because(Code code, int first = 0, int second = 0, int third = 0) {
    reason_.code = code;
    reason_.first = first;
    reason_.second = second;
    reason_.third = third;
    return true;
  }
  bool because_of_ends(Code code) { return because(code, number(origin_), number(target_)); }
  bool because_of(Criterion criterion) {
    reason_.criterion = criterion;
    return because(Code::must_capture_best);
  }

  // Moves

  void list(MoveKind kind, Moves& moves) {
    if (!list_moves(position_, kind, moves, budget_)) moves.clear();
  }

  // Whether the text can mean one of these moves.
  bool means(const Moves& moves) {
    Moves fits;
    for (const Move& move : moves)
      if (move.from == origin_) fits.add() = move;
    return match(position_, squares_, fits, budget_) && fits.size() > 0;
  }

  // The captures that the text names, by their route or as the hub does; those with its ends if it
  // names none.
  template <class Act>
  void each_meant(const Moves& moves, Act&& act) {
    if (!means(moves)) return;
    Wide named = 0;
    for (int i = 0; i < squares_.size; ++i) named |= bit<Wide>(squares_.at[i]);
    const auto ends = [&](const Move& move) {
      return move.from == origin_ && (move.to == target_ || move.to == squares_.at[1]);
    };
    const auto names = [&](const Move& move) {
      const Route route = route_of(move);
      Wide visited = move.captured;
      for (int i = 0; i < route.size; ++i) visited |= bit<Wide>(route.at[i]);
      return !(named & ~visited);
    };
    bool any = false;
    for (const Move& move : moves) any |= ends(move) && names(move);
    for (const Move& move : moves)
      if (move.captures() && ends(move) && (!any || names(move))) act(move);
  }

  // Call act(move, route) for the captures from the origin, best or not.
  template <class Act>
  void each_route(Act&& act) {
    for (const Move& move : complete_) {
      if (move.from != origin_ || !move.captures()) continue;
      const auto follow = [&](const Route& route) {
        if (budget_.spend(route.size)) act(move, route);
      };
      EachRoute<decltype(follow)> visitor(move.from, follow);
      if (!list_routes(position_, move, most_routes, visitor, budget_)) return;
    }
  }

  // Call act(move, taken, landing) for each capture that this one begins: the pieces taken so far,
  // and where the next jump lands.
  template <class Act>
  void each_stopped_short(Act&& act) {
    each_route([&](const Move& move, const Route& route) {
      Wide visited = 0;
      for (int taken = 1; taken + 1 < route.size; ++taken) {
        visited |= bit<Wide>(route.at[taken - 1]);
        const int before = route.at[taken - 1], behind = route.at[taken];
        const int landing = route.at[taken + 1];
        if (!stops_at_target(before, behind, landing)) continue;
        bool along = true;
        for (int i = 1; i + 1 < squares_.size; ++i)
          along &= (visited & bit<Wide>(squares_.at[i])) != 0;
        if (along) act(move, taken, landing);
      }
    });
  }

  // A king that goes straight on could also have stopped further behind.
  bool stops_at_target(int before, int behind, int landing) const {
    if (behind == target_) return true;
    if (!same_direction(before, behind, behind, landing)) return false;
    const Passed passed = passed_between(behind, landing);
    for (int i = 0; i < passed.size && empty(passed.at[i]); ++i)
      if (passed.at[i] == target_) return true;
    return false;
  }

  template <class Squares>
  static bool same_beginning(const Route& route, const Squares& other, int size) {
    return std::memcmp(route.at, other.at, static_cast<std::size_t>(size)) == 0;
  }

  // The squares of the pieces that must capture.
  Wide must_capture() const {
    Wide from = 0;
    if (rules_.compulsory)
      for (const Move& move : legal_)
        if (move.captures()) from |= bit<Wide>(move.from);
    return from;
  }

  int kings_taken(const Move& move) const {
    return count(Wide(move.captured) & Wide(position_.kings));
  }

  bool is_man() const { return piece_ == Piece::white_man || piece_ == Piece::black_man; }

  const Rules& rules_;
  const NamedSquares& squares_;
  const int origin_, target_;
  const Piece piece_;
  const Moves& legal_;
  const Move& best_;
  Moves complete_;
  MoveReason& reason_;
  Budget& budget_;
};

}  // namespace

void explain(const Position& position, bool huffing, const char* text, std::size_t length,
             Explanation& found, Budget& budget) {
  Turn turn;
  MoveReading read;
  read.wrong = read_squares(text, length, *position.ruleset, read.squares, read.column);
  if (read.wrong) {
    found.kind = Explained::no_move;
    found.wrong = read.wrong;
    found.column = read.column;
    return;
  }
  found.kind = Explained::too_complex;
  if (!list_turn(position, huffing, turn, budget)) return;
  MoveKind kind;
  read_turn(position, turn, text, length, kind, read, budget);
  if (read.reading == Reading::too_complex) return;
  found.kind = Explained::playable;
  if (read.reading != Reading::refused) return;
  found.kind = Explained::refused;
  if (turn.legal.size() == 0)
    found.reason.code = Code::game_over;
  else
    Attempt(position, read.squares, turn.legal, found.reason, budget).explain();
  if (budget.exhausted()) found.kind = Explained::too_complex;
}

}  // namespace crownhead
