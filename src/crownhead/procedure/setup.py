"""What is agreed before a game: the part of it that no event changes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from crownhead import _core
from crownhead.errors import InvalidFen, InvalidRecord, InvalidRules, UnknownVariant
from crownhead.position import Position
from crownhead.procedure.refusal import reason_of
from crownhead.rules import DrawRule
from crownhead.rulesets import law_of
from crownhead.timecontrol import TimeControl
from crownhead.variants import Variant, get

Draws = Literal["rules", "claim", "automatic"]

MAX_MOVES = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Hold the agreements of a game.

    `draws` says who announces a draw by repetition or by count: as the rules of the variant have
    it, always a player's claim, or always the program. `offers_after` is the number of moves that
    each side must have made before a draw is offered (FMJD annex 3: 40), `opening` the number of
    plies that a ballot card prescribes (C2): they cannot be taken back.

    Raises `InvalidRules` where they contradict the rules of the variant.
    """

    start: Position
    huffing: bool = False  # E20
    refusal_duty: int = 0  # E24: own moves; 0 = no duty
    reset_on_progress: bool = False  # E24 as printed in 1980
    draws: Draws = "rules"
    offers_after: int = 0
    opening: int = 0
    time: TimeControl | None = None

    def __post_init__(self) -> None:
        if type(self.huffing) is not bool or type(self.reset_on_progress) is not bool:
            raise InvalidRules("Game: huffing and reset_on_progress are true or false")
        if self.draws not in get_args(Draws):
            known = ", ".join(get_args(Draws))
            raise InvalidRules(f"Game: draws={self.draws!r} is not one of {known}")
        if self.time is not None and not isinstance(self.time, TimeControl):
            raise TypeError(
                "Game: time is a TimeControl, as TimeControl.from_pdn('300+5'),"
                f" not {type(self.time).__name__}"
            )
        told = native(self).contradiction()
        if told is not None:
            reason = reason_of(told)
            raise InvalidRules(f"Game: {reason}", reason)

    @classmethod
    def of(
        cls,
        start: Position,
        *,
        huffing: bool | None = None,
        refusal_duty: int | None = None,
        **others: Any,
    ) -> Setup:
        """Return agreements for this start; what is None is as the rules of its variant have it.

        >>> Setup.of(Position.initial("english"), refusal_duty=40).huffing
        False
        """
        rules = start.variant.rules
        return cls(
            start=start,
            huffing=rules.huffing if huffing is None else huffing,
            refusal_duty=rules.refusal_duty if refusal_duty is None else refusal_duty,
            **others,
        )

    @property
    def variant(self) -> Variant:
        """Return the game that is played."""
        return self.start.variant

    @property
    def repetition_automatic(self) -> bool:
        """Return whether a repetition ends the game without a claim."""
        return self._automatic(self.variant.rules.repetition_automatic)

    def is_automatic(self, rule: DrawRule) -> bool:
        """Return whether a full draw count ends the game without a claim."""
        return self._automatic(rule.automatic)

    def _automatic(self, by_rules: bool) -> bool:
        return by_rules if self.draws == "rules" else self.draws == "automatic"

    def to_dict(self) -> dict[str, Any]:
        """Return the agreements as plain data, ready for JSON."""
        values: dict[str, Any] = json.loads(native(self).json())
        return values

    @classmethod
    def from_dict(cls, values: Any) -> Setup:
        """Read agreements written by `to_dict`; raises `InvalidRecord`."""
        if not isinstance(values, dict):
            raise InvalidRecord(f"setup: expected an object, found {type(values).__name__}")
        read = dict(values)
        variant, start, time = (read.pop(name, None) for name in ("variant", "start", "time"))
        if not isinstance(start, str):
            raise InvalidRecord("setup: start is not a FEN")
        try:
            return cls(
                start=Position.from_fen(start, variant_in(variant)),
                time=None if time is None else TimeControl.from_dict(time),
                **read,
            )
        except (InvalidFen, InvalidRules, UnknownVariant, TypeError) as error:
            raise InvalidRecord(f"setup: {error}") from error


def native(setup: Setup) -> _core.LawSetup:
    """Return the agreements as the core has them."""
    return _core.LawSetup(
        law_of(setup.variant),
        setup.start,
        setup.huffing,
        _count(setup.refusal_duty),
        setup.reset_on_progress,
        setup.draws,
        _count(setup.offers_after),
        _count(setup.opening),
        setup.time,
    )


def setup_of(law: _core.LawSetup) -> Setup:
    """Return agreements that the core has read."""
    values = law.values()
    time = values["time"]
    return Setup(
        start=cast(Position, values["start"]),
        huffing=values["huffing"],
        refusal_duty=values["refusal_duty"],
        reset_on_progress=values["reset_on_progress"],
        draws=values["draws"],
        offers_after=values["offers_after"],
        opening=values["opening"],
        time=None if time is None else TimeControl.of(time),
    )


def variant_in(value: Any) -> Variant:
    """Return the variant that a record names by its key, or holds as a whole.

    Raises `UnknownVariant` or `InvalidRules`.
    """
    return Variant.from_dict(value) if isinstance(value, dict) else get(str(value))


def _count(value: object) -> int:
    """Return a number of moves, -1 where it is none."""
    return value if type(value) is int and 0 <= value <= MAX_MOVES else -1
