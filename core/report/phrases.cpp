#include "report/phrases.hpp"

#include "rules/notation.hpp"

namespace crownhead::report {

namespace {

std::string text_of(const Move& move) {
  MoveText text;
  write_move(text, move, Form::short_form);
  return text.c_str();
}

std::string text_of(Line line) {
  std::string text;
  for (const Move& move : line) {
    if (!text.empty()) text += ' ';
    text += text_of(move);
  }
  return text;
}

Phrase containing(const char* key, const Phrase& idea) {
  Phrase phrase;
  phrase.key = key;
  phrase.idea = {idea};
  return phrase;
}

const char* key_of(const Moment& moment) {
  switch (moment.kind) {
    case MomentKind::win_missed:
      return moment.gone ? "report.win_missed" : "report.win_unseen";
    case MomentKind::draw_missed:
      return "report.draw_missed";
    case MomentKind::lost:
      return "report.lost";
    case MomentKind::allowed:
      return "report.allowed";
    case MomentKind::missed:
      return "report.missed";
    case MomentKind::better:
      return "report.better";
  }
  return "";
}

}  // namespace

Phrase idea_of(const Claim& claim, Line line, int men, bool back, bool costs) {
  Phrase phrase;
  const Line part =
      line.subspan(static_cast<std::size_t>(claim.from), static_cast<std::size_t>(claim.plies));
  phrase.texts.emplace_back("line", text_of(part));
  phrase.side = claim.by;
  const auto wins = [&](const char* key) {
    phrase.key = back ? "report.regains" : key;
    phrase.men = men;
  };
  switch (claim.kind) {
    case ClaimKind::shot:
      wins("report.shot");
      break;
    case ClaimKind::exchange:
      wins(part.size() == 1 ? "report.capture" : costs ? "report.costs" : "report.exchange");
      break;
    case ClaimKind::tempo:
      phrase.key = "report.tempo";
      phrase.men = men;
      phrase.side = static_cast<Side>(!claim.by);
      break;
    case ClaimKind::caught:
      phrase.key = "report.caught";
      phrase.side = static_cast<Side>(!claim.by);
      break;
    case ClaimKind::breakthrough:
    case ClaimKind::crowning: {
      MoveText square;
      add_square(square, *part.back().ruleset, claim.square);
      phrase.texts.emplace_back("square", square.c_str());
      phrase.key = claim.kind == ClaimKind::crowning ? "report.crowning" : "report.breakthrough";
      break;
    }
    case ClaimKind::blocked:
      phrase.key = "report.blocked";
      break;
    case ClaimKind::opposition:
      phrase.key = "report.opposition";
      break;
    case ClaimKind::majority:
      phrase.key = "report.majority";
      phrase.texts.emplace_back("move", text_of(part));
      break;
  }
  return phrase;
}

std::vector<Phrase> phrases_of(const ReportBuilder& builder, const Moment& moment) {
  const MoveFacts& one = builder.fact_of(moment.ply);
  Phrase first;
  first.key = key_of(moment);
  first.texts.emplace_back("move", text_of(builder.move_of(moment.ply)));
  first.texts.emplace_back("better", one.line.empty() ? "" : text_of(one.line[0]));
  const bool proven = moment.kind == MomentKind::win_missed ||
                      moment.kind == MomentKind::draw_missed || moment.kind == MomentKind::lost;
  const Line line = moment.of_answer ? one.answer : one.line;
  std::vector<Phrase> said;
  std::optional<Phrase> idea;
  if (moment.claim) {
    const bool costs = moment.kind == MomentKind::allowed;
    idea = idea_of(*moment.claim, line, moment.men, moment.back, costs);
  }
  if (idea && !proven) first.idea = {*idea};
  said.push_back(std::move(first));
  if (proven && one.by_tables) {
    Phrase tables;
    tables.key = "report.proven";
    said.push_back(std::move(tables));
  }
  if (idea && proven)
    said.push_back(containing(moment.of_answer ? "report.reason" : "report.idea", *idea));
  if (moment.majority) said.push_back(idea_of(*moment.majority, line, 0, false, false));
  return said;
}

}  // namespace crownhead::report
