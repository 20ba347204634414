#include "rules/position.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "rules/draws.hpp"
#include "rules/keys.hpp"
#include "rules/ruleset.hpp"

namespace crownhead {

namespace {

// The hash of the runs of kings, in games where they count.
std::uint64_t runs_key_of(const Position& position) {
  return position.ruleset->rules.king_run ? runs_key(position.runs) : 0;
}

// The position after a move, on a board whose sets of squares are of this width.
template <class Bits>
Position after_on(const Position& before, const Move& move) {
  Position next = before;
  const Ruleset& ruleset = *before.ruleset;
  const Side own = before.to_move();
  const BasicMove<Bits> basic{bits_of<Bits>(move.captured), move.from, move.to, move.crowns,
                              move.by_king};
  const Squares<Bits> squares = squares_of<Bits>(before);
  const Squares<Bits> moved = after(squares, own, basic, ruleset.rules.king_run);
  for (const Side side : {white, black}) next.side[side] = SquareSet(Wide{moved.side[side]});
  next.kings = SquareSet(Wide{moved.kings});
  next.runs = moved.runs;
  next.turn = static_cast<std::uint8_t>(!own);

  next.key ^= runs_key_of(before) ^ runs_key_of(next) ^ zobrist.black_to_move ^
              zobrist.piece[own][move.by_king][move.from] ^
              zobrist.piece[own][move.by_king || move.crowns][move.to];
  each_bit(basic.captured, [&](Bits square) {
    next.key ^= zobrist.piece[!own][(squares.kings & square) != 0][lowest(square)];
  });
  DrawCounts(ruleset).advance(next.counts, moved,
                              (move.captures() ? capture : 0) | (move.by_king ? 0 : man_move) |
                                  (move.crowns ? crowning : 0));
  return next;
}

}  // namespace

Moves::Moves(Moves&& other) noexcept {
  if (!other.on_heap()) {  // its room stays where it is
    std::copy_n(other.items_, other.size_, room_for(other.size_));
    other.size_ = 0;
    return;
  }
  items_ = std::exchange(other.items_, nullptr);
  size_ = std::exchange(other.size_, 0);
  capacity_ = std::exchange(other.capacity_, 0);
}

Moves::~Moves() {
  if (on_heap()) std::free(items_);
}

Move& Moves::add() {
  return *new (room_for(1)) Move;
}

Move* Moves::room_for(int more) {
  if (size_ + more > capacity_) {
    Move* const old = on_heap() ? items_ : nullptr;
    const int capacity = std::max({few + 1, 2 * capacity_, size_ + more});
    void* bigger =
        std::realloc(static_cast<void*>(old), sizeof(Move) * static_cast<std::size_t>(capacity));
    if (!bigger) std::abort();
    if (!old) std::copy_n(items_, size_, static_cast<Move*>(bigger));
    items_ = static_cast<Move*>(bigger);
    capacity_ = capacity;
  }
  size_ += more;
  return items_ + size_ - more;
}

const Move* Moves::find(const Move& wanted) const {
  for (const Move& move : *this)
    if (move.same_outcome(wanted)) return &move;
  return nullptr;
}

void Moves::mark_ambiguous() {
  bool any = false;
  for (int i = 0; i < size_; ++i) any |= items_[i].captures();
  if (!any) return;
  if (size_ <= 16) {  // the table below would take longer than this
    for (int i = 1; i < size_; ++i) {
      Move& move = items_[i];
      for (int j = 0; j < i && move.captures(); ++j) {
        Move& earlier = items_[j];
        if (earlier.from != move.from || earlier.to != move.to) continue;
        move.ambiguous = earlier.ambiguous = true;
        break;
      }
    }
    return;
  }
  std::uint16_t first[Layout::most_bits][Layout::most_bits] = {};  // index + 1 of the first move
  for (int i = 0; i < size_ && i < 65'535; ++i) {
    std::uint16_t& earlier = first[items_[i].from][items_[i].to];
    if (!earlier)
      earlier = static_cast<std::uint16_t>(i + 1);
    else if (items_[i].captures())
      items_[i].ambiguous = items_[earlier - 1].ambiguous = true;
  }
}

Piece Position::at(int index) const {
  const Wide here = bit<Wide>(index);
  if (!(occupied() & here)) return Piece::none;
  const bool king = (Wide(kings) & here) != 0;
  if (Wide(side[white]) & here) return king ? Piece::white_king : Piece::white_man;
  return king ? Piece::black_king : Piece::black_man;
}

bool Position::same(const Position& other) const {
  return ruleset == other.ruleset && turn == other.turn &&
         Wide(side[white]) == Wide(other.side[white]) &&
         Wide(side[black]) == Wide(other.side[black]) && Wide(kings) == Wide(other.kings) &&
         (ruleset->rules.king_run == 0 || runs == other.runs);
}

void Position::refresh() {
  key = turn == black ? zobrist.black_to_move : 0;
  for (int s = 0; s < 2; ++s)
    each_bit<Wide>(side[s], [&](Wide square) {
      key ^= zobrist.piece[s][(Wide(kings) & square) != 0][lowest(square)];
    });
  key ^= runs_key_of(*this);
  for (auto& plies : counts) plies = idle;
  DrawCounts(*ruleset).advance(counts, squares_of<Wide>(*this), 0);
}

Position Position::after(const Move& move) const {
  return ruleset->layout->board >> 64 ? after_on<Wide>(*this, move)
                                      : after_on<std::uint64_t>(*this, move);
}

Position Position::without(int index) const {
  Position next = *this;
  const Wide here = bit<Wide>(index);
  for (auto& pieces : next.side) pieces = Wide(pieces) & ~here;
  next.kings = Wide(kings) & ~here;
  for (int s = 0; s < 2; ++s)
    if (runs.count[s] && runs.index[s] == index) next.runs.count[s] = next.runs.index[s] = 0;
  next.refresh();
  for (int i = 0; i < ruleset->draw_rules; ++i)
    if (counts[i] != idle && next.counts[i] != idle && !(ruleset->draw_rule[i].resets & capture))
      next.counts[i] = counts[i];
  return next;
}

std::optional<Side> Position::outnumbered() const {
  const int few = ruleset->rules.too_few;
  if (!few) return std::nullopt;
  const bool white_is = count(Wide(side[white])) <= few;
  if (white_is == (count(Wide(side[black])) <= few)) return std::nullopt;
  return white_is ? white : black;
}

Position initial(const Ruleset& ruleset) {
  const Layout& board = *ruleset.layout;
  Position start;
  start.ruleset = &ruleset;
  start.turn = static_cast<std::uint8_t>(ruleset.first);
  for (int s = 0; s < board.squares; ++s) {
    const int from_top = board.row(s) - ruleset.rows_behind;
    const int from_bottom = board.height - 1 - board.row(s) - ruleset.rows_behind;
    const Wide here = bit<Wide>(board.index_of[s]);
    if (from_top >= 0 && from_top < ruleset.men_rows)
      start.side[black] = Wide(start.side[black]) | here;
    if (from_bottom >= 0 && from_bottom < ruleset.men_rows)
      start.side[white] = Wide(start.side[white]) | here;
  }
  start.refresh();
  return start;
}

}  // namespace crownhead
