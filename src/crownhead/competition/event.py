"""What an event is: format, game, clock, scoring, ranking, ballots; frozen with round 1."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from crownhead.ballots import DECKS
from crownhead.competition.encounters import name_of
from crownhead.competition.failure import CompetitionError
from crownhead.competition.lottery import Ballots
from crownhead.competition.ranking import PRESETS, Ranking
from crownhead.competition.scoring import SCORINGS, Scoring
from crownhead.variants import VARIANTS, Variant

Format = Literal[
    "round robin", "swiss", "knockout", "match", "teams", "scheveningen", "simultaneous", "arena"
]
FORMATS = get_args(Format)
"""How an event may be played, as `format` of its settings names it."""
Adjudicator = Literal["program", "arbiter"]
"""Who decides where the duty after a refused draw ends (E24)."""
MOST_ROUNDS = 400
MOST_MINUTES = 1440


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """The settings of an event.

    `games` is how many games an encounter has. `rounds` is 0 where the format and the entrants
    decide. `cycles` and `exchange` are those of a round robin (`berger`). `giver` gives a
    simultaneous exhibition and has the starting side, in every second game where `alternate` is on.
    `early` ends a match as soon as one side cannot be caught. `absences` is how often somebody may
    be absent before he counts as withdrawn, 0 for any number. `house` are house rules, of which
    `variant` is the closest known game, that of the deck. `minutes` is how long boards of an arena
    begin, from its first pairing on. `adjudicator` decides where the duty after a refused draw has
    ended: an arbiter, or the program.

    >>> Event(name="Club", rounds=5, games=2, scoring=SCORINGS["1-½-0"]).whole
    4
    """

    name: str
    format: Format = "swiss"
    rounds: int = 0
    variant: str = "english"
    games: int = 1
    clock: str = ""
    scoring: Scoring = field(default_factory=lambda: SCORINGS["2-1-0"])
    ranking: Ranking = field(default_factory=lambda: PRESETS["club"])
    ballots: Ballots | None = None
    cycles: int = 1
    exchange: bool = False
    giver: str = ""
    alternate: bool = False
    early: bool = False
    absences: int = 2
    prohibited: tuple[tuple[str, str], ...] = ()
    house: Variant | None = None
    minutes: int = 0
    adjudicator: Adjudicator = "program"

    def __post_init__(self) -> None:
        name_of(self.name)
        if self.format not in FORMATS:
            said = str(self.format)[:20]
            raise CompetitionError(f"format {said!r} is none of {', '.join(FORMATS)}")
        _check("scoring", self.scoring, Scoring, "SCORINGS['2-1-0']")
        _check("ranking", self.ranking, Ranking, "PRESETS['club'] or Ranking(('points', 'wins'))")
        if self.ballots is not None:
            _check("ballots", self.ballots, Ballots, "Ballots(deck='english-3move')")
        if self.games not in (1, 2, 4):
            raise CompetitionError(f"games: {self.games} is none of 1, 2, 4")
        if not 0 <= self.rounds <= MOST_ROUNDS:
            raise CompetitionError(f"rounds: {self.rounds} is not 0 to {MOST_ROUNDS}")
        if self.format in ("swiss", "match") and not self.rounds:
            raise CompetitionError(f"rounds: a {self.format} event says how many", "rounds_missing")
        if (self.format == "arena") != bool(self.minutes) or not 0 <= self.minutes <= MOST_MINUTES:
            raise CompetitionError(
                f"minutes: 1 to {MOST_MINUTES} of an arena, and only then",
                "minutes",
                most=MOST_MINUTES,
            )
        if self.format == "arena" and (self.games != 1 or self.ballots is not None):
            raise CompetitionError(
                "arena: single games from the start, without ballots", "arena_single"
            )
        if self.adjudicator not in get_args(Adjudicator):
            said = str(self.adjudicator)[:20]
            known = ", ".join(get_args(Adjudicator))
            raise CompetitionError(f"adjudicator {said!r} is none of {known}")
        if self.variant not in VARIANTS:
            raise CompetitionError(f"variant {self.variant[:20]!r} is not known")
        if self.cycles not in (1, 2):
            raise CompetitionError(f"cycles: {self.cycles} is neither 1 nor 2")
        if self.early and self.format != "match":
            raise CompetitionError("early: ends a match alone")
        if (self.format == "simultaneous") != bool(self.giver):
            raise CompetitionError(
                "giver: who gives a simultaneous exhibition, and only then", "giver_missing"
            )
        if self.ballots is not None and DECKS[self.ballots.deck] != self.variant:
            raise CompetitionError(
                f"ballots: {self.ballots.deck} is no deck of {self.variant}",
                "deck",
                deck=self.ballots.deck,
            )

    @property
    def whole(self) -> int:
        """Return what winning all games of an encounter brings."""
        return self.scoring.whole(self.games)

    @property
    def game(self) -> Variant:
        """Return what is played: the house rules, else the known game."""
        return self.house if self.house is not None else VARIANTS[self.variant]

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as plain data."""
        values: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("name", "format", "rounds", "variant", "games", "clock", "cycles")
        }
        values |= {
            "scoring": self.scoring.to_dict(),
            "criteria": list(self.ranking.criteria),
            "unplayed": self.ranking.unplayed,
            "absences": self.absences,
        }
        for name in ("exchange", "giver", "alternate", "early", "minutes"):
            if value := getattr(self, name):
                values[name] = value
        if self.adjudicator != "program":
            values["adjudicator"] = self.adjudicator
        if self.ballots is not None:
            values["ballots"] = self.ballots.to_dict()
        if self.house is not None:
            values["house"] = self.house.to_dict()
        if self.prohibited:
            values["prohibited"] = [list(pair) for pair in self.prohibited]
        return values

    @classmethod
    def from_dict(cls, values: Any) -> Event:
        """Read settings. Raises `CrownheadError`."""
        if not isinstance(values, dict) or "name" not in values:
            raise CompetitionError("event: expected an object with a name")
        given = dict(values)
        try:
            if "scoring" in given:
                given["scoring"] = Scoring.from_dict(given["scoring"])
            criteria = tuple(given.pop("criteria", PRESETS["club"].criteria))
            given["ranking"] = Ranking(criteria, given.pop("unplayed", "real"))
            if given.get("ballots") is not None:
                given["ballots"] = Ballots.from_dict(given["ballots"])
            if given.get("house") is not None:
                given["house"] = Variant.from_dict(given["house"])
            pairs = given.get("prohibited", ())
            given["prohibited"] = tuple((name_of(a), name_of(b)) for a, b in pairs)
            for name in ("rounds", "games", "cycles", "absences", "minutes"):
                if name in given and type(given[name]) is not int:
                    raise CompetitionError(f"event: {name} is no whole number")
            for name in ("exchange", "alternate", "early"):
                if not isinstance(given.get(name, False), bool):
                    raise CompetitionError(f"event: {name} is neither true nor false")
            for name in ("clock", "giver"):
                if given.get(name, ""):
                    given[name] = name_of(given[name])
            return cls(**given)
        except (TypeError, ValueError, AttributeError) as error:
            if isinstance(error, CompetitionError):
                raise
            raise CompetitionError(f"event: cannot be read ({str(error)[:60]})") from None


def _check(name: str, value: object, kind: type, example: str) -> None:
    if not isinstance(value, kind):
        said = f"{name}={value!r:.60} is no {kind.__name__}"
        raise CompetitionError(f"{said}: write {example}")
