#include "pdn/tree.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "pdn/normalise.hpp"
#include "rules/api.hpp"
#include "rules/fen.hpp"

namespace crownhead::pdn {

namespace {

constexpr const char* null_move = "::";

Position after(const Step& step, const Position& before) {
  switch (step.kind) {
    case StepKind::root:
    case StepKind::setup:
      return step.position;
    case StepKind::unread:
      return before;
    case StepKind::pass: {
      Position position = before;
      position.turn = static_cast<std::uint8_t>(!before.to_move());
      position.refresh();
      return position;
    }
    case StepKind::move:
      return before.after(step.move);
    case StepKind::faulty: {
      const Position position = before.after(step.move);
      const int index = step.huffed ? before.ruleset->index(step.huffed) : -1;
      return index < 0 ? position : position.without(index);
    }
  }
  return before;
}

bool same_counts(const Position& one, const Position& two) {
  return std::equal(std::begin(one.counts), std::end(one.counts), std::begin(two.counts));
}

std::string move_text(const Move& move, Form form) {
  MoveText text;
  write_move(text, move, form);
  return std::string(text.c_str(), text.size());
}

// The one move of a kind that a text means, if it means one.
std::optional<Move> meant(const Position& position, MoveKind kind, const std::string& text) {
  MoveReading found;
  Budget budget;
  read_move(position, kind, text.data(), text.size(), found, budget);
  if (found.reading != Reading::read) return std::nullopt;
  return found.move();
}

// A faulty move by a text that no legal move has.
std::string faulty(const Move& move, const Position& before) {
  for (const Form form : {Form::short_form, Form::full}) {
    std::string text = move_text(move, form);
    if (meant(before, MoveKind::legal, text)) continue;
    const auto found = meant(before, MoveKind::faulty, text);
    if (found && found->same_outcome(move)) return text;
  }
  return move_text(move, Form::hub);
}

}  // namespace

int Tree::add(Step step) {
  const int place = size();
  if (step.parent >= 0) {
    Step& parent = (*this)[step.parent];
    parent.variations.push_back(place);
    step.position = after(step, parent.position);
  }
  steps_.push_back(std::move(step));
  return place;
}

void Tree::huff(int place, int square) {
  Step& step = (*this)[place];
  step.huffed = square;
  step.position = after(step, (*this)[step.parent].position);
}

int Tree::next(int place) const {
  const std::vector<int>& found = (*this)[place].variations;
  return found.empty() ? -1 : found.front();
}

const std::vector<int>& Tree::siblings(int place) const {
  static const std::vector<int> root{0};
  const int parent = (*this)[place].parent;
  return parent < 0 ? root : (*this)[parent].variations;
}

std::string written(const Step& step, const Position& before) {
  switch (step.kind) {
    case StepKind::root:
      return "";
    case StepKind::unread:
      return tidy(step.text);
    case StepKind::pass: {
      const char side = step.position.to_move() == white ? 'W' : 'B';
      return std::string("/FEN \"") + side + null_move + "\"/";
    }
    case StepKind::setup:
      return "/FEN \"" + fen_of(step.position) + "\"/";
    case StepKind::faulty:
      return faulty(step.move, before);
    case StepKind::move:
      return move_text(step.move, Form::short_form);
  }
  return "";
}

std::string fen_of(const Position& position) {
  FenText plain;
  write_fen(plain, position, false);
  Position again;
  int column = 1;
  const FenFault* wrong = read_fen(plain.c_str(), plain.size(), *position.ruleset, again, column);
  if (wrong || !again.same(position) || !same_counts(again, position)) {
    plain.clear();
    write_fen(plain, position, true);
  }
  return std::string(plain.c_str(), plain.size());
}

std::optional<std::string> start_of(const Position& position) {
  const Position usual = initial(*position.ruleset);
  if (position.same(usual) && same_counts(position, usual)) return std::nullopt;
  return fen_of(position);
}

}  // namespace crownhead::pdn
