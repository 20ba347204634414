#include "report/claims.hpp"

#include <algorithm>

#include "rules/turning.hpp"

namespace crownhead::report {

namespace {

constexpr int longest_shot = 13;
constexpr int longest_exchange = 9;
constexpr int longest_way = 15;  // to a crowning or a block

// The legal moves; none where they are too complex, for then nothing is claimed.
Moves legal(const Position& position) {
  Moves moves;
  Budget budget;
  if (!list_moves(position, MoveKind::legal, moves, budget)) moves.clear();
  return moves;
}

bool captures_in(const Moves& moves) {
  return std::any_of(moves.begin(), moves.end(), [](const Move& move) { return move.captures(); });
}

// Whether neither side, were it to move, had a capture.
bool settled(const Position& position) {
  return quiet(position) && quiet(turned_over(position));
}

int gained(const std::vector<Position>& positions, Side by) {
  return balance(positions.back(), by) - balance(positions.front(), by);
}

bool is_shot(const Claim& claim, const std::vector<Position>& positions, Line line) {
  bool gives = false;
  int replies = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (positions[i].to_move() == claim.by) continue;
    if (legal(positions[i]).size() != 1) return false;
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

bool is_crowning(const Claim& claim, const std::vector<Position>& positions, Line line) {
  if (line.empty() || claim.square < 0) return false;
  const Move& last = line.back();
  const Position& before = positions[positions.size() - 2];
  const bool crowned = last.crowns && last.to == claim.square && before.to_move() == claim.by;
  const Wide square = bit<Wide>(claim.square);
  const Moves replies = legal(positions.back());
  return crowned && std::none_of(replies.begin(), replies.end(), [&](const Move& move) {
           return (Wide(move.captured) & square) != 0;
         });
}

bool is_block(const Claim& claim, const std::vector<Position>& positions) {
  const Position& end = positions.back();
  if (end.ruleset->rules.aim == Aim::king && end.kings) return false;  // over, and for that alone
  Moves moves;
  Budget budget;
  return end.to_move() != claim.by && Wide(end.side[end.turn]) != 0 &&
         list_moves(end, MoveKind::legal, moves, budget) && moves.size() == 0;
}

bool is_majority(const Claim& claim, const std::vector<Position>& positions, Line line) {
  const Position& start = positions.front();
  Moves free;
  Budget budget;
  if (line.size() != 1 || claim.by == start.to_move()) return false;
  const Moves moves = legal(start);
  return moves.size() == 1 && moves[0].same_outcome(line[0]) &&
         list_moves(start, MoveKind::any_choice, free, budget) && free.find(claim.barred) &&
         !moves.find(claim.barred);
}

std::optional<Claim> shot(const Position& start, Line line) {
  const std::vector<Position> positions =
      played(start, line.first(std::min<std::size_t>(line.size(), longest_shot)));
  Claim claim{.kind = ClaimKind::shot, .by = start.to_move()};
  for (int plies = 3; plies < static_cast<int>(positions.size()); ++plies) {
    const auto place = static_cast<std::size_t>(plies);
    claim.plies = plies;
    claim.men = balance(positions[place], claim.by) - balance(start, claim.by);
    if (positions[place].to_move() != claim.by && claim.men > 0 && holds(claim, start, line))
      return claim;
  }
  return std::nullopt;
}

std::optional<Claim> exchange(const Position& start, Line line) {
  const std::vector<Position> positions =
      played(start, line.first(std::min<std::size_t>(line.size(), longest_exchange)));
  Claim claim{.kind = ClaimKind::exchange, .by = start.to_move()};
  for (int plies = 1; plies < static_cast<int>(positions.size()); ++plies) {
    claim.plies = plies;
    claim.men =
        balance(positions[static_cast<std::size_t>(plies)], claim.by) - balance(start, claim.by);
    if (claim.men > 0 && holds(claim, start, line)) return claim;
  }
  return std::nullopt;
}

// The side to move is the first to crown.
std::optional<Claim> crowning(const Position& start, Line line) {
  for (std::size_t i = 0; i < line.size() && i < longest_way; ++i) {
    if (!line[i].crowns) continue;
    const Claim claim{.kind = ClaimKind::crowning,
                      .plies = static_cast<int>(i) + 1,
                      .by = start.to_move(),
                      .square = line[i].to};
    return holds(claim, start, line) ? std::optional(claim) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Claim> block(const Position& start, Line line) {
  const Claim claim{
      .kind = ClaimKind::blocked, .plies = static_cast<int>(line.size()), .by = start.to_move()};
  const bool fits = !line.empty() && line.size() <= longest_way && holds(claim, start, line);
  return fits ? std::optional(claim) : std::nullopt;
}

// The first reply of the line that the rule of choice alone forces.
std::optional<Claim> majority(const Position& start, Line line) {
  if (start.ruleset->rules.choice == Choice::free) return std::nullopt;
  const std::vector<Position> positions = played(start, line);
  for (std::size_t i = 0; i + 1 < positions.size(); ++i) {
    const Position& position = positions[i];
    if (position.to_move() == start.to_move()) continue;
    Moves free;
    Budget budget;
    if (!list_moves(position, MoveKind::any_choice, free, budget)) continue;
    const Move* barred = std::find_if(
        free.begin(), free.end(), [&](const Move& move) { return !move.same_outcome(line[i]); });
    if (barred == free.end()) continue;
    const Claim claim{.kind = ClaimKind::majority,
                      .from = static_cast<int>(i),
                      .plies = 1,
                      .by = start.to_move(),
                      .barred = *barred};
    if (holds(claim, start, line)) return claim;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Position> played(const Position& start, Line line) {
  std::vector<Position> positions = {start};
  for (const Move& move : line) {
    const Moves moves = legal(positions.back());
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
    case ClaimKind::exchange:
      return is_exchange(claim, positions, part);
    case ClaimKind::crowning:
      return is_crowning(claim, positions, part);
    case ClaimKind::blocked:
      return is_block(claim, positions);
    case ClaimKind::majority:
      return is_majority(claim, positions, part);
  }
  return false;
}

std::optional<Claim> detect(ClaimKind kind, const Position& start, Line line) {
  switch (kind) {
    case ClaimKind::shot:
      return shot(start, line);
    case ClaimKind::exchange:
      return exchange(start, line);
    case ClaimKind::crowning:
      return crowning(start, line);
    case ClaimKind::blocked:
      return block(start, line);
    case ClaimKind::majority:
      return majority(start, line);
  }
  return std::nullopt;
}

std::optional<Claim> claim_of(const Position& start, Line line) {
  for (const ClaimKind kind :
       {ClaimKind::shot, ClaimKind::exchange, ClaimKind::crowning, ClaimKind::blocked})
    if (auto claim = detect(kind, start, line)) return claim;
  return std::nullopt;
}

}  // namespace crownhead::report
