"""How much time a game allows: sudden death, bonus, delay, time per move, stages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from crownhead import _core
from crownhead.errors import InvalidRecord

Mode = Literal["fischer", "bronstein", "delay", "per-move"]

MAX_TIME = 10**10  # ms; more than a hundred days
MAX_STAGES = 5
_MINUTES = re.compile(r"\d{1,2}:\d\d(?:[ +].*)?")
"""Minutes and seconds, as a clock shows them; stages but the last have a number of moves."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a time control: `time` ms for `moves` moves (0: for the rest), `bonus` ms each.

    What the bonus does is the mode of the `TimeControl`.
    """

    time: int
    moves: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Define how time is given to each side; times are milliseconds.

    Modes: `fischer` adds the bonus after each move (a bonus of 0 is sudden death), `bronstein`
    gives back the time used up to the bonus, `delay` waits for the bonus before time runs,
    `per-move` gives the whole time anew for each move. A last stage with a number of moves
    repeats.

    Raises `InvalidRecord` where the stages make no sense.

    >>> TimeControl.from_pdn("40/7200:3600+60").pdn
    '40/7200:3600+60'
    """

    stages: tuple[Stage, ...]
    mode: Mode = "fischer"

    def __post_init__(self) -> None:
        if isinstance(self.stages, str):
            raise TypeError(
                "A TimeControl is made of stages: write TimeControl.from_pdn('300+5') for a text"
            )
        if not isinstance(self.stages, tuple) or not all(
            isinstance(stage, Stage) for stage in self.stages
        ):
            raise TypeError(
                "A TimeControl is made of a tuple of Stage(time, moves, bonus), in milliseconds"
            )
        if self.mode not in get_args(Mode):
            problem = f"mode={self.mode!r} is not known"
        elif not all(_whole(s.time, s.moves, s.bonus) for s in self.stages):
            problem = "times and moves must be whole numbers from 0"
        else:
            problem = _core.time_problem(self)
        if problem:
            raise InvalidRecord(f"Time control: {problem}")

    @classmethod
    def sudden_death(cls, time: int) -> TimeControl:
        """Give `time` ms for the whole game."""
        return cls((Stage(time),))

    @classmethod
    def fischer(cls, time: int, bonus: int) -> TimeControl:
        """Give `time` ms, and `bonus` ms more after each move."""
        return cls((Stage(time, 0, bonus),))

    @classmethod
    def bronstein(cls, time: int, bonus: int) -> TimeControl:
        """Give `time` ms; after each move the time it took comes back, at most `bonus` ms."""
        return cls((Stage(time, 0, bonus),), "bronstein")

    @classmethod
    def delay(cls, time: int, bonus: int) -> TimeControl:
        """Give `time` ms, which begin to run `bonus` ms after the start of each move."""
        return cls((Stage(time, 0, bonus),), "delay")

    @classmethod
    def per_move(cls, time: int) -> TimeControl:
        """Give `time` ms for each move; what is saved is lost."""
        return cls((Stage(time),), "per-move")

    @classmethod
    def of(cls, told: tuple[Mode, Sequence[tuple[int, int, int]]]) -> TimeControl:
        """Return a time control that the core tells as its mode and its stages."""
        mode, stages = told
        return cls(tuple(Stage(*stage) for stage in stages), mode)

    @classmethod
    def from_pdn(cls, text: str) -> TimeControl | None:
        """Read a PDN TimeControl: `300`, `300+5`, `40/7200:3600+60`; `-` and `?` are None.

        PDN counts in whole seconds: `fischer(60_000, 500)` is a minute and half a second a move.
        Raises `InvalidRecord` for anything else, the sand clock (`*`) among it.
        """
        if not isinstance(text, str):
            raise TypeError(f"A time control is a text such as '300+5', not {type(text).__name__}")
        if _MINUTES.fullmatch(text.strip()):
            raise InvalidRecord(
                f"Time control: {text.strip()[:40]!r} cannot be read; PDN counts in whole seconds:"
                " 300+3 is five minutes and three seconds a move"
            )
        told = _core.time_read(text.strip())
        if isinstance(told, str):
            raise InvalidRecord(f"Time control: {told}")
        return None if told is None else cls.of(told)

    @property
    def pdn(self) -> str:
        """Return the PDN TimeControl, `?` where PDN has no way to write it.

        >>> TimeControl.delay(60_000, 3_000).pdn
        '?'
        """
        return _core.time_in_pdn(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the time control as plain data, ready for JSON."""
        return {"mode": self.mode, "stages": [asdict(stage) for stage in self.stages]}

    @classmethod
    def from_dict(cls, values: Any) -> TimeControl:
        """Read a time control written by `to_dict`; raises `InvalidRecord`.

        >>> TimeControl.from_dict(TimeControl.per_move(5000).to_dict()).mode
        'per-move'
        """
        if not isinstance(values, Mapping) or not isinstance(values.get("stages"), list):
            raise InvalidRecord("Time control: expected an object with mode and stages")
        try:
            return cls(
                tuple(Stage(**stage) for stage in values["stages"][: MAX_STAGES + 1]),
                values["mode"],
            )
        except (TypeError, KeyError) as error:
            raise InvalidRecord(f"Time control: {error}") from None


def _whole(*values: object) -> bool:
    return all(type(value) is int and 0 <= value <= MAX_TIME for value in values)
