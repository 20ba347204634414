// The switches of the game that decide which moves exist, as one literal value.
// The Python record `crownhead.rules.Rules` names the rule behind each of them.
#pragma once

#include <cstdint>
#include <type_traits>

namespace crownhead {

enum class Board : std::uint8_t { dark8, dark10, dark12, full8 };
enum class Landing : std::uint8_t { free, continuing, behind, behind_king };
enum class Choice : std::uint8_t { free, most, most_kings, cascade, value, king_first };
enum class Removal : std::uint8_t { late, at_once };
enum class Crowning : std::uint8_t { ends_move, at_rest, goes_on };
enum class Aim : std::uint8_t { normal, lose, king };

enum Side : int { white = 0, black = 1 };
constexpr Side operator!(Side side) {
  return side == white ? black : white;
}

// A side known to the compiler. Generators are compiled for each of the two, or, where they are to
// be small, once for a plain `Side`: they take either as a type.
template <Side S>
using KnownSide = std::integral_constant<Side, S>;

template <Side S>
constexpr KnownSide<!S> opponent(KnownSide<S>) {
  return {};
}
constexpr Side opponent(Side side) {
  return !side;
}

// Directions run clockwise from White's "ahead"; the opposite of d is d ^ 4.
enum Direction : int { north, north_east, east, south_east, south, south_west, west, north_west };

using Directions = std::uint8_t;  // one bit per direction, as White sees them

namespace steps {
inline constexpr Directions forward = 1u << north_east | 1u << north_west;
inline constexpr Directions backward = 1u << south_east | 1u << south_west;
inline constexpr Directions ahead = 1u << north;
inline constexpr Directions sideways = 1u << east | 1u << west;
inline constexpr Directions behind = 1u << south;
inline constexpr Directions diagonal = forward | backward;
inline constexpr Directions straight = ahead | sideways | behind;
inline constexpr Directions all = diagonal | straight;
}  // namespace steps

// The same directions as `side` sees them: Black looks down the board.
constexpr Directions seen_by(Side side, Directions directions) {
  return side == white ? directions : static_cast<Directions>(directions << 4 | directions >> 4);
}

struct Rules {
  Board board = Board::dark8;
  Directions men_move = steps::forward;
  Directions men_capture = steps::forward;
  Directions king_move = steps::diagonal;
  Directions king_capture = steps::diagonal;
  bool men_take_kings = true;
  bool flying = false;
  bool turn_back = true;
  bool compulsory = true;
  Crowning crowning = Crowning::ends_move;
  Landing landing = Landing::free;
  Choice choice = Choice::free;
  Removal removal = Removal::late;
  Aim aim = Aim::normal;
  std::uint8_t king_run = 0;
  std::uint8_t too_few = 0;

  constexpr bool operator==(const Rules&) const = default;
};

}  // namespace crownhead
