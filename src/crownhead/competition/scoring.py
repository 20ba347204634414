"""How results become points, as data: one table of outcomes per scheme.

Points are whole numbers of the scheme's smallest unit, so that nothing is ever rounded: where a
draw is ½, a win is 2 units and `unit` is 2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal

from crownhead.competition.failure import CompetitionError

Per = Literal["game", "ballot", "encounter"]

# Outcomes without a game, in every scheme: won, lost and lost by both for being absent.
FORFEITS = {"+/-": (1, 0), "-/+": (0, 1), "-/-": (0, 0)}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a result of one game brings to either player; `plus` is 1 where the first has it."""

    one: int
    two: int
    plus: int = 0

    @property
    def mirrored(self) -> Outcome:
        """Return the outcome as the other player sees it."""
        return Outcome(self.two, self.one, -self.plus)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """A scheme of points: the outcomes of a game, and what an encounter of several games counts.

    `per` says what brings points: each `game`; each `ballot` of two games, won 2, drawn 1, lost 0;
    or the `encounter` as one, in the same points. `bye` is what a bye by the pairing brings, a win
    unless it is `draw` or `zero`. With `streaks` an encounter after two won ones in a row counts
    double in the standing, and so on until one is not won.

    >>> SCORINGS["2-1-0"].encounter(("2-0", "1-1"))
    (3, 1)
    >>> SCORINGS["ballot"].encounter(("1-0", "½-½", "0-1", "1-0"))
    (3, 1)
    """

    key: str
    outcomes: Mapping[str, Outcome]
    unit: int = 1
    per: Per = "game"
    bye: Literal["win", "draw", "zero"] = "win"
    streaks: bool = False
    _lead: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.outcomes or not all(isinstance(o, Outcome) for o in self.outcomes.values()):
            raise CompetitionError(f"scoring {self.key}: has no outcomes")
        if self.unit not in (1, 2):
            raise CompetitionError(f"scoring {self.key}: unit {self.unit} is neither 1 nor 2")
        object.__setattr__(self, "outcomes", MappingProxyType(dict(self.outcomes)))
        object.__setattr__(self, "_lead", max(o.one for o in self.outcomes.values()))
        for token, outcome in self.outcomes.items():
            if min(outcome.one, outcome.two) < 0:
                raise CompetitionError(f"scoring {self.key}: {token} brings less than nothing")

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def win(self) -> int:
        """Return what the best outcome of a game brings."""
        return self._lead

    def outcome(self, token: str) -> Outcome:
        """Return what `token` means. Raises `CompetitionError`, naming what is known."""
        if token in FORFEITS:
            one, two = FORFEITS[token]
            return Outcome(one * self.win, two * self.win)
        if token not in self.outcomes:
            known = " ".join([*self.outcomes, *FORFEITS])
            raise CompetitionError(
                f"result {token[:20]!r} is none of {self.key}: {known}",
                "result",
                result=token[:20],
                known=known,
            )
        return self.outcomes[token]

    def game_points(self, games: Sequence[str]) -> tuple[int, int]:
        """Return the sum of the points of single games."""
        outcomes = [self.outcome(token) for token in games]
        return sum(o.one for o in outcomes), sum(o.two for o in outcomes)

    def encounter(self, games: Sequence[str]) -> tuple[int, int]:
        """Return the points that the games of an encounter bring."""
        if self.per == "game":
            return self.game_points(games)
        size = 2 if self.per == "ballot" else max(1, len(games))
        one = two = 0
        for first in range(0, len(games), size):
            part = games[first : first + size]
            ours, theirs = self.game_points(part)
            if all(token == "-/-" for token in part):
                continue  # nobody was there
            one += 2 if ours > theirs else 1 if ours == theirs else 0
            two += 2 if theirs > ours else 1 if ours == theirs else 0
        return one, two

    def whole(self, games: int) -> int:
        """Return what winning all of an encounter of so many games brings."""
        return self.encounter((self._winning,) * games)[0]

    def half(self, games: int) -> int:
        """Return what a drawn encounter of so many games brings."""
        if self.per == "game":
            drawn = [
                o.one for o in self.outcomes.values() if o.one == o.two and o.one and not o.plus
            ]
            return games * (drawn[0] if drawn else self.win // 2)
        return self.whole(games) // 2

    def bye_points(self, games: int) -> int:
        """Return what a bye by the pairing brings."""
        return {"win": self.whole(games), "draw": self.half(games), "zero": 0}[self.bye]

    @property
    def _winning(self) -> str:
        return max(self.outcomes, key=lambda token: self.outcomes[token].one)

    @property
    def scale(self) -> int:
        """Return how many units of the standing make one point."""
        return self.unit if self.per == "game" else 1

    def text(self, points: int, scale: int | None = None) -> str:
        """Return points as people write them.

        >>> SCORINGS["1-½-0"].text(7), SCORINGS["2-1-0"].text(7)
        ('3½', '7')
        """
        return number_text(Fraction(points, scale or self.scale))

    def to_dict(self) -> dict[str, Any]:
        """Return the scheme as plain data, whole, so that a stranger needs no other."""
        outcomes = {k: [o.one, o.two, o.plus] for k, o in self.outcomes.items()}
        return {
            "key": self.key,
            "unit": self.unit,
            "per": self.per,
            "bye": self.bye,
            "outcomes": outcomes,
        } | ({"streaks": True} if self.streaks else {})

    @classmethod
    def from_dict(cls, values: Any) -> Scoring:
        """Read a scheme. Raises `CompetitionError`."""
        try:
            rows = values["outcomes"].items()
            table = {str(k)[:20]: Outcome(*(_whole(n) for n in row)) for k, row in rows}
            per, bye = values["per"], values["bye"]
            if per not in ("game", "ballot", "encounter") or bye not in ("win", "draw", "zero"):
                raise ValueError
            streaks = values.get("streaks", False)
            if not isinstance(streaks, bool):
                raise ValueError
            return cls(
                key=str(values["key"])[:40],
                outcomes=table,
                unit=values["unit"],
                per=per,
                bye=bye,
                streaks=streaks,
            )
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, CompetitionError):
                raise
            raise CompetitionError("scoring: not a scheme of points") from None


def number_text(number: Fraction) -> str:
    """Return a number with ½ and ¼, or two decimals where it has neither.

    >>> number_text(Fraction(5, 2)), number_text(Fraction(1, 2)), number_text(Fraction(7, 3))
    ('2½', '½', '2.33')
    """
    whole, rest = divmod(number, 1)
    signs = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
    if rest not in signs:
        return f"{float(number):.2f}"
    return (str(whole) if whole or not rest else "") + signs[rest]


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1000:
        raise ValueError(value)
    return value


def _pairs(*texts: str, unit: int = 1) -> dict[str, Outcome]:
    values = {"½": Fraction(1, 2)}
    table = {}
    for text in texts:
        one, two = (
            int(values.get(part, Fraction(part if part != "½" else 0)) * unit)
            for part in text.split("-")
        )
        table[text] = Outcome(one, two)
    return table


_TWO = _pairs("2-0", "1-1", "0-2", "1-0", "0-1", "0-0")
_ONE = _pairs("1-0", "½-½", "0-1", "½-0", "0-½", "0-0", unit=2)
_PLUS = {"1+-1": Outcome(1, 1, 1), "1-1+": Outcome(1, 1, -1)}
_DELFT = _pairs("4-0", "3-1", "2-2", "1-3", "0-4")
_DELFT_12 = _pairs("12-0", "9-1", "8-2", "7-3", "6-4", "5-5", "4-6", "3-7", "2-8", "1-9", "0-12")
_TITLE_12 = _pairs("12-0", "8-4", "7-5", "6-6", "5-7", "4-8", "0-12")

SCORINGS: Mapping[str, Scoring] = MappingProxyType(
    {
        scoring.key: scoring
        for scoring in (
            Scoring(key="2-1-0", outcomes=_TWO),  # FMJD, KNDB, EKL, IDF
            Scoring(key="1-½-0", outcomes=_ONE, unit=2),  # English draughts
            Scoring(key="ballot", outcomes=_ONE, unit=2, per="ballot"),  # ACF Masters until 2014
            Scoring(key="encounter", outcomes=_TWO, per="encounter"),
            Scoring(key="plus-draws", outcomes=_TWO | _PLUS),  # KNDB titles
            Scoring(key="delft", outcomes=_DELFT),
            Scoring(key="delft-12", outcomes=_DELFT_12),  # Dampromotie: by the lead in material
            Scoring(key="title-12", outcomes=_TITLE_12),  # FMJD 2020: standard, rapid, blitz, drawn
            Scoring(key="football", outcomes=_pairs("3-0", "1-1", "0-3", "0-0")),
            # lidraughts' arena; 0-0 is a draw in fewer than 20 plies
            Scoring(key="arena", outcomes=_pairs("2-0", "1-1", "0-2", "0-0"), streaks=True),
        )
    }
)
"""Every scheme that has a name; another is a `Scoring` of its own."""


def find_scoring(key: str | Scoring) -> Scoring:
    """Find a scheme by its key. Raises `CompetitionError`, naming those that are known.

    >>> find_scoring("football").text(3)
    '3'
    """
    if isinstance(key, Scoring):
        return key
    if key not in SCORINGS:
        raise CompetitionError(f"scoring {str(key)[:20]!r}: known are {', '.join(SCORINGS)}")
    return SCORINGS[key]
