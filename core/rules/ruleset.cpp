#include "rules/ruleset.hpp"

#include <algorithm>

#include "rules/geometry.hpp"

namespace crownhead {

namespace {

template <class G>
Layout make_layout(bool all_squares) {
  Layout made{};
  made.width = G::width;
  made.height = G::height;
  made.per_row = G::per_row;
  made.squares = G::squares;
  made.all_squares = all_squares;
  for (int s = 0; s < G::squares; ++s) {
    const int index = G::index(s);
    made.index_of[s] = static_cast<std::uint8_t>(index);
    made.square_of[index] = static_cast<std::uint8_t>(s);
    if (G::column(s) == G::height - 1 - G::row(s)) made.long_diagonal |= bit<Wide>(index);
  }
  made.board = G::board;
  made.crown_row[white] = G::crown_row(white);
  made.crown_row[black] = G::crown_row(black);
  return made;
}

int most_pieces(const Ending& ending) {
  const int parts = ending.strong_men.high + ending.strong_kings.high + ending.weak_men.high +
                    ending.weak_kings.high;
  return std::min<int>(parts, ending.total.high);
}

}  // namespace

int Layout::column(int square) const {
  const int at = square % per_row;
  return all_squares ? at : 2 * at + (row(square) % 2 == 0 ? 1 : 0);
}

const Layout& layout(Board board) {
  static const Layout layouts[] = {make_layout<Dark8>(false), make_layout<Dark10>(false),
                                   make_layout<Dark12>(false), make_layout<Full8>(true)};
  return layouts[static_cast<int>(board)];
}

void Ruleset::prepare() {
  layout = &crownhead::layout(rules.board);
  ops = &ops_for(rules);
  slow = &dynamic_ops(rules.board);
  for (int i = 0; i < draw_rules; ++i) {
    DrawRule& rule = draw_rule[i];
    int most = 0;
    for (int e = 0; e < rule.endings; ++e) most = std::max(most, most_pieces(rule.ending[e]));
    if (rule.endings) rule.most_pieces = most;
  }
}

int Ruleset::number(int index) const {
  const int square = layout->square_of[index];
  int row = layout->row(square);
  int at = square % layout->per_row;
  if (mirrored != from_bottom) at = layout->per_row - 1 - at;
  if (from_bottom) row = layout->height - 1 - row;
  return row * layout->per_row + at + 1;
}

int Ruleset::index(int number) const {
  if (number < 1 || number > layout->squares) return -1;
  int row = (number - 1) / layout->per_row;
  int at = (number - 1) % layout->per_row;
  if (mirrored != from_bottom) at = layout->per_row - 1 - at;
  if (from_bottom) row = layout->height - 1 - row;
  return layout->index_of[row * layout->per_row + at];
}

int Ruleset::column(int index) const {
  const int column = layout->column(layout->square_of[index]);
  return mirrored ? layout->width - 1 - column : column;
}

int Ruleset::row(int index) const {
  return layout->height - 1 - layout->row(layout->square_of[index]);
}

int Ruleset::index_at(int column, int row) const {
  if (column < 0 || column >= layout->width || row < 0 || row >= layout->height) return -1;
  if (mirrored) column = layout->width - 1 - column;
  row = layout->height - 1 - row;
  const int at = layout->all_squares ? column : column / 2;
  const int square = row * layout->per_row + at;
  return layout->column(square) == column ? layout->index_of[square] : -1;
}

}  // namespace crownhead
