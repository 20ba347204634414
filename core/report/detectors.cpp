// Each looks through a line for one kind of claim.
#include <algorithm>

#include "report/claims.hpp"

namespace crownhead::report {

namespace {

constexpr int longest_tempo = 7;
constexpr int longest_way = 15;  // to a crowning or a block

// What is told of a line, what says most first.
constexpr ClaimKind told_kinds[] = {
    ClaimKind::shot,         ClaimKind::caught,   ClaimKind::tempo,  ClaimKind::exchange,
    ClaimKind::breakthrough, ClaimKind::crowning, ClaimKind::blocked};

std::vector<Position> first_of(const Position& start, Line line, int plies) {
  return played(start, line.first(std::min(line.size(), static_cast<std::size_t>(plies))));
}

// The pieces that a side is ahead of where it began, where the line comes to rest again later, at
// worst; nothing taken back counts.
std::vector<int> lasting_gains(const std::vector<Position>& positions, Side by) {
  std::vector<int> gains(positions.size());
  std::optional<int> least;
  for (std::size_t i = positions.size(); i-- > 0;) {
    const int gain = balance(positions[i], by) - balance(positions.front(), by);
    if (settled(positions[i])) least = least ? std::min(*least, gain) : gain;
    gains[i] = least ? std::min(*least, gain) : gain;
  }
  return gains;
}

std::optional<Claim> shot(const Position& start, Line line) {
  const Claim empty{.kind = ClaimKind::shot, .by = start.to_move()};
  const std::vector<Position> whole = played(start, line);
  const std::vector<int> lasting = lasting_gains(whole, empty.by);
  for (int plies = 3; plies < static_cast<int>(whole.size()) && plies <= pieces_horizon; ++plies) {
    const auto place = static_cast<std::size_t>(plies);
    Claim claim = empty;
    claim.plies = plies;
    claim.men = balance(whole[place], claim.by) - balance(start, claim.by);
    if (whole[place].to_move() != claim.by && claim.men > 0 && lasting[place] == claim.men &&
        holds(claim, start, line))
      return claim;
  }
  return std::nullopt;
}

std::optional<Claim> exchange(const Position& start, Line line) {
  const std::vector<Position> whole = played(start, line);
  Claim claim{.kind = ClaimKind::exchange, .by = start.to_move()};
  const std::vector<int> lasting = lasting_gains(whole, claim.by);
  for (int plies = 1; plies < static_cast<int>(whole.size()) && plies <= pieces_horizon; ++plies) {
    const auto place = static_cast<std::size_t>(plies);
    claim.plies = plies;
    claim.men = balance(whole[place], claim.by) - balance(start, claim.by);
    if (claim.men > 0 && lasting[place] == claim.men && holds(claim, start, line)) return claim;
  }
  return std::nullopt;
}

// The king is not won back in the rest of the line, nor is more than a man.
std::optional<Claim> caught(const Position& start, Line line) {
  const std::vector<Position> whole = played(start, line);
  Claim claim{.kind = ClaimKind::caught, .by = start.to_move()};
  for (int plies = 1; plies < static_cast<int>(whole.size()) && plies <= pieces_horizon; ++plies) {
    claim.plies = plies;
    if (!holds(claim, start, line)) continue;
    claim.men = std::max(
        0, balance(whole[static_cast<std::size_t>(plies)], claim.by) - balance(start, claim.by));
    Claim rest = claim;
    for (int later = plies + 1; later < static_cast<int>(whole.size()); ++later) {
      rest.plies = later;
      if (settled(whole[static_cast<std::size_t>(later)]) && !holds(rest, start, line))
        return std::nullopt;
    }
    return claim;
  }
  return std::nullopt;
}

std::optional<Claim> tempo(const Position& start, Line line) {
  const std::vector<Position> positions = first_of(start, line, longest_tempo);
  Claim claim{.kind = ClaimKind::tempo, .by = start.to_move()};
  for (int plies = 1; plies < static_cast<int>(positions.size()); plies += 2) {
    claim.plies = plies;
    for (claim.men = 1; claim.men <= 3; ++claim.men)
      if (holds(claim, start, line)) return claim;
  }
  return std::nullopt;
}

// The side to move is the first to crown.
std::optional<Claim> crowning(ClaimKind kind, const Position& start, Line line) {
  for (std::size_t i = 0; i < line.size() && i < longest_way; ++i) {
    if (!line[i].crowns) continue;
    const Claim claim{.kind = kind,
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

std::optional<Claim> opposition(const Position& start, Line line) {
  const Claim claim{.kind = ClaimKind::opposition, .plies = 1, .by = start.to_move()};
  return holds(claim, start, line) ? std::optional(claim) : std::nullopt;
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

std::optional<Claim> detect(ClaimKind kind, const Position& start, Line line) {
  switch (kind) {
    case ClaimKind::shot:
      return shot(start, line);
    case ClaimKind::caught:
      return caught(start, line);
    case ClaimKind::tempo:
      return tempo(start, line);
    case ClaimKind::exchange:
      return exchange(start, line);
    case ClaimKind::breakthrough:
    case ClaimKind::crowning:
      return crowning(kind, start, line);
    case ClaimKind::blocked:
      return block(start, line);
    case ClaimKind::opposition:
      return opposition(start, line);
    case ClaimKind::majority:
      return majority(start, line);
  }
  return std::nullopt;
}

std::vector<Claim> claims_of(const Position& start, Line line) {
  std::vector<Claim> found;
  for (const ClaimKind kind : told_kinds)
    if (const auto claim = detect(kind, start, line)) found.push_back(*claim);
  return found;
}

std::optional<Claim> claim_of(const Position& start, Line line) {
  for (const ClaimKind kind : told_kinds)
    if (auto claim = detect(kind, start, line)) return claim;
  return std::nullopt;
}

}  // namespace crownhead::report
