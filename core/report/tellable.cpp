// What a mistake can be said to be, before a search has confirmed it.
#include <algorithm>

#include "report/builder.hpp"
#include "report/verdicts.hpp"

namespace crownhead::report {

namespace {

constexpr int hopeless = -300;     // below it a lost game is no news
constexpr int few = 8;             // pieces of an ending with kings
constexpr int exchange_plies = 6;  // how far back an exchange is followed

// How far ahead a side is when a line has last come to rest.
int outcome(const Position& start, const std::vector<Move>& line, Side side) {
  const std::size_t plies = std::min<std::size_t>(line.size(), pieces_horizon);
  const std::vector<Position> positions = played(start, Line(line).first(plies));
  for (auto one = positions.rbegin(); one != positions.rend(); ++one)
    if (settled(*one)) return balance(*one, side);
  return balance(start, side);
}

std::vector<Move> continued(const Move& move, const std::vector<Move>& line) {
  std::vector<Move> whole = {move};
  whole.insert(whole.end(), line.begin(), line.end());
  return whole;
}

bool about_pieces(const Claim& claim) {
  return claim.kind == ClaimKind::shot || claim.kind == ClaimKind::exchange ||
         claim.kind == ClaimKind::tempo;
}

}  // namespace

// How many pieces the better line leaves a side more than the move that it played.
int ReportBuilder::difference(const MoveFacts& one) const {
  const Position& before = position(one.ply - 1);
  return outcome(before, one.line, one.by) -
         outcome(before, continued(move_of(one.ply), one.answer), one.by);
}

// An ending with kings in which nothing is proved to have changed, and no piece is lost.
bool ReportBuilder::level_ending(const MoveFacts& one) const {
  const Position& before = position(one.ply - 1);
  const bool kings = (Wide(before.side[white]) & Wide(before.kings)) != 0 &&
                     (Wide(before.side[black]) & Wide(before.kings)) != 0;
  if (!kings || count(Wide(before.side[white]) | Wide(before.side[black])) > few) return false;
  const bool worse = (one.was == Proven::win && one.proven != Proven::win) ||
                     (one.was != Proven::loss && one.proven == Proven::loss);
  return !worse && difference(one) == 0;
}

// What was allowed is told before what was missed, and no claim that is as true of the other line;
// the opinion of the search comes last.
std::vector<Moment> ReportBuilder::tellable(const MoveFacts& one) const {
  const Position& before = position(one.ply - 1);
  const Position& after = position(one.ply);
  const Position other = before.after(one.line[0]);
  const std::vector<Move> instead = continued(move_of(one.ply), one.answer);
  const bool costs_pieces = difference(one) > 0;
  // Claims of a line that are not as true of the other one.
  const auto telling = [&](std::vector<Claim> claims, const Position& start, Line line) {
    std::erase_if(claims, [&](const Claim& claim) {
      return about_pieces(claim) ? !costs_pieces : detect(claim.kind, start, line).has_value();
    });
    return claims;
  };
  const std::vector<Claim> missed = telling(claims_of(before, one.line), before, instead);
  const std::vector<Claim> allowed =
      telling(claims_of(after, one.answer), other, Line(one.line).subspan(1));

  Moment empty;
  empty.ply = one.ply;
  std::vector<Moment> found;  // the best last
  const auto add = [&](MomentKind kind) {
    found.push_back(empty);
    found.back().kind = kind;
  };
  const auto add_claim = [&](MomentKind kind, const Claim& claim) {
    add(kind);
    found.back().claim = claim;
    found.back().of_answer = claim.by != one.by;
  };
  const auto add_claims = [&](MomentKind kind, const std::vector<Claim>& claims) {
    for (auto claim = claims.rbegin(); claim != claims.rend(); ++claim) add_claim(kind, *claim);
  };
  const bool lost = one.proven == Proven::loss && one.was != Proven::loss;
  if (one.was == Proven::win && one.proven != Proven::win) {
    add(MomentKind::win_missed);
    if (auto opposition = detect(ClaimKind::opposition, before, one.line))
      if (std::none_of(one.line.begin(), one.line.end(), [](const Move& m) { return m.crowns; }))
        add_claim(MomentKind::win_missed, *opposition);
    add_claims(MomentKind::win_missed, missed);
  } else if (lost && (one.was == Proven::draw || one.best_score > hopeless)) {
    const MomentKind kind = one.was == Proven::draw ? MomentKind::draw_missed : MomentKind::lost;
    add(kind);
    add_claims(kind, allowed);
  } else {
    // Where the game is decided an opinion is no news.
    if (one.lost() >= slight) add(MomentKind::better);
    add_claims(MomentKind::missed, missed);
    add_claims(MomentKind::allowed, allowed);
  }
  return found;
}

Position ReportBuilder::end_of(const Moment& moment) const {
  const MoveFacts& one = fact_of(moment.ply);
  Position end = position(moment.of_answer ? moment.ply : moment.ply - 1);
  const std::vector<Move>& line = moment.of_answer ? one.answer : one.line;
  const auto plies = static_cast<std::size_t>(moment.claim->from + moment.claim->plies);
  for (std::size_t i = 0; i < plies; ++i) end = end.after(line[i]);
  return end;
}

// What a claim wins beyond what was lost in the exchange that is going on, or long before.
void ReportBuilder::count_men(Moment& moment) const {
  const Claim& claim = *moment.claim;
  moment.men = claim.men;
  if (claim.kind != ClaimKind::shot && claim.kind != ClaimKind::exchange) return;
  const int start = moment.of_answer ? moment.ply : moment.ply - 1;
  int base = balance(position(start), claim.by);
  for (int place = start; place >= std::max(0, start - exchange_plies); --place)
    if (settled(position(place))) {
      base = std::max(base, balance(position(place), claim.by));
      break;
    }
  const int end = balance(end_of(moment), claim.by);
  moment.back = end <= 0 || end <= base;
  if (!moment.back) moment.men = end - base;
}

}  // namespace crownhead::report
