// What seems to be a mistake is searched again, and told only if it still is one.
#include <algorithm>

#include "report/builder.hpp"
#include "report/verdicts.hpp"
#include "rules/turning.hpp"

namespace crownhead::report {

namespace {

constexpr int doubtful_cost = 40;  // from which on a first look makes a suspect
constexpr int lost_by = 100;       // behind so much a side does not stand level
constexpr int level = 50;          // a score up to which a win is gone

bool heavier(const MoveFacts* one, const MoveFacts* other) {
  const double first = one->weight();
  const double second = other->weight();
  return first != second ? first > second : one->ply < other->ply;
}

bool counts_men(const Moment& moment) {
  return moment.claim &&
         (moment.claim->kind == ClaimKind::shot || moment.claim->kind == ClaimKind::exchange ||
          moment.claim->kind == ClaimKind::caught || moment.claim->kind == ClaimKind::tempo);
}

}  // namespace

// Whether a move was its player's choice, and may be blamed.
bool ReportBuilder::blamed(const MoveFacts& one) const {
  return one.legal > 1 && !one.given;
}

void ReportBuilder::suspect() {
  std::vector<const MoveFacts*> costly;
  for (const MoveFacts& one : facts_)
    if (blamed(one) && one.price() >= doubtful_cost && one.weight() >= slight)
      costly.push_back(&one);
  std::sort(costly.begin(), costly.end(), heavier);
  const int turning = turning_ply([&](const MoveFacts& one) { return blamed(one); });
  std::stable_partition(costly.begin(), costly.end(),
                        [&](const MoveFacts* one) { return one->ply == turning; });
  if (costly.size() > most_suspects) costly.resize(most_suspects);
  for (const MoveFacts* one : costly) suspects_.push_back(one->ply);
  check_next();
}

void ReportBuilder::check_next() {
  while (checked_ < suspected() && confirmed_.size() < most_moments) {
    const MoveFacts& one = fact_of(suspected_ply());
    if (!one.line.empty() && !begins_with(one.line, move_of(one.ply))) {
      check_ = {};
      ask(Stage::better, position(one.ply - 1).after(one.line[0]));
      return;
    }
    ++checked_;
  }
  suspects_.resize(static_cast<std::size_t>(checked_));
  stage_ = Stage::done;
  next_.reset();
}

// Ask about a position; where there is no move in it the answer is known.
void ReportBuilder::ask(Stage stage, const Position& position) {
  stage_ = stage;
  next_ = position;
  if (legal_moves(position).size() == 0) record({without_move(position), 0, {}, {}});
}

// Where a search gave up a line in the middle of an exchange, ask how that goes on: else nobody
// could say what it came to.
bool ReportBuilder::asks_on(Stage stage, const Position& start, const std::vector<Move>& line) {
  const std::vector<Position> positions = played(start, line);
  if (positions.empty() || line.size() >= pieces_horizon || settled(positions.back())) return false;
  ask(stage, positions.back());
  return true;
}

// Correct what is known of the move by what follows it and the better one, and go on with what can
// be claimed if it is a mistake.
void ReportBuilder::judge() {
  MoveFacts& one = fact_at(suspected_ply());
  const Move& move = move_of(one.ply);
  const Position& before = position(one.ply - 1);
  int better = earlier(-check_.better.score);
  const bool won = one.was == Proven::win, drawn = one.was == Proven::draw;
  const bool kept = !one.by_tables || (won && better >= score::table_decided) ||
                    (drawn && better > -score::table_decided);
  if (won && !one.by_tables) better = std::max(better, one.best_score);
  one.score = earlier(-check_.answer.score);
  one.answer = check_.answer.line;
  if (one.score > better) {
    one.line = one.answer;
    one.line.insert(one.line.begin(), move);
  } else {
    one.line.resize(1);
    one.line.insert(one.line.end(), check_.better.line.begin(), check_.better.line.end());
  }
  one.best_score = std::max(better, one.score);
  one.depth = check_.better.depth + 1;
  one.proven =
      check_.answer.proven != Proven::nothing ? turned(check_.answer.proven) : proven_by(one.score);
  if (one.was == Proven::nothing && better >= score::table_decided) one.was = Proven::win;
  one.men = std::max(0, difference(one));
  // A better move that is beyond the tables' word, or is none, is not told.
  const bool mistake = kept && one.price() >= least_cost && one.weight() >= slight &&
                       !level_ending(one) && played(before, one.line).size() > one.line.size();
  if (mistake) check_.tellable = tellable(one);
  tell_next();
}

// Search where the next claim ends, if it is about pieces; without a claim more the mistake has not
// been confirmed.
void ReportBuilder::tell_next() {
  if (check_.tellable.empty()) {
    ++checked_;
    check_next();
    return;
  }
  const Moment& moment = check_.tellable.back();
  if (counts_men(moment)) {
    ask(Stage::rest, end_of(moment));
  } else if (moment.claim && moment.claim->kind == ClaimKind::opposition) {
    ask(Stage::turned, turned_over(end_of(moment)));
  } else {
    confirm(moment);
  }
}

// The score where a claim ends has to agree with the pieces that are on the board.
void ReportBuilder::record_end(const Seen& seen) {
  const Moment moment = check_.tellable.back();
  const Position end = end_of(moment);
  const Side by = moment.claim->by;
  const int promised = moment.claim->kind == ClaimKind::tempo ? moment.claim->men : 0;
  const int score = end.to_move() == by ? seen.score : -seen.score;
  if (score >= 100 * (balance(end, by) + promised) - agreement) {
    confirm(moment);
  } else {
    check_.tellable.pop_back();
    tell_next();
  }
}

// It is the opposition if whoever wins would not win if it were his turn.
void ReportBuilder::record_turned(const Seen& seen) {
  const Moment moment = check_.tellable.back();
  const bool wins =
      seen.proven == Proven::nothing ? seen.score > level : seen.proven == Proven::win;
  if (!wins) {
    confirm(moment);
  } else {
    check_.tellable.pop_back();
    tell_next();
  }
}

void ReportBuilder::confirm(Moment moment) {
  const MoveFacts& one = fact_of(moment.ply);
  if (moment.claim) {
    const Position& start = position(moment.of_answer ? moment.ply : moment.ply - 1);
    moment.majority = detect(ClaimKind::majority, start,
                             Line(moment.of_answer ? one.answer : one.line)
                                 .first(static_cast<std::size_t>(moment.claim->plies)));
    count_men(moment);
  }
  moment.gone = moment.kind == MomentKind::win_missed &&
                (one.proven == Proven::draw || one.proven == Proven::loss || one.score <= level);
  confirmed_.push_back(std::move(moment));
  ++checked_;
  check_next();
}

std::vector<Moment> ReportBuilder::moments() const {
  std::vector<const Moment*> heaviest;
  for (const Moment& one : confirmed_) heaviest.push_back(&one);
  const int turning = turning_point();
  std::sort(heaviest.begin(), heaviest.end(), [&](const Moment* one, const Moment* other) {
    if ((one->ply == turning) != (other->ply == turning)) return one->ply == turning;
    return heavier(&fact_of(one->ply), &fact_of(other->ply));
  });
  std::vector<Moment> chosen;
  for (const Moment* one : heaviest) {
    const MoveFacts& fact = fact_of(one->ply);
    const bool is_clear = fact.weight() >= clear;
    if (is_clear || one->ply == turning || chosen.size() < least_moments) chosen.push_back(*one);
  }
  std::sort(chosen.begin(), chosen.end(),
            [](const Moment& one, const Moment& other) { return one.ply < other.ply; });
  return chosen;
}

int ReportBuilder::turning_point() const {
  return turning_ply([&](const MoveFacts& one) {
    return std::any_of(confirmed_.begin(), confirmed_.end(),
                       [&](const Moment& moment) { return moment.ply == one.ply; });
  });
}

// The last move with which the side that stands lost at the end fell behind for good, if that was a
// fault and no recapture; 0: there is none.
int ReportBuilder::turning_ply(const std::function<bool(const MoveFacts&)>& is_fault) const {
  if (facts_.empty() || std::abs(facts_.front().score) < lost_by) return 0;
  const MoveFacts& last = facts_.front();
  const Side loser = last.score < 0 ? last.by : static_cast<Side>(!last.by);
  for (const MoveFacts& one : facts_) {
    const int after = one.by == loser ? one.score : -one.score;
    if (after > -lost_by) return 0;
    if (one.by != loser || one.best_score <= -lost_by) continue;
    const bool recaptures =
        one.ply > 1 && move_of(one.ply).captures() && move_of(one.ply - 1).captures();
    return is_fault(one) && !recaptures ? one.ply : 0;
  }
  return 0;
}

}  // namespace crownhead::report
