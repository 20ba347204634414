// What the pattern evaluation looks at besides the patterns of men, and how its weights are laid
// out. Evaluation and training both take a position apart here, so they cannot come apart.
//
// A value is a sum of coefficients times weights, White's view: what is good for Black counts
// with -1 at the place where the same, turned round, would count for White.
#pragma once

#include "rules/basic_ops.hpp"
#include "rules/ruleset.hpp"
#include "search/eval/patterns.hpp"
#include "search/eval/runaway.hpp"
#include "search/eval/systems.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
struct PatternTerms {
  using Bits = typename G::Bits;

  // Places of the single weights.
  static constexpr int man = 0;
  static constexpr int first_king = 1;
  static constexpr int further_king = 2;
  static constexpr int mobility = 3;       // moves without a capture
  static constexpr int skew = 4;           // men more on one half of the board than on the other
  static constexpr int turn = 5;           // to be the side to move
  static constexpr int opposition = 6;     // the move: who runs out of waiting moves first
  static constexpr int ratio = 7;          // pieces more, against all pieces
  static constexpr int king_mobility = 8;  // as mobility, where there are kings
  static constexpr int king_square = 9;
  static constexpr int race = king_square + G::squares;  // [own way][other's way] of runaway men
  static constexpr int ways = 12;
  static constexpr int material = race + ways * ways;  // [own men][kings][other's men][kings]
  static constexpr int most_alike = 8;                 // of each kind, and altogether
  static constexpr int count_of = material + most_alike * most_alike * most_alike * most_alike;

  // Call `term(place, coefficient)` and `pattern(table, pattern, coefficient)` for all that the
  // position has. `moves()` is how many moves without a capture White has more than Black.
  template <class Moves, class Term, class Pattern>
  static CROWNHEAD_INLINE void each(const Squares<Bits>& squares, Side to_move, Moves&& moves,
                                    Term&& term, Pattern&& pattern) {
    const Bits men[2] = {squares.side[white] & ~squares.kings,
                         squares.side[black] & ~squares.kings};
    const int whites = count(men[white]), blacks = count(men[black]);
    const int sign = to_move == white ? 1 : -1;
    Patterns<G>::template each<white>(men[white], men[black],
                                      [&](int table, int at) { pattern(table, at, 1); });
    Patterns<G>::template each<black>(men[black], men[white],
                                      [&](int table, int at) { pattern(table, at, -1); });
    const int more_moves = moves();
    term(man, whites - blacks);
    term(mobility, more_moves);
    term(skew, skew_of(men[white]) - skew_of(men[black]));
    term(turn, sign);
    const Bits system = to_move == white ? systems.of[white] : systems.of[black];
    const Bits all = squares.side[white] | squares.side[black];
    term(opposition, (count(all & system) & 1) ? sign : -sign);
    int white_kings = 0, black_kings = 0;
    if (squares.kings) {
      white_kings = count(squares.side[white] & squares.kings);
      black_kings = count(squares.side[black] & squares.kings);
      term(first_king, (white_kings != 0) - (black_kings != 0));
      term(further_king,
           (white_kings > 1 ? white_kings - 1 : 0) - (black_kings > 1 ? black_kings - 1 : 0));
      term(king_mobility, more_moves);
      each_bit(static_cast<Bits>(squares.side[white] & squares.kings),
               [&](Bits square) { term(king_square + square_of.of[lowest(square)], 1); });
      each_bit(static_cast<Bits>(squares.side[black] & squares.kings), [&](Bits square) {
        term(king_square + G::squares - 1 - square_of.of[lowest(square)], -1);
      });
    }
    const int white_pieces = whites + white_kings, black_pieces = blacks + black_kings;
    if (white_pieces != black_pieces)
      term(ratio, 64 * (white_pieces - black_pieces) / (white_pieces + black_pieces));
    const int white_way = steps_to_crown<white, G>(squares);
    const int black_way = steps_to_crown<black, G>(squares);
    if (white_way | black_way)
      term(race + (to_move == white ? white_way * ways + black_way : black_way * ways + white_way),
           sign);
    if (white_pieces + black_pieces < most_alike) {
      const int mine = whites * most_alike + white_kings,
                theirs = blacks * most_alike + black_kings;
      constexpr int side = most_alike * most_alike;
      if (mine > theirs) term(material + mine * side + theirs, 1);
      if (mine < theirs) term(material + theirs * side + mine, -1);
    }
  }

  // By what a value is divided: few pieces against a flying king seldom win.
  static CROWNHEAD_INLINE int drawishness(const Rules& rules, const Squares<Bits>& squares,
                                          Side strong) {
    if (!rules.flying || rules.aim != Aim::normal) return 1;
    if (!(squares.side[!strong] & squares.kings)) return 1;
    const int pieces = count(squares.side[strong]);
    if (pieces <= (G::width > 8 ? 3 : 2)) return 8;
    return pieces - count(squares.side[!strong]) <= 1 ? 2 : 1;
  }

 private:
  // How many men more one half of the board holds than the other.
  static CROWNHEAD_INLINE int skew_of(Bits men) {
    const int left = count(men & left_half);
    const int right = count(men) - left;
    return left < right ? right - left : left - right;
  }

  static constexpr Bits make_left_half() {
    Bits half = 0;
    for (int s = 0; s < G::squares; ++s)
      if (2 * G::column(s) < G::width) half |= static_cast<Bits>(1) << G::index(s);
    return half;
  }
  static constexpr Bits left_half = make_left_half();

  static constexpr Systems<G> systems{};
  static constexpr SquareOf<G> square_of{};
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
