// The tree of an analysis, to be written as PDN: fed in pieces, for it may be longer than the
// input.
#include <string>
#include <utility>

#include "pdn/mainline.hpp"
#include "rules/fen.hpp"
#include "wasm/boundary.hpp"

namespace crownhead::wasm {

using game::Json;
using game::read_json;

namespace {

pdn::Tree tree;
std::string fed;

// Add the step of a row to the tree.
bool add_step(const Json& row) {
  if (row.items.size() != 6 || !row.items[0].is(Json::Kind::integer)) return false;
  const std::string &kind = row.items[1].text, &value = row.items[2].text;
  const std::int64_t parent = row.items[0].integer;
  pdn::Step step;
  step.comment = row.items[3].text;
  step.before = row.items[4].text;
  for (const Json& nag : row.items[5].items) step.nags.push_back(nag.integer);
  if (kind == "root") {
    tree[0].comment = std::move(step.comment);
    return true;
  }
  if (parent < 0 || parent >= tree.size()) return false;
  step.parent = static_cast<int>(parent);
  const Position& before = tree[step.parent].position;
  if (kind == "move" || kind == "faulty") {
    const bool faulty = kind == "faulty";
    step.kind = faulty ? pdn::StepKind::faulty : pdn::StepKind::move;
    MoveReading found;
    Budget budget;
    read_move(before, faulty ? MoveKind::faulty : MoveKind::legal, value.data(), value.size(),
              found, budget);
    if (found.reading != Reading::read) return false;
    step.move = found.move();
  } else if (kind == "pass") {
    step.kind = pdn::StepKind::pass;
  } else if (kind == "unread") {
    step.kind = pdn::StepKind::unread;
    step.text = value;
  } else {
    int column = 1;
    step.kind = pdn::StepKind::setup;
    if (kind != "setup" ||
        read_fen(value.data(), value.size(), *before.ruleset, step.position, column))
      return false;
  }
  tree.add(std::move(step));
  return true;
}

}  // namespace

// Begin a tree at the first position of the input, to be written.
EXPORT(tree_begin) int tree_begin(int number) {
  const Ruleset* ruleset = ruleset_of(number);
  if (!ruleset) return 0;
  tree = pdn::Tree();
  pdn::Step root;
  root.position = take(*ruleset);
  tree.add(std::move(root));
  fed.clear();
  return 1;
}

// Add `length` bytes of the input to what is said of the tree.
EXPORT(tree_feed) int tree_feed(std::uint32_t length) {
  if (length > room) return 0;
  fed.append(in, length);
  return 1;
}

// Take what was fed as steps, parents first: [parent, kind, move as the hub writes it or FEN or
// what could not be read, comment, what stands before, glyphs], the last three of the root as well.
// 0: they make no tree.
EXPORT(tree_grow) int tree_grow() {
  Json rows;
  if (!tree.size() || !read_json(fed, rows).empty()) return 0;
  fed.clear();
  for (const Json& row : rows.items)
    if (!add_step(row)) return 0;
  return 1;
}

// Write the tree as PDN; fed are the tags: names and texts.
EXPORT(tree_written) int tree_written() {
  Json given;
  if (!tree.size() || !read_json(fed, given).empty()) return 0;
  pdn::TagTexts tags;
  for (const auto& [name, value] : given.members) tags.emplace_back(name, value.text);
  const Position& root = tree[0].position;
  if (!given.find("GameType")) tags.emplace_back("GameType", pdn::board_of(*root.ruleset));
  if (auto start = pdn::start_of(root)) tags.emplace_back("FEN", std::move(*start));
  answer_with(pdn::written(tags, tree));
  tree = pdn::Tree();
  fed.clear();
  return 1;
}

}  // namespace crownhead::wasm
