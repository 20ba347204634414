#include "endgame/slice.hpp"

namespace crownhead::endgame {

namespace {

// Call visit(set) for every placement of `number` men on `squares`, in the order of their ranks.
template <class Visit>
void each_placement(Wide squares, int number, Visit&& visit) {
  std::vector<Wide> at;
  for (Wide left = squares; left; left &= left - 1) at.push_back(lowest_bit(left));
  const int from = static_cast<int>(at.size());
  if (number > from) return;
  int chosen[most_pieces];
  for (int i = 0; i < number; ++i) chosen[i] = i;
  for (;;) {
    Wide set = 0;
    for (int i = 0; i < number; ++i) set |= at[static_cast<std::size_t>(chosen[i])];
    visit(set);
    int i = 0;
    while (i < number && chosen[i] + 1 == (i + 1 < number ? chosen[i + 1] : from)) ++i;
    if (i == number) return;
    ++chosen[i];
    for (int j = 0; j < i; ++j) chosen[j] = j;
  }
}

Wide men_squares(const Layout& layout, Side side) {
  return layout.board & ~layout.crown_row[side];
}

// Placements of men with `shared` of White's men on squares where Black's may stand.
std::uint64_t configurations(const Layout& layout, int white_men, int black_men) {
  const Wide of_white = men_squares(layout, white);
  const Wide of_black = men_squares(layout, black);
  const int common = count(static_cast<Wide>(of_white & of_black));
  const int alone = count(of_white) - common;
  std::uint64_t sum = 0;
  for (int shared = 0; shared <= white_men; ++shared)
    if (white_men - shared <= alone && count(of_black) - shared >= 0)
      sum += choose(common, shared) * choose(alone, white_men - shared) *
             choose(count(of_black) - shared, black_men);
  return sum;
}

}  // namespace

std::uint64_t positions(const Layout& layout, const Slice& slice) {
  const int free = layout.squares - slice.men[white] - slice.men[black];
  return configurations(layout, slice.men[white], slice.men[black]) *
         choose(free, slice.kings[white]) * choose(free - slice.kings[white], slice.kings[black]);
}

const std::vector<std::uint64_t>& Spaces::firsts(int white_men, int black_men) {
  auto& held = firsts_[white_men * 9 + black_men];
  if (!held) {
    held = std::make_unique<std::vector<std::uint64_t>>();
    const Wide of_black = men_squares(layout_, black);
    std::uint64_t sum = 0;
    held->push_back(0);
    each_placement(men_squares(layout_, white), white_men, [&](Wide men) {
      sum += choose(count(static_cast<Wide>(of_black & ~men)), black_men);
      held->push_back(sum);
    });
  }
  return *held;
}

const Space& Spaces::prepare(const Slice& slice) {
  auto& held = spaces_[slice.key()];
  if (!held) {
    held = std::make_unique<Space>();
    const int free = layout_.squares - slice.men[white] - slice.men[black];
    const auto& first = firsts(slice.men[white], slice.men[black]);
    held->slice = slice;
    held->minor = choose(free - slice.kings[white], slice.kings[black]);
    held->block = choose(free, slice.kings[white]) * held->minor;
    held->configurations = first.back();
    held->size = held->configurations * held->block;
    held->first = first.data();
  }
  return *held;
}

}  // namespace crownhead::endgame
