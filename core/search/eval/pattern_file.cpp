#include "search/eval/pattern_file.hpp"

#include <cstring>

#include "search/eval/pattern_terms.hpp"

namespace crownhead {

namespace {

struct Weight {
  std::int16_t opening, endgame;
};
static_assert(sizeof(Weight) == 4);

constexpr std::int16_t cut(int number) {
  return static_cast<std::int16_t>(number > 32'767 ? 32'767 : number < -32'767 ? -32'767 : number);
}

template <class G>
PatternFile shape() {
  using P = Patterns<G>;
  return {PatternTerms<G>::count_of, static_cast<std::size_t>(P::tables) * P::part_size,
          static_cast<std::size_t>(P::tables) * P::size};
}

template <class G>
void unfold(Weight* weights) {
  using P = Patterns<G>;
  const PatternFile file = shape<G>();
  const Weight* upper = weights + file.terms;
  const Weight* lower = upper + file.parts;
  Weight* whole = weights + file.terms + 2 * file.parts;
  for (int table = 0; table < P::tables; ++table) {
    for (int pattern = 0; pattern < P::size; ++pattern) {
      const Weight& above = upper[P::upper_part(pattern)];
      const Weight& below = lower[P::lower_part(pattern)];
      Weight& here = whole[pattern];
      here.opening = cut(here.opening + above.opening + below.opening);
      here.endgame = cut(here.endgame + above.endgame + below.endgame);
    }
    upper += P::part_size;
    lower += P::part_size;
    whole += P::size;
  }
}

}  // namespace

PatternFile pattern_file(Board board) {
  switch (board) {
    case Board::dark8:
      return shape<Dark8>();
    case Board::dark10:
      return shape<Dark10>();
    case Board::dark12:
      return shape<Dark12>();
    case Board::full8:
      break;
  }
  return shape<Full8>();
}

bool unfold_patterns(Board board, std::uint8_t* payload, std::size_t size) {
  if (size != pattern_file(board).bytes()) return false;
  const int men = payload[0] | payload[1] << 8;
  if (men < 1 || men > Layout::most_squares) return false;
  auto* const weights = reinterpret_cast<Weight*>(payload + PatternFile::head);
  switch (board) {
    case Board::dark8:
      unfold<Dark8>(weights);
      break;
    case Board::dark10:
      unfold<Dark10>(weights);
      break;
    case Board::dark12:
      unfold<Dark12>(weights);
      break;
    case Board::full8:
      unfold<Full8>(weights);
      break;
  }
  return true;
}

}  // namespace crownhead
