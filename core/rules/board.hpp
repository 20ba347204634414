// The squares of a position and the moves between positions, as the generator sees them.
#pragma once

#include <cstdlib>
#include <cstring>

#include "rules/geometry.hpp"

namespace crownhead {

// How often in a row each side has moved the same king, and where it stands (Frisian).
struct Runs {
  static constexpr int longest = 100;  // it is not counted further
  std::uint8_t count[2] = {0, 0};
  std::uint8_t index[2] = {0, 0};
  bool any() const { return (count[0] | count[1]) != 0; }
  bool operator==(const Runs&) const = default;
};

inline namespace CROWNHEAD_ISA {

template <class Bits>
struct BasicMove {
  Bits captured;
  std::uint8_t from, to;  // bit indices
  bool crowns;
  bool by_king;  // a king began the move
};

template <class Bits>
struct Squares {
  Bits side[2];
  Bits kings;
  Runs runs;

  CROWNHEAD_INLINE_STEP Bits empty(Bits board) const { return board & ~(side[0] | side[1]); }
};

// Whether `side` has no more than `few` pieces, against more than that.
template <class Bits>
CROWNHEAD_INLINE bool outnumbered(const Squares<Bits>& squares, Side side, int few) {
  return count(squares.side[side]) <= few && count(squares.side[!side]) > few;
}

// A growing list that lives on the stack until it exceeds its fixed room.
template <class Item, int Room = 128>
class List {
 public:
  List() = default;
  List(const List&) = delete;
  List& operator=(const List&) = delete;
  ~List() {
    if (items_ != room_) std::free(items_);
  }

  CROWNHEAD_INLINE void add(const Item& item) {
    if (size_ == capacity_) grow();
    items_[size_++] = item;
  }
  void clear() { size_ = 0; }
  void cut(int size) { size_ = size; }
  int size() const { return size_; }
  Item& operator[](int i) { return items_[i]; }
  const Item& operator[](int i) const { return items_[i]; }
  Item* begin() { return items_; }
  Item* end() { return items_ + size_; }
  const Item* begin() const { return items_; }
  const Item* end() const { return items_ + size_; }

 private:
  void grow() {
    capacity_ *= 2;
    auto* bigger =
        static_cast<Item*>(std::malloc(sizeof(Item) * static_cast<std::size_t>(capacity_)));
    if (!bigger) std::abort();
    std::memcpy(static_cast<void*>(bigger), items_, sizeof(Item) * static_cast<std::size_t>(size_));
    if (items_ != room_) std::free(items_);
    items_ = bigger;
  }

  Item room_[Room];
  Item* items_ = room_;
  int size_ = 0;
  int capacity_ = Room;
};

// Write the squares after this side's `move` to `squares`, one word at a time: what is copied in
// one piece waits until the words are in memory.
template <class Bits>
CROWNHEAD_INLINE void advance(const Squares<Bits>& before, Side side, const BasicMove<Bits>& move,
                              int king_run, Squares<Bits>& squares) {
  const Bits from = bit<Bits>(move.from);
  const Bits to = bit<Bits>(move.to);
  const Bits king = (move.by_king || move.crowns) ? to : 0;
  squares.side[side] = (before.side[side] & ~from) | to;
  squares.side[!side] = before.side[!side] & ~move.captured;
  squares.kings = (before.kings & ~(from | move.captured)) | king;
  squares.runs = before.runs;
  if (king_run > 0 && (move.by_king || squares.runs.any())) {
    Runs& runs = squares.runs;
    const bool goes_on = move.by_king && !move.captured;
    const bool same = goes_on && runs.count[side] > 0 && runs.index[side] == move.from;
    runs.count[side] =
        static_cast<std::uint8_t>(!goes_on                           ? 0
                                  : !same                            ? 1
                                  : runs.count[side] < Runs::longest ? runs.count[side] + 1
                                                                     : Runs::longest);
    runs.index[side] = goes_on ? move.to : std::uint8_t{0};
    // Only a side with a man is bound; a king that was taken has no run.
    const Bits men[2] = {squares.side[white] & ~squares.kings,
                         squares.side[black] & ~squares.kings};
    for (int each = 0; each < 2; ++each)
      if (!men[each] || !(squares.kings & bit<Bits>(runs.index[each])))
        runs.count[each] = runs.index[each] = 0;
  }
}

// The squares after this side's `move`.
template <class Bits>
CROWNHEAD_INLINE Squares<Bits> after(const Squares<Bits>& before, Side side,
                                     const BasicMove<Bits>& move, int king_run) {
  Squares<Bits> squares;
  advance(before, side, move, king_run, squares);
  return squares;
}

}  // namespace CROWNHEAD_ISA
}  // namespace crownhead
