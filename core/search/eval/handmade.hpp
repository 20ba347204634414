// The evaluation made by hand, for any combination of rules: the fallback where a game has no
// weights of its own, and the yardstick for those that have.
#pragma once

#include "search/eval/evaluation.hpp"

namespace crownhead {
inline namespace CROWNHEAD_ISA {

template <class G>
class Handmade final : public Evaluation<G> {
 public:
  using Bits = typename G::Bits;
  using Generators = BasicOps<Bits>;

  static constexpr int man = 100;

  explicit Handmade(const Ruleset& ruleset)
      : rules_(ruleset.rules),
        generators_(*static_cast<const Generators*>(ruleset.ops->basic)),
        long_diagonal_(static_cast<Bits>(ruleset.layout->long_diagonal)) {
    king_ = king_worth();
    for (int row = 0; row < height; ++row) row_[row] = G::row_bits(row);
    for (int square = 0; square < G::squares; ++square)
      for (const Side side : {white, black})
        for (const bool king : {false, true}) {
          const int worth = king ? king_at(square) : man_at(side, square);
          this->set_piece_square(side, king, G::index(square), side == white ? worth : -worth);
        }
  }

  bool sums_pieces() const override { return true; }

  int value(const Node<Bits>& node, int moves) const override {
    const Side own = node.turn;
    const int mobility = moves - generators_.count_quiet(rules_, node.squares, !own);
    int value = own == white ? node.piece_square : -node.piece_square;
    switch (rules_.aim) {
      case Aim::normal:
        value += mobility + tempo;
        value += own == white ? balance(node) : -balance(node);
        value = drawish(node, value);
        break;
      case Aim::lose:
        value += 3 * mobility;
        break;
      case Aim::king:
        value += mobility + race(node);
        break;
    }
    return value;
  }

 private:
  static constexpr int tempo = 3;
  static constexpr int height = G::height;

  int king_worth() const {
    if (rules_.aim == Aim::lose) return -110;
    if (!rules_.flying) return 140;
    return rules_.king_capture == steps::all ? 350 : 290;
  }

  static int centre(int square) {
    const int off = 2 * G::column(square) - (G::width - 1);
    return (G::width - (off < 0 ? -off : off)) / 2;
  }

  int man_at(Side side, int square) const {
    const int advance = side == white ? height - 1 - G::row(square) : G::row(square);
    if (rules_.aim == Aim::lose) return -man;
    if (rules_.aim == Aim::king) return man + advance * advance / 2 + centre(square);
    int worth = man + 2 * advance + centre(square);
    if (advance == 0) worth += 7;  // guards the row where the opponent is crowned
    if (advance == height - 2) worth += 5;
    return worth;
  }

  int king_at(int square) const {
    if (rules_.aim == Aim::lose) return king_;
    const int row =
        G::row(square) < height - 1 - G::row(square) ? G::row(square) : height - 1 - G::row(square);
    const int weight = rules_.flying ? 1 : 2;
    int worth = king_ + weight * (centre(square) + row);
    if (rules_.flying && (long_diagonal_ & bit<Bits>(G::index(square)))) worth += 6;
    return worth;
  }

  // White's view: exchanges favour the side with more pieces; men that nobody can stop.
  int balance(const Node<Bits>& node) const {
    const int whites = count(node.squares.side[white]);
    const int blacks = count(node.squares.side[black]);
    int value = 240 * (whites - blacks) / (whites + blacks + 4);
    const int gain = king_ - man;
    if (const int far = steps_to_crown<white>(node)) value += gain * (height - far) / (height + 2);
    if (const int far = steps_to_crown<black>(node)) value -= gain * (height - far) / (height + 2);
    return value;
  }

  // Breakthrough: who arrives first, the side to move's view.
  int race(const Node<Bits>& node) const {
    const int whites = steps_to_crown<white>(node);
    const int blacks = steps_to_crown<black>(node);
    const int own = node.turn == white ? whites : blacks;
    const int other = node.turn == white ? blacks : whites;
    if (own && (!other || own <= other)) return 800 - 20 * own;
    if (other && (!own || other < own)) return -800 + 20 * other;
    return 0;
  }

  // How many moves the best man of side S needs whose way ahead no opponent can enter; 0: none.
  template <Side S>
  int steps_to_crown(const Node<Bits>& node) const {
    if (G::squares * 2 != G::width * height || node.kings(!S)) return 0;
    Bits shadow = node.squares.side[!S];
    for (int i = 1; i < height && shadow; ++i) {
      constexpr int left = S == white ? south_west : north_west;
      constexpr int right = S == white ? south_east : north_east;
      shadow |= (G::template step<left>(shadow) | G::template step<right>(shadow)) & G::board;
    }
    const Bits free = node.men(S) & ~shadow;
    if (!free) return 0;
    for (int far = 1; far < height; ++far)
      if (free & row_[S == white ? far : height - 1 - far]) return far;
    return 0;
  }

  // Few pieces against a flying king seldom win.
  int drawish(const Node<Bits>& node, int value) const {
    if (!rules_.flying) return value;
    const Side strong = (value > 0) == (node.turn == white) ? white : black;
    if (!node.kings(!strong)) return value;
    const int pieces = count(node.squares.side[strong]);
    const int more = pieces - count(node.squares.side[!strong]);
    if (pieces <= (G::width > 8 ? 3 : 2)) return value / 8;
    return more <= 1 ? value / 2 : value;
  }

  const Rules& rules_;
  const Generators& generators_;
  const Bits long_diagonal_;
  Bits row_[height];
  int king_ = 0;
};

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
