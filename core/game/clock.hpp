// The clock as a value: how much time each side has, given the times that are handed in. All times
// are whole milliseconds on any scale that only goes forward.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.hpp"

namespace crownhead::game {

using Millis = std::int64_t;

// What the bonus of a stage does: fischer adds it after each move (0 is sudden death), bronstein
// gives back the time used up to it, delay waits for it before time runs; per_move gives the whole
// time anew for each move.
enum class TimeMode : std::uint8_t { fischer, bronstein, delay, per_move };

inline constexpr const char* time_modes[] = {"fischer", "bronstein", "delay", "per-move"};

struct Stage {
  Millis time = 0;
  std::int64_t moves = 0;  // 0: for the rest
  Millis bonus = 0;

  bool operator==(const Stage&) const = default;
};

struct TimeControl {
  static constexpr Millis most_time = 10'000'000'000;  // more than a hundred days
  static constexpr std::size_t most_stages = 5;

  std::vector<Stage> stages;  // a last stage with a number of moves repeats
  TimeMode mode = TimeMode::fischer;

  bool operator==(const TimeControl&) const = default;
};

// What is wrong with a time control, empty if nothing is.
std::string problem(const TimeControl& control);

// Read a PDN TimeControl, `300+5` or `40/7200:3600`; without stages where it says that there is
// none (`-`, `?`, nothing). What is wrong, empty if nothing is.
std::string read_pdn(std::string_view text, TimeControl& control);

// A time control as PDN writes it, "?" where PDN has no way to.
std::string in_pdn(const TimeControl& control);

// Functions that need the time control are given it: a clock is copied into every state.
struct Clock {
  Millis left[2] = {0, 0};  // as of the moment the running side's move began
  int stage[2] = {0, 0};
  std::int64_t made[2] = {0, 0};  // moves in the stage
  std::optional<Side> running;
  std::optional<Millis> since;  // when it was started or resumed; none: it stands
  Millis used = 0;              // by the running side for this move, before `since`

  bool operator==(const Clock&) const = default;
  bool begun() const { return running.has_value(); }
  bool runs() const { return running && since; }
};

Clock clock_of(const TimeControl& control);
Clock started(const TimeControl& control, Clock clock, Side side, Millis at);
// End the running side's move and start the other side's time. `lag` of the time is not charged.
Clock pressed(const TimeControl& control, Clock clock, Millis at, Millis lag);
// What a side has left at `at`, or when the running side's time was last started; 0 or less: the
// flag is down.
Millis remaining(const TimeControl& control, const Clock& clock, Side side,
                 std::optional<Millis> at, Millis lag = 0);
// What of a delay is still to pass before time runs.
Millis delayed(const TimeControl& control, const Clock& clock);
// When the flag of a clock that runs falls.
Millis falls(const TimeControl& control, const Clock& clock);
Clock paused(Clock clock, Millis at);
Clock resumed(Clock clock, Millis at);
// Charge the running side for its time until `at`, without a move: no bonus, no stage.
Clock settled(const TimeControl& control, Clock clock, Millis at, Millis lag = 0);
// Give a side so much time at `at`; a clock that runs goes on running.
Clock adjusted(const TimeControl& control, Clock clock, Side side, Millis left, Millis at);

}  // namespace crownhead::game
