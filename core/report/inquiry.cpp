#include "report/inquiry.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "search/score.hpp"

namespace crownhead::report {

namespace {

constexpr double scale = 140;  // hundredths of a man at which the stronger side scores 73 %
constexpr int men_of_a_win = 1'000;

Proven proven_by(int score) {
  if (std::abs(score) < score::table_decided) return Proven::nothing;
  return score > 0 ? Proven::win : Proven::loss;
}

Proven turned(Proven proven) {
  switch (proven) {
    case Proven::win:
      return Proven::loss;
    case Proven::loss:
      return Proven::win;
    case Proven::nothing:
    case Proven::draw:
      break;
  }
  return proven;
}

// A score one ply earlier: a win on the board is one ply further away.
int earlier(int score) {
  if (std::abs(score) < score::decided) return score;
  return score > 0 ? score - 1 : score + 1;
}

bool begins_with(const std::vector<Move>& line, const Move& move) {
  return !line.empty() && line[0].same_outcome(move);
}

int legal_moves(const Position& position) {
  Moves moves;
  Budget budget;
  return list_moves(position, MoveKind::legal, moves, budget) ? moves.size() : 0;
}

}  // namespace

int bounded(int score) {
  return std::clamp(score, -men_of_a_win, men_of_a_win);
}

double chance(int score) {
  return 1 / (1 + std::exp(-bounded(score) / scale));
}

std::optional<double> accuracy(const std::vector<double>& lost) {
  if (lost.empty()) return std::nullopt;
  double sum = 0;
  for (const double share : lost) sum += std::exp(-3 * share);
  return std::round(1'000 * sum / static_cast<double>(lost.size())) / 10;
}

int MoveFacts::cost() const {
  return std::max(0, bounded(best_score) - bounded(score));
}

double MoveFacts::lost() const {
  return std::max(0.0, chance(best_score) - chance(score));
}

Inquiry::Inquiry(std::vector<Position> positions, std::vector<Move> moves)
    : positions_(std::move(positions)),
      moves_(std::move(moves)),
      proven_(positions_.size(), Proven::nothing) {
  ply_ = total() - 1;
  mobile_ = legal_moves(positions_.back()) > 0;
  if (mobile_) {
    asked_ = total();
  } else {
    stage_ = Stage::before;
    asked_ = ply_;
  }
  if (ply_ < 0) next();
}

void Inquiry::prove(int place, Proven proven) {
  proven_[static_cast<std::size_t>(place)] = proven;
}

void Inquiry::heard(Seen seen) {
  switch (stage_) {
    case Stage::end:
      behind_ = std::move(seen);
      stage_ = Stage::before;
      asked_ = ply_;
      break;
    case Stage::before: {
      const int played = played_score(seen);
      if (played != seen.score && bounded(seen.score) - bounded(played) >= watched) {
        const bool last = ply_ + 1 == total();
        stage_ = last && !mobile_ ? Stage::again : Stage::after;
        asked_ = stage_ == Stage::again ? ply_ : ply_ + 1;
      } else {
        keep(seen, played);
      }
      break;
    }
    case Stage::after:
      behind_ = std::move(seen);
      stage_ = Stage::again;
      asked_ = ply_;
      break;
    case Stage::again:
      keep(seen, played_score(seen));
      break;
    case Stage::done:
      break;
  }
}

// The score of the move that was played, for the side that played it.
int Inquiry::played_score(const Seen& found) const {
  const Move& move = moves_[static_cast<std::size_t>(ply_)];
  if (begins_with(found.line, move)) return found.score;
  for (const auto& [other, score] : found.others)
    if (other.same_outcome(move)) return score;
  if (behind_) return earlier(-behind_->score);
  const bool loses = positions_.back().ruleset->rules.aim == Aim::lose;
  return loses ? 1 - score::win : score::win - 1;
}

void Inquiry::keep(const Seen& found, int played) {
  const auto place = static_cast<std::size_t>(ply_);
  const Proven after = turned(proven_[place + 1]), was = proven_[place];
  MoveFacts one;
  one.ply = ply_ + 1;
  one.by = positions_[place].to_move();
  one.score = played;
  one.best_score = std::max(found.score, played);
  one.line = found.line;
  if (behind_) one.answer = behind_->line;
  one.legal = legal_moves(positions_[place]);
  one.depth = found.depth;
  one.proven = after != Proven::nothing ? after : proven_by(played);
  one.was = was != Proven::nothing ? was : proven_by(found.score);
  one.by_tables = after != Proven::nothing && was != Proven::nothing;
  facts_.push_back(std::move(one));
  behind_ = found;
  ply_ -= 1;
  next();
}

void Inquiry::next() {
  stage_ = ply_ < 0 ? Stage::done : Stage::before;
  asked_ = ply_;
}

std::vector<Moment> Inquiry::moments() const {
  std::vector<const MoveFacts*> costly;
  for (const MoveFacts& one : facts_)
    if (one.legal > 1) costly.push_back(&one);
  std::sort(costly.begin(), costly.end(), [](const MoveFacts* one, const MoveFacts* other) {
    return one->lost() != other->lost() ? one->lost() > other->lost() : one->ply < other->ply;
  });
  const auto worth = [&](double least, std::size_t most) {
    std::vector<const MoveFacts*> chosen;
    for (const MoveFacts* one : costly)
      if (one->lost() >= least && chosen.size() < most) chosen.push_back(one);
    return chosen;
  };
  std::vector<const MoveFacts*> chosen = worth(clear, most_moments);
  if (chosen.size() < least_moments) chosen = worth(slight, least_moments);
  std::sort(chosen.begin(), chosen.end(),
            [](const MoveFacts* one, const MoveFacts* other) { return one->ply < other->ply; });
  std::vector<Moment> found;
  for (const MoveFacts* one : chosen) found.push_back(moment(*one));
  return found;
}

// What was missed is looked for before what was allowed, and only claims that the better move
// would have made true, or false.
Moment Inquiry::moment(const MoveFacts& one) const {
  const auto place = static_cast<std::size_t>(one.ply - 1);
  const Position& before = positions_[place];
  const Position& after = positions_[place + 1];
  Moment found;
  found.ply = one.ply;
  std::optional<Claim> missed;
  if (!begins_with(one.line, moves_[place])) missed = claim_of(before, one.line);
  if (one.was == Proven::win && one.proven != Proven::win) {
    found.kind = MomentKind::win_missed;
    found.claim = missed;
  } else if (one.was == Proven::draw && one.proven == Proven::loss) {
    found.kind = MomentKind::draw_missed;
    found.claim = missed;
  } else if (auto allowed = claim_of(after, one.answer)) {
    found.kind = MomentKind::allowed;
    found.of_answer = true;
    found.claim = allowed;
  } else if (missed) {
    found.kind = MomentKind::missed;
    found.claim = missed;
  }
  if (found.claim)
    found.majority = detect(ClaimKind::majority, found.of_answer ? after : before,
                            Line(found.of_answer ? one.answer : one.line)
                                .first(static_cast<std::size_t>(found.claim->plies)));
  return found;
}

std::optional<double> Inquiry::accuracy_of(Side side) const {
  std::vector<double> lost;
  for (const MoveFacts& one : facts_)
    if (one.by == side && one.legal > 1) lost.push_back(one.lost());
  std::reverse(lost.begin(), lost.end());
  return accuracy(lost);
}

int Inquiry::turning_point() const {
  const auto for_white = [](const MoveFacts& one, int score) {
    return one.by == white ? score : -score;
  };
  if (facts_.empty()) return 0;
  const int final = for_white(facts_.front(), facts_.front().score);
  if (std::abs(final) < 100) return 0;
  for (const MoveFacts& one : facts_) {
    const int before = for_white(one, one.best_score);
    if (static_cast<std::int64_t>(before) * final <= 0 || std::abs(before) < 50) return one.ply;
  }
  return 0;
}

}  // namespace crownhead::report
