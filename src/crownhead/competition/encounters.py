"""What two entrants have with each other in one round, and the round of one without another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from crownhead.competition.failure import CompetitionError
from crownhead.competition.scoring import FORFEITS, Scoring
from crownhead.errors import CrownheadError
from crownhead.lots import line

Alone = Literal["bye", "requested", "absent", "free"]
"""Why somebody has no opponent: a bye, one that was asked for, absence, or the schedule."""

ALONE = get_args(Alone)
MOST_GAMES = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter:
    """One board of a round.

    `one` has the starting side in the first game, sides alternate. `games` are results in the words
    of the scoring, all of them as `one` sees them, whatever side he has. `extra` are games of a
    tie-break, which bring no points and decide who goes on. Who has no opponent has `alone`.

    >>> Encounter(one="Anna", two="Bert", games=("2-0", "1-1")).turned.games
    ('0-2', '1-1')
    """

    one: str
    two: str | None = None
    games: tuple[str, ...] = ()
    alone: Alone | None = None
    extra: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.two is None) == (self.alone is None):
            raise CompetitionError(f"{self.one}: has either an opponent or a reason to have none")
        if self.alone is not None and (self.alone not in ALONE or self.games or self.extra):
            raise CompetitionError(
                f"{self.one}: {str(self.alone)[:20]!r} is no round without a game"
            )
        if self.one == self.two:
            raise CompetitionError(f"{self.one}: meets himself")
        if len(self.extra) > MOST_GAMES:
            raise CompetitionError(f"{self.one} - {self.two}: more than {MOST_GAMES} games")

    @property
    def names(self) -> tuple[str, ...]:
        """Return who takes part."""
        return (self.one,) if self.two is None else (self.one, self.two)

    @property
    def played(self) -> bool:
        """Return whether at least one game was played on the board."""
        return any(token not in FORFEITS for token in self.games)

    @property
    def turned(self) -> Encounter:
        """Return the encounter as `two` sees it; sides of games are not kept."""
        if self.two is None:
            return self
        return Encounter(
            one=self.two,
            two=self.one,
            games=tuple(map(turn_result, self.games)),
            extra=tuple(map(turn_result, self.extra)),
        )

    def is_over(self, games: int) -> bool:
        """Return whether all of so many games have a result."""
        return self.alone is not None or len(self.games) >= games

    def points(self, scoring: Scoring, games: int) -> tuple[int, int]:
        """Return the points of `one` and `two` for an encounter of so many games."""
        if self.alone is None:
            return scoring.encounter(self.games)
        earned = {"bye": scoring.bye_points(games), "requested": scoring.half(games)}
        return earned.get(self.alone, 0), 0

    def winner(self, scoring: Scoring) -> str | None:
        """Return who won the encounter, by its tie-break games where its games are level."""
        if self.two is None:
            return self.one if self.alone == "bye" else None
        for games in (self.games, self.extra):
            one, two = scoring.game_points(games)
            if one != two:
                return self.one if one > two else self.two
        return None

    def to_dict(self) -> dict[str, Any]:
        """Return the encounter as plain data, without what is empty."""
        if self.two is None:
            return {"one": self.one, "alone": self.alone}
        values: dict[str, Any] = {"one": self.one, "two": self.two, "games": list(self.games)}
        return values | ({"extra": list(self.extra)} if self.extra else {})

    @classmethod
    def from_dict(cls, values: Any) -> Encounter:
        """Read an encounter. Raises `CompetitionError`."""
        wrong = CompetitionError(
            "an encounter has one, and two or alone; games and extra are texts"
        )
        if not isinstance(values, dict) or not set(values) <= set(cls.__dataclass_fields__):
            raise wrong
        games, extra = values.get("games", []), values.get("extra", [])
        if not all(isinstance(part, list | tuple) for part in (games, extra)):
            raise wrong
        if len(games) > MOST_GAMES:
            raise CompetitionError(f"an encounter has at most {MOST_GAMES} games")
        if "one" not in values or not all(isinstance(token, str) for token in (*games, *extra)):
            raise wrong
        two: Any = values.get("two")
        alone = values.get("alone")
        if alone is not None and not isinstance(alone, str):
            raise wrong
        return cls(
            one=name_of(values["one"]),
            two=None if two is None else name_of(two),
            games=tuple(games),
            alone=cast(Any, alone),
            extra=tuple(extra),
        )


def turn_result(token: str) -> str:
    """Return a result as the other player sees it.

    >>> turn_result("2-0"), turn_result("+/-"), turn_result("1+-1"), turn_result("½-0")
    ('0-2', '-/+', '1-1+', '0-½')
    """
    sign = "/" if token in FORFEITS else "-"
    one, _, two = token.partition(sign)
    return f"{two}{sign}{one}"


def name_of(value: Any) -> str:
    """Return a name: one printable line. Raises `CompetitionError`."""
    try:
        return line(value, "name")
    except CrownheadError as error:
        raise CompetitionError(str(error)) from None
