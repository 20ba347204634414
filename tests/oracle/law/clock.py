"""Clocks as values: how much time each side has, given the times that are handed in.

Nothing here reads a clock of the machine. All times are whole milliseconds on any scale that only
goes forward; a `Clock` never changes, each operation returns the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from crownhead.errors import CrownheadError
from crownhead.rules import Color
from crownhead.sides import Pair, other
from crownhead.timecontrol import Stage, TimeControl

__all__ = ["Clock", "Stage", "TimeControl"]


@dataclass(frozen=True, slots=True)
class Clock:
    """Show both sides' time under a `TimeControl`.

    `running` is the side whose time is used; `since` when it was started or resumed (None: it
    stands). A clock that has not begun has no side running.

    >>> clock = Clock.of(TimeControl.fischer(60_000, 2_000)).start("white", 0)
    >>> clock = clock.press(5_000)
    >>> clock.remaining("white", 6_000), clock.remaining("black", 6_000)
    (57000, 59000)
    """

    control: TimeControl
    left: Pair[int]  # as of the moment the running side's move began
    stages: Pair[tuple[int, int]]  # stage, moves made in it
    running: Color | None = None
    since: int | None = None
    used: int = 0  # by the running side for this move, before `since`

    @classmethod
    def of(cls, control: TimeControl) -> Clock:
        """Return a clock that has not begun."""
        time = control.stages[0].time
        return cls(control, Pair(time, time), Pair((0, 0), (0, 0)))

    @property
    def begun(self) -> bool:
        """Return whether a side's clock was ever started."""
        return self.running is not None

    def start(self, color: Color, at: int) -> Clock:
        """Start the time of `color` at `at`."""
        left = self.left
        if self.control.mode == "per-move":
            left = left.put(color, self._stage(color).time)
        return replace(self, left=left, running=color, since=at, used=0)

    def press(self, at: int, lag: int = 0) -> Clock:
        """End the running side's move at `at` and start the other side's time.

        `lag` milliseconds of the time used are not charged. Stage times and bonuses are added
        here.
        """
        color = self._running_side()
        used = self._used_time(at, lag)
        left = max(0, self.remaining(color, at, lag))
        stage, made = self.stages.of(color)
        bonus = self._stage(color).bonus
        if self.control.mode == "fischer":
            left += bonus
        elif self.control.mode == "bronstein":
            left += min(used, bonus)
        elif self.control.mode == "per-move":
            left = self._stage(color).time
        made += 1
        if made == self._stage(color).moves:
            stage, made = min(stage + 1, len(self.control.stages) - 1), 0
            left += self.control.stages[stage].time
        pressed = replace(
            self,
            left=self.left.put(color, left),
            stages=self.stages.put(color, (stage, made)),
        )
        return pressed.start(other(color), at)

    def remaining(self, color: Color, at: int | None = None, lag: int = 0) -> int:
        """Return the milliseconds that `color` has left at `at`; 0 or less: the flag is down.

        Without `at` it is what was left when the running side's time was last started.
        """
        left = self.left.of(color)
        if color != self.running:
            return left
        used = self.used if at is None else self._used_time(at, lag)
        if self.control.mode == "delay":
            used = max(0, used - self._stage(color).bonus)
        return left - used

    def is_out(self, color: Color, at: int, lag: int = 0) -> bool:
        """Return whether the flag of `color` is down at `at`."""
        return self.remaining(color, at, lag) <= 0

    def pause(self, at: int) -> Clock:
        """Stop the clock at `at`; the move under way goes on with `resume`."""
        if self.since is None:
            return self
        return replace(self, used=self._used_time(at), since=None)

    def resume(self, at: int) -> Clock:
        """Start a stopped clock again at `at`."""
        return self if self.running is None else replace(self, since=at)

    def settle(self, at: int, lag: int = 0) -> Clock:
        """Charge the running side for its time until `at`, without a move: no bonus, no stage."""
        if self.running is None:
            return self
        left = max(0, self.remaining(self.running, at, lag))
        return replace(self, left=self.left.put(self.running, left), since=None, used=0)

    def adjust(self, color: Color, left: int, at: int) -> Clock:
        """Give `color` so much time at `at`; a clock that runs goes on running."""
        clock = self.settle(at) if color == self.running else self
        clock = replace(clock, left=clock.left.put(color, left))
        return clock if self.since is None or clock.since is not None else clock.resume(at)

    def _running_side(self) -> Color:
        if self.running is None:
            raise CrownheadError("The clock has not been started")
        return self.running

    def _used_time(self, at: int, lag: int = 0) -> int:
        return self.used + (0 if self.since is None else max(0, at - self.since - lag))

    def _stage(self, color: Color) -> Stage:
        return self.control.stages[self.stages.of(color)[0]]
