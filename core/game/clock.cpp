#include "game/clock.hpp"

#include <algorithm>

#include "rules/utf8.hpp"

namespace crownhead::game {

namespace {

const Stage& stage_of(const TimeControl& control, const Clock& clock, Side side) {
  return control.stages[static_cast<std::size_t>(clock.stage[side])];
}

Millis used(const Clock& clock, Millis at, Millis lag) {
  return clock.used + (clock.since ? std::max<Millis>(0, at - *clock.since - lag) : 0);
}

// The number of 1 to `most` digits at the beginning of a text, which is taken off; -1 without one.
std::int64_t take_number(std::string_view& text, std::size_t most) {
  std::size_t digits = 0;
  std::int64_t number = 0;
  for (; digits < text.size() && '0' <= text[digits] && text[digits] <= '9'; ++digits)
    if (digits < most) number = 10 * number + (text[digits] - '0');
  text.remove_prefix(digits);
  return 1 <= digits && digits <= most ? number : -1;
}

// `40/7200+5`: moves, seconds, bonus.
bool read_stage(std::string_view text, Stage& stage) {
  if (text.find('/') != text.npos) {
    stage.moves = take_number(text, 4);
    if (stage.moves < 0 || text[0] != '/') return false;
    text.remove_prefix(1);
  }
  stage.time = take_number(text, 7) * 1000;
  if (stage.time < 0 || text.empty()) return stage.time >= 0;
  if (text[0] != '+') return false;
  text.remove_prefix(1);
  stage.bonus = take_number(text, 5) * 1000;
  return stage.bonus >= 0 && text.empty();
}

// The first characters of a UTF-8 text.
std::string beginning(std::string_view text, std::size_t most) {
  std::size_t end = 0, count = 0;
  for (; end < text.size(); ++end)
    if (!continues(text[end]) && ++count > most) break;
  return std::string(text.substr(0, end));
}

bool is_whole(std::int64_t value) {
  return 0 <= value && value <= TimeControl::most_time;
}

}  // namespace

std::string problem(const TimeControl& control) {
  const auto& stages = control.stages;
  if (stages.empty() || stages.size() > TimeControl::most_stages)
    return std::to_string(stages.size()) + " stages; 1 to " +
           std::to_string(TimeControl::most_stages) + " are possible";
  for (const Stage& s : stages)
    if (!is_whole(s.time) || !is_whole(s.moves) || !is_whole(s.bonus))
      return "times and moves must be whole numbers from 0";
  for (const Stage& s : stages)
    if (s.time == 0 && s.bonus == 0) return "a stage gives no time";
  for (std::size_t i = 0; i + 1 < stages.size(); ++i)
    if (stages[i].moves == 0) return "only the last stage can be without a number of moves";
  if (control.mode == TimeMode::per_move && (stages.size() > 1 || stages[0].moves))
    return "time per move has no stages";
  return "";
}

std::string read_pdn(std::string_view text, TimeControl& control) {
  constexpr std::size_t longest = 200;
  control = TimeControl();
  if (text.empty() || text == "-" || text == "?") return "";
  text = text.substr(0, longest);
  for (bool more = true; more;) {
    const std::size_t end = text.find(':');
    more = end != text.npos;
    const std::string_view part = text.substr(0, end);
    Stage stage;
    if (!read_stage(part, stage))
      return "part " + std::to_string(control.stages.size() + 1) + " '" + beginning(part, 20) +
             "' cannot be read; write whole seconds, as 300, 300+5 or 40/7200:3600+60";
    control.stages.push_back(stage);
    if (more) text.remove_prefix(end + 1);
  }
  return problem(control);
}

std::string in_pdn(const TimeControl& control) {
  bool plain = control.mode == TimeMode::fischer;
  if (!plain && control.mode != TimeMode::per_move) {
    plain = true;
    for (const Stage& s : control.stages) plain &= s.bonus == 0;
  }
  for (const Stage& s : control.stages) plain &= s.time % 1000 == 0 && s.bonus % 1000 == 0;
  if (!plain) return "?";
  std::string text;
  for (const Stage& s : control.stages) {
    if (!text.empty()) text += ':';
    if (s.moves) text += std::to_string(s.moves) + "/";
    text += std::to_string(s.time / 1000);
    if (s.bonus) text += "+" + std::to_string(s.bonus / 1000);
  }
  return text;
}

Clock clock_of(const TimeControl& control) {
  Clock clock;
  clock.left[white] = clock.left[black] = control.stages[0].time;
  return clock;
}

Clock started(const TimeControl& control, Clock clock, Side side, Millis at) {
  if (control.mode == TimeMode::per_move) clock.left[side] = stage_of(control, clock, side).time;
  clock.running = side;
  clock.since = at;
  clock.used = 0;
  return clock;
}

Clock pressed(const TimeControl& control, Clock clock, Millis at, Millis lag) {
  const Side side = *clock.running;
  const Millis bonus = stage_of(control, clock, side).bonus;
  Millis left = std::max<Millis>(0, remaining(control, clock, side, at, lag));
  switch (control.mode) {
    case TimeMode::fischer:
      left += bonus;
      break;
    case TimeMode::bronstein:
      left += std::min(used(clock, at, lag), bonus);
      break;
    case TimeMode::per_move:
      left = stage_of(control, clock, side).time;
      break;
    case TimeMode::delay:
      break;
  }
  if (++clock.made[side] == stage_of(control, clock, side).moves) {
    clock.stage[side] =
        std::min(clock.stage[side] + 1, static_cast<int>(control.stages.size()) - 1);
    clock.made[side] = 0;
    left += stage_of(control, clock, side).time;
  }
  clock.left[side] = left;
  return started(control, clock, !side, at);
}

Millis remaining(const TimeControl& control, const Clock& clock, Side side,
                 std::optional<Millis> at, Millis lag) {
  if (clock.running != side) return clock.left[side];
  Millis spent = at ? used(clock, *at, lag) : clock.used;
  if (control.mode == TimeMode::delay)
    spent = std::max<Millis>(0, spent - stage_of(control, clock, side).bonus);
  return clock.left[side] - spent;
}

Millis delayed(const TimeControl& control, const Clock& clock) {
  if (control.mode != TimeMode::delay || !clock.running) return 0;
  return std::max<Millis>(0, stage_of(control, clock, *clock.running).bonus - clock.used);
}

Millis falls(const TimeControl& control, const Clock& clock) {
  const Millis left = remaining(control, clock, *clock.running, clock.since);
  return *clock.since + std::max<Millis>(0, left + delayed(control, clock));
}

Clock paused(Clock clock, Millis at) {
  if (!clock.since) return clock;
  clock.used = used(clock, at, 0);
  clock.since.reset();
  return clock;
}

Clock resumed(Clock clock, Millis at) {
  if (clock.running) clock.since = at;
  return clock;
}

Clock settled(const TimeControl& control, Clock clock, Millis at, Millis lag) {
  if (!clock.running) return clock;
  clock.left[*clock.running] =
      std::max<Millis>(0, remaining(control, clock, *clock.running, at, lag));
  clock.since.reset();
  clock.used = 0;
  return clock;
}

Clock adjusted(const TimeControl& control, Clock clock, Side side, Millis left, Millis at) {
  const bool runs = clock.runs();
  if (clock.running == side) clock = settled(control, std::move(clock), at);
  clock.left[side] = left;
  return runs && !clock.since ? resumed(std::move(clock), at) : clock;
}

}  // namespace crownhead::game
