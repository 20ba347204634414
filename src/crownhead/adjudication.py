"""Who decides after a refused draw whether an advantage is shown (E24).

An arbiter where one is appointed, else whoever can tell: endgame tables, then an engine. Those
are in `crownhead.engines.adjudicator` (`TablesAdjudicator`, `EngineAdjudicator`, and
`ProgramAdjudicator`, which asks one after the other). An `Adjudicator` of your own needs a method
`judge`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, Protocol, Self, cast

from crownhead.position import Position
from crownhead.rules import Color


@dataclass(frozen=True, slots=True)
class Verdict:
    """Return whether a decided advantage is shown, and on what ground (see `Ground`)."""

    advantage: bool
    reason: str = ""


Said = Literal["tables", "search", "margin"]
"""What decided: endgame tables, a search that proved it, or a score beside the margin."""

_PROVEN = re.compile(r"(tables|search): (win|draw|loss)(?: in (\d+) plies)?")
_MARGIN = re.compile(
    r"(?:margin|engine): (?:nodes (\d+), )?depth (\d+), score ([+-]\d+), margin (\d+)"
)


@dataclass(frozen=True, slots=True)
class Ground:
    """Show on what ground a program gave a verdict, as the side that refused the draw stands.

    `value` is what tables or a search have proved, `plies` how far the end is, None where that is
    not known. Else `score` and `margin` are in hundredths of a man, and `nodes` and `depth` say how
    far was searched.

    >>> Ground.parse("tables: win in 61 plies")
    Ground(said='tables', value='win', plies=61, nodes=None, depth=None, score=None, margin=None)
    >>> str(Ground("margin", nodes=2000000, depth=31, score=-8, margin=150))
    'margin: nodes 2000000, depth 31, score -8, margin 150'
    """

    said: Said
    value: Literal["win", "draw", "loss"] | None = None
    plies: int | None = None
    nodes: int | None = None
    depth: int | None = None
    score: int | None = None
    margin: int | None = None

    @classmethod
    def parse(cls, reason: str) -> Self | None:
        """Read the reason of a verdict; None where no program gave it."""
        if (proven := _PROVEN.fullmatch(reason)) is not None:
            said, value, plies = proven.groups()
            return cls(
                cast(Said, said),
                cast(Literal["win", "draw", "loss"], value),
                None if plies is None else int(plies),
            )
        if (judged := _MARGIN.fullmatch(reason)) is not None:
            nodes, depth, score, margin = judged.groups()
            return cls(
                "margin",
                nodes=None if nodes is None else int(nodes),
                depth=int(depth),
                score=int(score),
                margin=int(margin),
            )
        return None

    @property
    def advantage(self) -> bool:
        """Return whether this is a decided advantage: a proved win, or a score of the margin."""
        if self.said != "margin":
            return self.value == "win"
        return (self.score or 0) >= (self.margin or 0)

    @property
    def verdict(self) -> Verdict:
        """Return the verdict on this ground.

        >>> Ground("tables", "draw").verdict
        Verdict(advantage=False, reason='tables: draw')
        """
        return Verdict(self.advantage, str(self))

    def __str__(self) -> str:
        """Return the reason that `parse` reads."""
        if self.said != "margin":
            far = "" if self.plies is None else f" in {self.plies} plies"
            return f"{self.said}: {self.value}{far}"
        nodes = "" if self.nodes is None else f"nodes {self.nodes}, "
        return f"margin: {nodes}depth {self.depth}, score {self.score:+d}, margin {self.margin}"


class Adjudicator(Protocol):
    """Decide whether the side that refused a draw has shown a decided advantage (E24).

    >>> from crownhead import Game
    >>> class Counting:
    ...     def judge(self, position, strong_side):
    ...         return Verdict(position.count(strong_side) > 6, "more than six pieces")
    >>> Game("english", refusal_duty=40, adjudicator=Counting()).adjudicator is not None
    True
    """

    def judge(self, position: Position, strong_side: Color) -> Verdict | None:
        """Return the verdict, or None where this adjudicator cannot tell."""
        ...


class ArbiterAdjudicator:
    """Leave the verdict to a person: the game waits until it is given with `Game.adjudicate`."""

    def judge(self, position: Position, strong_side: Color) -> Verdict | None:
        """Return None: a person decides."""
        return None


class FirstAdjudicator:
    """Ask several adjudicators in turn and take the first verdict (tables, then the engine)."""

    def __init__(self, *adjudicators: Adjudicator) -> None:
        self.adjudicators = adjudicators

    def judge(self, position: Position, strong_side: Color) -> Verdict | None:
        """Return the first verdict, or None where nobody can tell."""
        for adjudicator in self.adjudicators:
            verdict = adjudicator.judge(position, strong_side)
            if verdict is not None:
                return verdict
        return None


def check_adjudicator(given: Adjudicator | None) -> Adjudicator | None:
    """Return an adjudicator, or None for none; raises `TypeError` for what cannot judge."""
    if given is None or (not isinstance(given, type) and callable(getattr(given, "judge", None))):
        return given
    kind = f"the class {given.__name__}" if isinstance(given, type) else type(given).__name__
    raise TypeError(
        "An adjudicator is an object with judge(position, strong_side) -> Verdict, such as"
        f" TablesAdjudicator() of crownhead.engines.adjudicator, not {kind}"
    )
