#include "report/builder.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/verdicts.hpp"
#include "search/meaning.hpp"

namespace crownhead::report {

using score::bounded;
using score::chance;

namespace {

// A move that gives away two men gives away all: worse ones are no measure of how well one plays.
constexpr int most_cost = 200;
constexpr int most_men = 2;
constexpr int lost_anyway = 600;   // from here on pieces count by themselves
constexpr double steepness = 3.2;  // at which known players spread over the scale

// What tables prove stands above what a search thinks.
Seen corrected(Seen seen) {
  if (seen.proven == Proven::draw) seen.score = 0;
  if (seen.proven == Proven::win) seen.score = std::max(seen.score, score::table_decided);
  if (seen.proven == Proven::loss) seen.score = std::min(seen.score, -score::table_decided);
  return seen;
}

void append(std::vector<Move>& line, const std::vector<Move>& more) {
  line.insert(line.end(), more.begin(), more.end());
}

}  // namespace

double given_away(int best_score, int score, int men) {
  const double cost = std::clamp(bounded(best_score) - bounded(score), 0, most_cost);
  const double pieces = best_score > -lost_anyway ? 0 : std::clamp(men, 0, most_men);
  return std::max(cost / most_cost, pieces / most_men);
}

std::optional<double> accuracy(const std::vector<double>& given) {
  if (given.empty()) return std::nullopt;
  const double sum = std::accumulate(given.begin(), given.end(), 0.0);
  return std::round(1'000 * std::exp(-steepness * sum / static_cast<double>(given.size()))) / 10;
}

int MoveFacts::cost() const {
  return std::max(0, bounded(best_score) - bounded(score));
}

int MoveFacts::price() const {
  return best_score > -lost_anyway ? cost() : std::max(cost(), 100 * men);
}

double MoveFacts::weight() const {
  const double chances = std::max(0.0, chance(best_score) - chance(score));
  return (chances + given_away(best_score, score, men) / 2) / 2;
}

double MoveFacts::lost() const {
  return std::max(0.0, chance(best_score) - chance(score));
}

ReportBuilder::ReportBuilder(std::vector<Position> positions, std::vector<Move> moves, int given)
    : positions_(std::move(positions)), moves_(std::move(moves)), given_(given) {
  ply_ = total() - 1;
  mobile_ = legal_moves(positions_.back()).size() > 0;
  if (mobile_) {
    next_ = positions_.back();
  } else {
    stage_ = Stage::before;
    if (ply_ >= 0) next_ = position(ply_);
  }
  if (ply_ < 0) advance();
}

const MoveFacts& ReportBuilder::fact_of(int ply) const {
  return facts_[static_cast<std::size_t>(total() - ply)];
}

MoveFacts& ReportBuilder::fact_at(int ply) {
  return facts_[static_cast<std::size_t>(total() - ply)];
}

void ReportBuilder::record(Seen found) {
  Seen seen = corrected(std::move(found));
  switch (stage_) {
    case Stage::end:
      behind_ = std::move(seen);
      stage_ = Stage::before;
      next_ = position(ply_);
      break;
    case Stage::before: {
      const int played = played_score(seen);
      if (played != seen.score && bounded(seen.score) - bounded(played) >= watched) {
        const bool last = ply_ + 1 == total();
        stage_ = last && !mobile_ ? Stage::again : Stage::after;
        next_ = position(stage_ == Stage::again ? ply_ : ply_ + 1);
      } else {
        close_move(seen, played);
      }
      break;
    }
    case Stage::after:
      behind_ = std::move(seen);
      stage_ = Stage::again;
      next_ = position(ply_);
      break;
    case Stage::again:
      close_move(seen, played_score(seen));
      break;
    case Stage::better: {
      const MoveFacts& one = fact_of(suspected_ply());
      check_.better = std::move(seen);
      if (!asks_on(Stage::better_on, position(one.ply - 1).after(one.line[0]), check_.better.line))
        ask(Stage::answer, position(one.ply));
      break;
    }
    case Stage::better_on:
      append(check_.better.line, seen.line);
      ask(Stage::answer, position(suspected_ply()));
      break;
    case Stage::answer:
      check_.answer = std::move(seen);
      if (!asks_on(Stage::answer_on, position(suspected_ply()), check_.answer.line)) judge();
      break;
    case Stage::answer_on:
      append(check_.answer.line, seen.line);
      judge();
      break;
    case Stage::rest:
      record_end(seen);
      break;
    case Stage::turned:
      record_turned(seen);
      break;
    case Stage::done:
      break;
  }
}

// The score of the move that was played, for the side that played it.
int ReportBuilder::played_score(const Seen& found) const {
  const Move& move = move_of(ply_ + 1);
  if (behind_ && behind_->proven != Proven::nothing) return earlier(-behind_->score);
  if (begins_with(found.line, move)) return found.score;
  for (const auto& [other, score] : found.others)
    if (other.same_outcome(move)) return score;
  if (behind_) return earlier(-behind_->score);
  return earlier(-without_move(positions_.back()));
}

void ReportBuilder::close_move(const Seen& found, int played) {
  const Proven after = behind_ ? turned(behind_->proven) : Proven::nothing;
  MoveFacts one;
  one.ply = ply_ + 1;
  one.by = position(ply_).to_move();
  one.score = played;
  one.best_score = std::max(found.score, played);
  one.line = found.line;
  if (behind_) one.answer = behind_->line;
  one.legal = legal_moves(position(ply_)).size();
  one.depth = found.depth;
  one.proven = after != Proven::nothing ? after : proven_by(played);
  one.was = found.proven != Proven::nothing ? found.proven : proven_by(found.score);
  one.by_tables = after != Proven::nothing && found.proven != Proven::nothing;
  one.given = ply_ < given_;
  if (!begins_with(one.line, move_of(one.ply))) one.men = std::max(0, difference(one));
  facts_.push_back(std::move(one));
  behind_ = found;
  ply_ -= 1;
  advance();
}

void ReportBuilder::advance() {
  stage_ = Stage::before;
  if (ply_ >= 0)
    next_ = position(ply_);
  else
    suspect();
}

std::optional<double> ReportBuilder::accuracy_of(Side side) const {
  std::vector<double> given;
  int moves = 0;
  for (const MoveFacts& one : facts_) {
    if (one.by != side) continue;
    ++moves;
    if (one.legal > 1 && !one.given)
      given.push_back(given_away(one.best_score, one.score, one.men));
  }
  if (moves < rated_moves) return std::nullopt;
  std::reverse(given.begin(), given.end());
  return accuracy(given);
}

}  // namespace crownhead::report
