"""What is agreed at the terminal before a game: the game, the opponent, sides and time."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from crownhead import variants
from crownhead.ballots import DECKS
from crownhead.errors import CrownheadError, InvalidRecord
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.timecontrol import TimeControl
from crownhead.variants import Notation, Variant

Rival = Literal["computer", "friend"]
LEVELS = range(1, 11)


def deck_of(variant_key: str) -> str | None:
    """Return the deck that a game is balloted from, None where it has none.

    >>> deck_of("english"), deck_of("thai")
    ('english-3move', None)
    """
    return next((key for key, game in DECKS.items() if game == variant_key), None)


@dataclass(frozen=True)
class Plan:
    """Hold the choices of the set-up; `color` None means that a coin decides (E5).

    `time` is a PDN time control such as `300+5`, or None for a game without a clock.
    """

    variant: Variant
    rival: Rival = "computer"
    level: int = 3
    color: Color | None = "white"
    time: str | None = None
    huffing: bool = False
    ballot: bool = False
    notation: Notation = "numeric"
    fen: str | None = None
    seed: int = 0

    @classmethod
    def of(cls, variant: Variant, **choices: Any) -> Plan:
        """Return the plan for a game with its defaults: you begin, as the game writes it.

        >>> Plan.of(variants.get("lite")).color
        'white'
        """
        chosen = {"color": variant.first, "notation": variant.notation, **choices}
        return cls(variant=variant, huffing=variant.rules.huffing, **chosen)

    def with_seed(self) -> Plan:
        """Return the plan with a seed for the computer, so that its games differ."""
        return self if self.seed else replace(self, seed=1 + secrets.randbelow(2**31 - 1))

    @property
    def control(self) -> TimeControl | None:
        """Return the time control; raises `InvalidRecord` where `time` is none."""
        return TimeControl.from_pdn(self.time) if self.time else None

    def check(self) -> None:
        """Raise `InvalidRecord` where a choice is of the wrong kind or cannot be played."""
        sound = (
            self.rival in get_args(Rival)
            and type(self.level) is int
            and self.level in LEVELS
            and self.color in (None, *get_args(Color))
            and self.notation in get_args(Notation)
            and isinstance(self.time, str | None)
            and isinstance(self.fen, str | None)
            and type(self.seed) is int
            and 0 <= self.seed < 2**31
            and not (self.huffing and not self.variant.rules.compulsory)
            and not (self.ballot and (self.fen or deck_of(self.variant.key) is None))
        )
        if not sound:
            raise InvalidRecord("the set-up holds a choice that cannot be played", "choice")
        try:
            TimeControl.from_pdn(self.time or "-")
            if self.fen is not None:
                Position.from_fen(self.fen, self.variant)
        except CrownheadError as error:
            raise InvalidRecord(
                f"the set-up cannot be played ({error})", "unplayable", why=error
            ) from error

    def to_dict(self) -> dict[str, Any]:
        """Return the choices as plain data, ready for JSON."""
        known = variants.VARIANTS.get(self.variant.key) == self.variant
        values = {name: getattr(self, name) for name in _PLAIN}
        return {"variant": self.variant.key if known else self.variant.to_dict(), **values}

    @classmethod
    def from_dict(cls, values: Any) -> Plan:
        """Read choices written by `to_dict`; raises `InvalidRecord`.

        >>> plan = Plan.of(variants.get("english"), level=7)
        >>> Plan.from_dict(plan.to_dict()) == plan
        True
        """
        if not isinstance(values, dict):
            raise InvalidRecord("the set-up is not an object", "plan")
        read = {name: values[name] for name in _PLAIN if name in values}
        variant = values.get("variant")
        try:
            game = (
                Variant.from_dict(variant)
                if isinstance(variant, dict)
                else variants.get(str(variant))
            )
        except CrownheadError as error:
            raise InvalidRecord(
                f"the set-up names no game ({error})", "no_game", why=error
            ) from error
        plan = cls.of(game, **{k: v for k, v in read.items() if k != "huffing"})
        plan = replace(
            plan,
            huffing=bool(read.get("huffing", plan.huffing)),
            ballot=bool(read.get("ballot", False)),
        )
        plan.check()
        return plan


_PLAIN = ("rival", "level", "color", "time", "huffing", "ballot", "notation", "fen", "seed")
