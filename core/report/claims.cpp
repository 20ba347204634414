#include "report/claims.hpp"

#include <algorithm>

#include "rules/turning.hpp"

namespace crownhead::report {

namespace {

constexpr int longest_capture = 8;  // plies of captures that a tempo is reckoned through
constexpr int few_pieces = 6;       // with which the opposition is spoken of

bool captures_in(const Moves& moves) {
  return std::any_of(moves.begin(), moves.end(), [](const Move& move) { return move.captures(); });
}

int gained(const std::vector<Position>& positions, Side by) {
  return balance(positions.back(), by) - balance(positions.front(), by);
}

bool is_shot(const Claim& claim, const std::vector<Position>& positions, Line line) {
  bool gives = false;
  int replies = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (positions[i].to_move() == claim.by) continue;
    if (legal_moves(positions[i]).size() != 1) return false;
    gives |= line[i].captures();
    ++replies;
  }
  const Position& end = positions.back();
  return replies && gives && claim.men > 0 && end.to_move() != claim.by && settled(end) &&
         gained(positions, claim.by) == claim.men;
}

bool is_exchange(const Claim& claim, const std::vector<Position>& positions, Line line) {
  const bool taken =
      std::any_of(line.begin(), line.end(), [](const Move& move) { return move.captures(); });
  return taken && claim.men > 0 && settled(positions.back()) &&
         gained(positions, claim.by) == claim.men;
}

// A king is taken for a man at most, and none is given.
bool is_caught(const Claim& claim, const std::vector<Position>& positions, Line line) {
  int kings[2] = {0, 0};
  for (std::size_t i = 0; i < line.size(); ++i)
    kings[positions[i].to_move()] += count(Wide(line[i].captured) & Wide(positions[i].kings));
  return kings[claim.by] > 0 && kings[!claim.by] == 0 && settled(positions.back()) &&
         gained(positions, claim.by) >= -1;
}

// What is left to a side when all captures that have to be made are made, each side choosing among
// them.
int after_captures(const Position& position, Side by, int plies) {
  const Moves moves = legal_moves(position);
  if (plies == 0 || !captures_in(moves)) return balance(position, by);
  std::optional<int> best;
  for (const Move& move : moves) {
    const int value = after_captures(position.after(move), by, plies - 1);
    best = !best                      ? value
           : position.to_move() == by ? std::max(*best, value)
                                      : std::min(*best, value);
  }
  return *best;
}

// Pieces that every move of the opponent loses at once, though nothing is attacked; 0 if one loses
// none.
int tempo_men(const Position& end, Side by) {
  if (end.to_move() == by || !settled(end)) return 0;
  const Moves replies = legal_moves(end);
  int least = replies.size() ? longest_capture : 0;
  for (const Move& reply : replies) {
    if (least == 0) break;
    least =
        std::min(least, after_captures(end.after(reply), by, longest_capture) - balance(end, by));
  }
  return std::max(0, least);
}

bool is_tempo(const Claim& claim, const std::vector<Position>& positions) {
  return claim.men > 0 && gained(positions, claim.by) >= 0 &&
         tempo_men(positions.back(), claim.by) == claim.men;
}

bool is_crowning(const Claim& claim, const std::vector<Position>& positions, Line line) {
  if (line.empty() || claim.square < 0) return false;
  const Move& last = line.back();
  const Position& before = positions[positions.size() - 2];
  const bool crowned = last.crowns && last.to == claim.square && before.to_move() == claim.by;
  const Wide square = bit<Wide>(claim.square);
  const Moves replies = legal_moves(positions.back());
  return crowned && std::none_of(replies.begin(), replies.end(), [&](const Move& move) {
           return (Wide(move.captured) & square) != 0;
         });
}

// A crowning for which a piece is given, to the only legal reply, that is not taken back at once.
bool is_breakthrough(const Claim& claim, const std::vector<Position>& positions, Line line) {
  if (!is_crowning(claim, positions, line)) return false;
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    const bool given = positions[i].to_move() != claim.by && line[i].captures() &&
                       !line[i - 1].captures() && !line[i + 1].captures();
    if (given && legal_moves(positions[i]).size() == 1) return true;
  }
  return false;
}

bool is_block(const Claim& claim, const std::vector<Position>& positions) {
  const Position& end = positions.back();
  if (end.ruleset->rules.aim == Aim::king && end.kings) return false;  // over, and for that alone
  Moves moves;
  Budget budget;
  return end.to_move() != claim.by && Wide(end.side[end.turn]) != 0 &&
         list_moves(end, MoveKind::legal, moves, budget) && moves.size() == 0;
}

// What the board shows of it: that whoever is to move decides is for a search to say.
bool is_opposition(const Claim& claim, const std::vector<Position>& positions) {
  const Position& end = positions.back();
  const int pieces = count(Wide(end.side[white]) | Wide(end.side[black]));
  return positions.size() == 2 && end.to_move() != claim.by && pieces <= few_pieces &&
         settled(end) && legal_moves(end).size() > 0;
}

bool is_majority(const Claim& claim, const std::vector<Position>& positions, Line line) {
  const Position& start = positions.front();
  Moves free;
  Budget budget;
  if (line.size() != 1 || claim.by == start.to_move()) return false;
  const Moves moves = legal_moves(start);
  return moves.size() == 1 && moves[0].same_outcome(line[0]) &&
         list_moves(start, MoveKind::any_choice, free, budget) && free.find(claim.barred) &&
         !moves.find(claim.barred);
}

}  // namespace

Moves legal_moves(const Position& position) {
  Moves moves;
  Budget budget;
  if (!list_moves(position, MoveKind::legal, moves, budget)) moves.clear();
  return moves;
}

std::vector<Position> played(const Position& start, Line line) {
  std::vector<Position> positions = {start};
  for (const Move& move : line) {
    const Moves moves = legal_moves(positions.back());
    const Move* found = move.ruleset == start.ruleset ? moves.find(move) : nullptr;
    if (!found) return {};
    positions.push_back(positions.back().after(*found));
  }
  return positions;
}

int balance(const Position& position, Side side) {
  return count(Wide(position.side[side])) - count(Wide(position.side[!side]));
}

bool quiet(const Position& position) {
  Moves moves;
  Budget budget;
  return list_moves(position, MoveKind::legal, moves, budget) && !captures_in(moves);
}

bool settled(const Position& position) {
  return quiet(position) && quiet(turned_over(position));
}

bool holds(const Claim& claim, const Position& start, Line line) {
  const int size = static_cast<int>(line.size());
  if (claim.from < 0 || claim.plies < 0 || claim.from + claim.plies > size) return false;
  const auto whole = line.first(static_cast<std::size_t>(claim.from + claim.plies));
  std::vector<Position> positions = played(start, whole);
  if (positions.empty()) return false;
  positions.erase(positions.begin(), positions.begin() + claim.from);
  const Line part = whole.subspan(static_cast<std::size_t>(claim.from));
  switch (claim.kind) {
    case ClaimKind::shot:
      return is_shot(claim, positions, part);
    case ClaimKind::caught:
      return is_caught(claim, positions, part);
    case ClaimKind::tempo:
      return is_tempo(claim, positions);
    case ClaimKind::exchange:
      return is_exchange(claim, positions, part);
    case ClaimKind::breakthrough:
      return is_breakthrough(claim, positions, part);
    case ClaimKind::crowning:
      return is_crowning(claim, positions, part);
    case ClaimKind::blocked:
      return is_block(claim, positions);
    case ClaimKind::opposition:
      return is_opposition(claim, positions);
    case ClaimKind::majority:
      return is_majority(claim, positions, part);
  }
  return false;
}

}  // namespace crownhead::report
