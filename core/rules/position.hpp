// A position as a value, for every board: squares, side to move, counts, hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "rules/bits.hpp"
#include "rules/board.hpp"

namespace crownhead {

struct Ruleset;

// A set of squares by bit index, wide enough for every board.
struct SquareSet {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  SquareSet() = default;
  SquareSet(Wide bits)  // NOLINT: the two are one thing
      : low(static_cast<std::uint64_t>(bits)), high(static_cast<std::uint64_t>(bits >> 64)) {}
  operator Wide() const { return static_cast<Wide>(high) << 64 | low; }
};

enum class Piece : std::uint8_t { none, white_man, white_king, black_man, black_king };

struct Move {
  static constexpr int longest =
      34;  // routes of more jumps (in no reachable position) keep ends only

  SquareSet captured;
  const Ruleset* ruleset = nullptr;
  std::uint8_t from = 0, to = 0;  // bit indices
  bool crowns = false;
  bool by_king = false;
  bool ambiguous = false;            // another legal move has the same origin and target
  std::uint8_t jumps = 0;            // length of `route`; 0 for a quiet move
  std::uint8_t route[longest] = {};  // where it stands after each jump; the last is `to`

  bool captures() const { return (captured.low | captured.high) != 0; }
  bool same_outcome(const Move& other) const {
    return from == other.from && to == other.to && crowns == other.crowns &&
           captured.low == other.captured.low && captured.high == other.captured.high;
  }
};

// A list of moves that grows on the heap; never throws.
class Moves {
 public:
  static constexpr int few = 15;
  struct RoomForFew {
    alignas(Move) std::byte bytes[few * sizeof(Move)];
  };

  Moves() = default;
  // A list that lies in such a room, which lasts as long, until it needs more.
  explicit Moves(RoomForFew& room) : items_(reinterpret_cast<Move*>(room.bytes)), capacity_(few) {}
  Moves(const Moves&) = delete;
  Moves& operator=(const Moves&) = delete;
  Moves(Moves&& other) noexcept;
  ~Moves();

  Move& add();
  Move* room_for(int more);  // at the end, not zeroed: all but the rest of a route is to be set
  void clear() { size_ = 0; }
  void cut(int size) { size_ = size; }
  int size() const { return size_; }
  Move& operator[](int i) { return items_[i]; }
  const Move& operator[](int i) const { return items_[i]; }
  const Move* begin() const { return items_; }
  const Move* end() const { return items_ + size_; }

  const Move* find(const Move& wanted) const;
  void mark_ambiguous();

 private:
  bool on_heap() const { return capacity_ > few; }

  Move* items_ = nullptr;
  int size_ = 0;
  int capacity_ = 0;
};

struct Position {
  static constexpr int most_counts = 6;
  static constexpr std::uint8_t idle = 255;  // a count whose ending is not on the board

  SquareSet side[2];
  SquareSet kings;
  const Ruleset* ruleset = nullptr;
  std::uint64_t key = 0;  // hash of squares, side to move and runs: what repetition compares
  Runs runs;
  std::uint8_t counts[most_counts] = {};  // plies, one per draw rule
  std::uint8_t turn = white;

  Side to_move() const { return static_cast<Side>(turn); }
  Wide occupied() const { return Wide(side[white]) | Wide(side[black]); }
  Piece at(int index) const;
  bool same(const Position& other) const;

  // The side left with too few pieces against more (Ghanaian), where the rules know such an ending.
  std::optional<Side> outnumbered() const;

  // Set hash and counts anew after the squares were written directly.
  void refresh();

  // The position after a move of the side to move; the move is taken as it is.
  Position after(const Move& move) const;

  // The position with one piece lifted, the same side to move (a huff counts as a capture).
  Position without(int index) const;
};

Position initial(const Ruleset& ruleset);

inline namespace CROWNHEAD_ISA {

// A set of squares, as wide as a board needs it.
template <class Bits>
Bits bits_of(const SquareSet& set) {
  if constexpr (sizeof(Bits) <= 8)
    return set.low;
  else
    return set;
}

// The squares of a position, as the generator of its board takes them.
template <class Bits>
Squares<Bits> squares_of(const Position& position) {
  return {{bits_of<Bits>(position.side[white]), bits_of<Bits>(position.side[black])},
          bits_of<Bits>(position.kings),
          position.runs};
}

}  // namespace CROWNHEAD_ISA

}  // namespace crownhead
