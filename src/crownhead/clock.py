"""Clocks as values: how much time each side has, given the times that are handed in.

Nothing here reads a clock of the machine. All times are whole milliseconds on any scale that only
goes forward; a `Clock` never changes, each operation returns the next one.
"""

from __future__ import annotations

from dataclasses import dataclass

from crownhead import _core
from crownhead.errors import CrownheadError
from crownhead.renamed import formerly
from crownhead.rules import Color
from crownhead.sides import Pair
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

    @classmethod
    def from_values(cls, control: TimeControl, values: _core.ClockValues) -> Clock:
        """Return a clock that the core tells as its values, each pair White's first."""
        left, stages, running, since, used = values
        return cls(control, Pair(*left), Pair(*stages), running, since, used)

    @classmethod
    def told(cls, control: TimeControl, values: _core.ClockValues) -> Clock:
        """Call `from_values`, which had this name before; for one more release."""
        return formerly("told", cls.from_values)(control, values)

    @property
    def begun(self) -> bool:
        """Return whether a side's clock was ever started."""
        return self.running is not None

    def start(self, color: Color, at: int) -> Clock:
        """Start the time of `color` at `at`."""
        return Clock.from_values(self.control, _core.clock_started(self, color, at))

    started = formerly("started", start)

    def press(self, at: int, lag: int = 0) -> Clock:
        """End the running side's move at `at` and start the other side's time.

        `lag` milliseconds of the time used are not charged. Stage times and bonuses are added
        here. Raises `CrownheadError` where the clock has not been started.
        """
        if self.running is None:
            raise CrownheadError("The clock has not been started")
        return Clock.from_values(self.control, _core.clock_pressed(self, at, lag))

    pressed = formerly("pressed", press)

    def remaining(self, color: Color, at: int | None = None, lag: int = 0) -> int:
        """Return the milliseconds that `color` has left at `at`; 0 or less: the flag is down.

        Without `at` it is what was left when the running side's time was last started.
        """
        return _core.clock_remaining(self, color, at, lag)

    def is_out(self, color: Color, at: int, lag: int = 0) -> bool:
        """Return whether the flag of `color` is down at `at`."""
        return self.remaining(color, at, lag) <= 0

    def pause(self, at: int) -> Clock:
        """Stop the clock at `at`; the move under way goes on with `resume`."""
        return Clock.from_values(self.control, _core.clock_paused(self, at))

    paused = formerly("paused", pause)

    def resume(self, at: int) -> Clock:
        """Start a stopped clock again at `at`."""
        return Clock.from_values(self.control, _core.clock_resumed(self, at))

    resumed = formerly("resumed", resume)

    def settle(self, at: int, lag: int = 0) -> Clock:
        """Charge the running side for its time until `at`, without a move: no bonus, no stage."""
        return Clock.from_values(self.control, _core.clock_settled(self, at, lag))

    settled = formerly("settled", settle)
