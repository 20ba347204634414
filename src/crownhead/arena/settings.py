"""What decides the games of a match: it cannot change while the match goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from crownhead.arena.adjudication import Adjudication
from crownhead.arena.contestant import Contestant, apart
from crownhead.arena.failure import ArenaError
from crownhead.arena.openings import Openings
from crownhead.arena.pace import LONGEST, Pace
from crownhead.arena.players import Entrant, contestant_of
from crownhead.arena.sprt import Sprt
from crownhead.variants import Variant


@dataclass(frozen=True)
class Settings:
    """Hold the game, the players, and the conditions of a match.

    `margin` is the seconds by which a player may exceed his time unpunished; it may change, as what
    is right for a machine shows only in games. The number of games and of boards is not among
    these: a match can be lengthened, and run on another machine.
    """

    variant: Variant
    first: Contestant
    second: Contestant
    openings: Openings
    seed: int = 0
    adjudication: Adjudication = Adjudication()
    margin: float = 0.5
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.margin <= LONGEST:
            raise ArenaError(
                f"A margin of {self.margin:g} seconds is not within 0..{LONGEST}",
                "margin",
                seconds=self.margin,
                most=LONGEST,
            )

    @classmethod
    def of(
        cls,
        variant: Variant,
        first: Entrant,
        second: Entrant,
        openings: Openings,
        *,
        pace: Pace | None = None,
        **others: Any,
    ) -> Settings:
        """Make settings with names that differ, and `pace` for whoever has no limit of its own.

        Raises `ArenaError` where a player of another program would be left without a limit, and
        for what the players or the tables cannot do.
        """
        players = apart(contestant_of(first), contestant_of(second))
        one, two = (player.with_default_pace(pace, variant) for player in players)
        for player in (one, two):
            if player.pace is None and not (player.trusted or player.unlimited):
                raise ArenaError(f"{player.name} needs a limit", "no_limit", name=player.name)
            player.check(variant)
        settings = cls(variant, one, two, openings, **others)
        settings.adjudication.check(variant)
        return settings

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as plain data, ready for JSON."""
        return {
            "variant": self.variant.to_dict() if self.variant.key == "house" else self.variant.key,
            "first": self.first.to_dict(),
            "second": self.second.to_dict(),
            "openings": self.openings.source,
            "openings digest": self.openings.digest,
            "seed": self.seed,
            "adjudication": self.adjudication.to_dict(),
            "margin": self.margin,
            "sprt": None if self.sprt is None else asdict(self.sprt),
        }

    @cached_property
    def digest(self) -> str:
        """Return 16 hex digits that are others for other settings, the margin apart."""
        text = json.dumps(deciding(self.to_dict()), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def deciding(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that must stay while a match goes on.

    >>> deciding({"seed": 1, "margin": 0.5})
    {'seed': 1}
    """
    return {name: value for name, value in settings.items() if name != "margin"}


def differing(stored: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """Name the first setting that differs, with both values; empty where none does.

    >>> differing({"seed": 1, "margin": 0.5}, {"seed": 2, "margin": 0.5})
    'seed is 1 there and 2 here'
    """
    stored, given = _flat(stored), _flat(given)
    for name in {**given, **stored}:
        there, here = stored.get(name), given.get(name)
        if there != here:
            return f"{name} is {str(there)[:60]} there and {str(here)[:60]} here"
    return ""


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            found |= {f"{name} {inner}": item for inner, item in _flat(value).items()}
        else:
            found[name] = value
    return found
