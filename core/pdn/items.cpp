// What a replay tells about its items.
#include "pdn/line.hpp"
#include "pdn/positions.hpp"
#include "pdn/replay.hpp"
#include "rules/turning.hpp"

namespace crownhead::pdn {

const char* name(ItemKind kind) {
  static constexpr const char* names[] = {"move",    "faulty", "pass",    "setup", "refused",
                                          "skipped", "huff",   "comment", "nag",   "mark",
                                          "begin",   "end",    "result",  "junk"};
  return names[static_cast<std::size_t>(kind)];
}

namespace {

constexpr bool is_move(ItemKind kind) {
  return kind == ItemKind::move || kind == ItemKind::faulty;
}

// Whether an item is a step to another position.
constexpr bool leads_on(ItemKind kind) {
  return is_move(kind) || kind == ItemKind::pass || kind == ItemKind::setup;
}

// Whether an item is a move that could not be read or played.
constexpr bool breaks(ItemKind kind) {
  return kind == ItemKind::refused || kind == ItemKind::skipped;
}

// Go on by one item.
void follow(Lines& lines, const Replay& replay, const Item& item) {
  Line& line = lines.current();
  switch (item.kind) {
    case ItemKind::move:
    case ItemKind::faulty:
      lines.play(line.here.after(replay.moves[static_cast<std::size_t>(item.value)]));
      break;
    case ItemKind::pass:
      lines.play(turned_over(line.here));
      break;
    case ItemKind::setup:
      lines.resume();
      lines.play(replay.positions[static_cast<std::size_t>(item.value)]);
      break;
    case ItemKind::huff:
      line.here = line.here.without(item.value);
      break;
    case ItemKind::refused:
      lines.stop();
      break;
    case ItemKind::begin:
      lines.open(0);
      break;
    case ItemKind::end:
      lines.close();
      break;
    default:
      break;
  }
}

}  // namespace

Position position_before(const Replay& replay, std::size_t wanted) {
  Lines lines(replay.start);
  for (std::size_t i = 0; i < wanted; ++i) follow(lines, replay, replay.items[i]);
  return lines.current().here;
}

std::vector<Position> main_positions(const Replay& replay) {
  std::vector<Position> found = {replay.start};
  found.reserve(replay.main.size() + 1);
  Lines lines(replay.start);
  for (const Item& item : replay.items) {
    const bool outside = lines.depth() > 0;
    follow(lines, replay, item);
    if (outside) continue;
    if (breaks(item.kind)) break;
    if (leads_on(item.kind)) found.push_back(lines.main().here);
    if (item.kind == ItemKind::huff) found.back() = lines.main().here;
  }
  return found;
}

std::size_t moves_from_start(const Replay& replay) {
  std::size_t count = 0;
  int depth = 0;
  for (const Item& item : replay.items) {
    depth += (item.kind == ItemKind::begin) - (item.kind == ItemKind::end);
    if (depth > 0) continue;
    if (is_move(item.kind))
      ++count;
    else if (breaks(item.kind) || leads_on(item.kind))
      break;
  }
  return count;
}

std::vector<TrailStep> trail(const Replay& replay) {
  std::vector<TrailStep> steps = {step(replay.start)};
  Lines lines(replay.start);
  for (const Item& item : replay.items) {
    const bool outside = lines.depth() > 0;
    follow(lines, replay, item);
    if (outside) continue;
    const Position& here = lines.main().here;
    switch (item.kind) {
      case ItemKind::move:
      case ItemKind::faulty:
        steps.back().move = code(replay.moves[static_cast<std::size_t>(item.value)]);
        [[fallthrough]];
      case ItemKind::pass:
      case ItemKind::setup:
        steps.push_back(step(here));
        break;
      case ItemKind::huff:
        steps.back() = step(here);
        break;
      default:
        break;
    }
  }
  return steps;
}

}  // namespace crownhead::pdn
