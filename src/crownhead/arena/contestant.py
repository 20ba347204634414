"""Who plays: an engine to be started, its name, and its own limits."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from crownhead._core import Weights
from crownhead.arena.failure import ArenaError
from crownhead.arena.pace import Pace
from crownhead.engines.interface import Engine, Limit
from crownhead.engines.levels import level
from crownhead.renamed import formerly
from crownhead.rulesets import ruleset
from crownhead.variants import Variant

Trace = Callable[[str], None]
"""Receive a line of the protocol, after `> ` to the engine and `< ` from it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Name the match that an engine is started for: the game, the seed of its play, the worker.

    `patience` is how many seconds an answer may take beyond the time that the engine is told.
    `trace` gets what is said to the engine and by it, line by line.
    """

    variant: Variant
    seed: int
    worker: int
    patience: float
    trace: Trace | None = None


Maker = Callable[[Place], Engine]
"""Start an engine for a place in a match."""
Renewal = Callable[[Engine, Place], None]
"""Set an engine that has played to another place."""

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Contestant:
    """One side of a match.

    - `make` starts an engine of it, `renew` sets one that has played to the next game, where its
      games depend on nothing before them.
    - `identity` is what makes it this player, as plain data: a match goes on only with the same.
    - `pace` is a limit of its own, `told` the only limit that its program can be told (None: any).
      One that is `timed` heeds limits of time alone, one that is `unlimited` plays without a limit,
      too. At a `level` it has the nodes of that level: fewer by a limit of its own, never more.
    - `trusted` needs no watch over its time.
    - `most` is how many of it can play at once, `plays` the key of the only game that it plays;
      None where there is no such bound.
    - `weights` is the network of its own by which it plays.

    >>> from crownhead.arena.entry import entry
    >>> entry("builtin:level=5").name
    'builtin:level=5'
    """

    name: str
    make: Maker = field(compare=False, repr=False)
    identity: Mapping[str, Any] = field(default_factory=dict)
    pace: Pace | None = None
    renew: Renewal | None = field(default=None, compare=False, repr=False)
    trusted: bool = False
    most: int | None = None
    told: Pace | None = None
    plays: str | None = None
    level: int | None = None
    weights: Weights | None = field(default=None, compare=False, repr=False)
    timed: bool = False
    unlimited: bool = False

    def __post_init__(self) -> None:
        if not 0 < len(self.name) <= LONGEST_NAME or not self.name.isprintable():
            raise ArenaError(
                f"A name has 1 to {LONGEST_NAME} characters: {self.name[:90]!r}",
                "name",
                most=LONGEST_NAME,
                text=self.name[:90],
            )

    def to_dict(self) -> dict[str, Any]:
        """Return what the player is as plain data, ready for JSON."""
        pace = None if self.pace is None else str(self.pace)
        return {"name": self.name, "limit": pace, **self.identity}

    def with_name(self, name: str) -> Contestant:
        """Return the same player under another name."""
        return replace(self, name=name)

    named = formerly("named", with_name)

    def with_pace(self, pace: Pace) -> Contestant:
        """Return the player with another limit."""
        return replace(self, pace=pace)

    limited = formerly("limited", with_pace)

    def with_default_pace(self, pace: Pace | None, variant: Variant) -> Contestant:
        """Return the player with this limit where it has none of its own in this game.

        Raises `ArenaError` where it cannot know of the limit: a clock and seconds of its own say
        what its program has been set to, but nobody could hold it to nodes or a depth.
        """
        own = self.pace or pace
        if self.timed and own is not None and (own.nodes or own.depth):
            raise ArenaError(
                f"{self.name} heeds limits of time alone, not {own}",
                "time_alone",
                name=self.name,
                limit=own,
            )
        if self.pace is not None:
            if self.told and (self.pace.nodes or self.pace.depth):
                raise ArenaError(
                    f"{self.name} cannot be held to {self.pace}",
                    "unbound",
                    name=self.name,
                    limit=self.pace,
                )
            return replace(self, pace=self._within_level(self.pace, variant))
        usual = None if self.level is None else Pace(nodes=level(self.level, variant).nodes)
        given = usual or pace or self.told
        if self.told not in (None, given):
            raise ArenaError(
                f"{self.name} is told of {self.told} alone, not of {given}; a limit of its own says"
                " what its program is set to",
                "told",
                name=self.name,
                own=self.told,
                limit=given,
            )
        return replace(self, pace=given)

    paced = formerly("paced", with_default_pace)

    def check(self, variant: Variant) -> None:
        """Raise `ArenaError` for a game that the player does not play, or not by its weights."""
        if self.plays not in (None, variant.key):
            raise ArenaError(
                f"{self.name} plays {self.plays}, not {variant.key}",
                "plays",
                name=self.name,
                own=self.plays,
                game=variant.key,
            )
        if self.weights is not None and not self.weights.fits(ruleset(variant)):
            raise ArenaError(
                f"{self.name}: its weights are of another board than {variant.key}'s",
                "weights",
                name=self.name,
                game=variant.key,
            )

    def _within_level(self, pace: Pace, variant: Variant) -> Pace:
        if self.level is None:
            return pace
        bound = level(self.level, variant).bound(Limit(nodes=pace.nodes))
        return replace(pace, nodes=bound.nodes)


def apart(first: Contestant, second: Contestant) -> tuple[Contestant, Contestant]:
    """Return both with different names.

    >>> from crownhead.arena.entry import entry
    >>> [one.name for one in apart(entry("builtin"), entry("builtin"))]
    ['builtin #1', 'builtin #2']
    """
    if first.name != second.name:
        return first, second
    name = first.name[: LONGEST_NAME - 3]
    return first.with_name(f"{name} #1"), second.with_name(f"{name} #2")


def derive_seed(*parts: object) -> int:
    """Return a seed that follows from the parts, the same on every machine.

    >>> derive_seed("book", 1) == derive_seed("book", 1) != derive_seed("book", 2)
    True
    """
    text = "/".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:7], "big")
