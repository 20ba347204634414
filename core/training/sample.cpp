#include "training/sample.hpp"

#include "rules/ops_of.hpp"
#include "search/eval/pattern_terms.hpp"

namespace crownhead::training {

namespace {

template <class G>
Shape shape() {
  using P = Patterns<G>;
  Shape made;
  made.terms = PatternTerms<G>::count_of;
  made.tables = P::tables;
  made.size = P::size;
  made.part_size = P::part_size;
  made.upper_from = P::size / P::part_size;
  return made;
}

int quiet_moves(const Position& position, Side side) {
  Position seen = position;
  seen.turn = static_cast<std::uint8_t>(side);
  Moves moves;
  position.ruleset->ops->quiet(position.ruleset->rules, seen, moves);
  return moves.size();
}

template <class G>
void take(const Position& position, Taken& taken) {
  using Terms = PatternTerms<G>;
  const auto squares = squares_of<G>(position);
  Terms::each(
      squares, position.to_move(),
      [&] { return quiet_moves(position, white) - quiet_moves(position, black); },
      [&](int place, int coefficient) {
        if (coefficient)
          taken.terms.push_back(
              {static_cast<std::uint16_t>(place), static_cast<std::int16_t>(coefficient)});
      },
      [&](int table, int number, int coefficient) {
        taken.patterns.push_back({static_cast<std::uint8_t>(table),
                                  static_cast<std::int8_t>(coefficient),
                                  static_cast<std::uint32_t>(number)});
      });
  taken.men = count((squares.side[white] | squares.side[black]) & ~squares.kings);
  for (const Side side : {white, black})
    taken.drawishness[side] = Terms::drawishness(position.ruleset->rules, squares, side);
}

}  // namespace

Shape shape_of(const Ruleset& ruleset) {
  Shape made;
  switch (ruleset.rules.board) {
    case Board::dark8:
      made = shape<Dark8>();
      break;
    case Board::dark10:
      made = shape<Dark10>();
      break;
    case Board::dark12:
      made = shape<Dark12>();
      break;
    case Board::full8:
      made = shape<Full8>();
      break;
  }
  made.full = count(initial(ruleset).occupied());
  return made;
}

void take_apart(const Position& position, Taken& taken) {
  taken.terms.clear();
  taken.patterns.clear();
  switch (position.ruleset->rules.board) {
    case Board::dark8:
      return take<Dark8>(position, taken);
    case Board::dark10:
      return take<Dark10>(position, taken);
    case Board::dark12:
      return take<Dark12>(position, taken);
    case Board::full8:
      return take<Full8>(position, taken);
  }
}

}  // namespace crownhead::training
