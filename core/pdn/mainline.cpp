#include "pdn/mainline.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "game/json.hpp"
#include "game/record.hpp"
#include "pdn/log.hpp"

namespace crownhead::pdn {

namespace {

using namespace crownhead::game;

constexpr const char* house_rules = "95";  // a private number for games that have none

// The states of a game as it stands, its start first.
std::vector<const State*> chain(const Game& game) {
  std::vector<const State*> states;
  for (const State* state = &game.state(); state; state = state->before.get())
    states.push_back(state);
  std::reverse(states.begin(), states.end());
  return states;
}

// What the clock showed and the time the move took, for other programs to read.
std::string clock_said(const State& before, const State& after, const Event& event) {
  if (!before.clock || !after.clock || !event.at) return "";
  std::string said = "[%clk " + time_written(after.clock->left[*event.side]) + "]";
  if (before.clock->begun()) {
    const Millis used = paused(*before.clock, *event.at).used;
    said += " [%emt " + time_written(used - event.number) + "]";
  }
  return said;
}

void say(std::string& comment, std::string_view said) {
  if (!said.empty() && said.front() == ' ') said.remove_prefix(1);
  if (!said.empty() && !comment.empty()) comment += ' ';
  comment += said;
}

const char* termination(const std::optional<Outcome>& outcome) {
  if (!outcome) return "unterminated";
  switch (outcome->termination) {
    case Termination::time:
      return "time forfeit";
    case Termination::adjudication:
      return "adjudication";
    case Termination::forfeit:
      return "forfeit";
    case Termination::no_pieces:
    case Termination::blocked:
    case Termination::too_few:
    case Termination::first_king:
    case Termination::resignation:
    case Termination::agreement:
    case Termination::repetition:
    case Termination::draw_count:
    case Termination::refusal_duty:
      return "normal";
  }
  return "normal";
}

bool was_offered(const Game& game) {
  const auto& log = game.log();
  return std::any_of(log.begin(), log.end(),
                     [](const Event& event) { return event.kind == EventKind::draw_offered; });
}

}  // namespace

Tree tree_of(const Game& game) {
  const std::vector<const State*> states = chain(game);
  // What was taken back is in no state of the chain.
  std::size_t ply = 0;
  const auto stands = [&](int index) {
    return ply + 1 < states.size() && states[ply + 1]->before->events == index;
  };
  Tree tree;
  Step root;
  root.position = game.setup().start;
  int last = tree.add(std::move(root));
  for (std::size_t i = 0; i < game.log().size(); ++i) {
    const Event& event = game.log()[i];
    const int index = static_cast<int>(i);
    if (event.kind == EventKind::played && stands(index)) {
      const State &before = *states[ply], &after = *states[ply + 1];
      ++ply;
      Step step;
      step.kind = event.flag ? StepKind::faulty : StepKind::move;
      step.parent = last;
      step.move = after.move;
      say(step.comment, clock_said(before, after, event) + times(event.at, event.number));
      last = tree.add(std::move(step));
      continue;
    }
    const bool kept = event.kind == EventKind::huffed && states[ply]->huff == index;
    if (kept) tree.huff(last, static_cast<int>(event.number));
    say(tree[last].comment, command(event, kept));
  }
  return tree;
}

TagTexts agreements(const Game& game, std::string_view ballot) {
  const Setup& setup = game.setup();
  const Variant& variant = *setup.variant;
  TagTexts tags;
  const auto add = [&](const char* name, std::string text) {
    tags.emplace_back(name, std::move(text));
  };
  if (setup.huffing || variant.huffing) add("Huffing", setup.huffing ? "1" : "0");
  if (setup.refusal_duty != variant.refusal_duty || (setup.refusal_duty && was_offered(game)))
    add("RefusalDuty", std::to_string(setup.refusal_duty));
  if (setup.reset_on_progress) add("ResetOnProgress", "1");
  if (setup.draws != Draws::rules) add("Draws", draws_names[static_cast<int>(setup.draws)]);
  if (setup.offers_after) add("OffersAfter", std::to_string(setup.offers_after));
  if (setup.opening) add("OpeningPlies", std::to_string(setup.opening));
  if (!ballot.empty()) add("Ballot", std::string(ballot));
  if (setup.time) {
    const std::string control = in_pdn(*setup.time);
    add("TimeControl", control);
    if (control == "?") {
      std::string rules;
      JsonWriter writer(rules);
      write_time(writer, *setup.time);
      add("TimeRules", std::move(rules));
    }
  }
  add("Termination", termination(game.state().outcome));
  return tags;
}

Score score_of(const std::optional<Outcome>& outcome) {
  if (!outcome) return Score::open;
  if (!outcome->winner) return Score::draw;
  return *outcome->winner == white ? Score::white : Score::black;
}

std::string board_of(const Ruleset& ruleset) {
  const bool white_first = ruleset.first == white;
  const char* corner = white_first ? "A0" : "A3";
  if (!ruleset.algebraic) corner = ruleset.from_bottom != white_first ? "N2" : "N1";
  const std::string width = std::to_string(ruleset.layout->width);
  const bool inverted = ruleset.mirrored && ruleset.rules.board != Board::full8;
  return std::string(house_rules) + (white_first ? ",W," : ",B,") + width + "," + width + "," +
         corner + (inverted ? ",1" : ",0");
}

}  // namespace crownhead::pdn
