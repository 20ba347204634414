"""Who takes part: people or teams, when they came, when they left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from crownhead.competition.encounters import name_of
from crownhead.competition.failure import CompetitionError

Leave = Literal["requested", "absent"]
_PLAIN = ("rating", "title", "club", "team", "left", "returned", "expelled", "cancelled")
TITLES = ("GMI", "MI", "MF", "CM", "GM", "M", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """One who takes part; the name is unique in the event.

    `joined` is the first round he is paired for, `left` the first he is not paired for any more,
    `returned` the one from which he is again; `gaps` are such times that are over, for who has left
    more than once. `away` says for which rounds he asked for a bye (`requested`) or does not come
    (`absent`).
    `expelled` ones stay in the cross table and out of the standing; the games of `cancelled` ones
    count nowhere.
    """

    name: str
    rating: int | None = None
    title: str = ""
    club: str = ""
    team: str = ""
    joined: int = 1
    left: int | None = None
    returned: int | None = None
    gaps: tuple[tuple[int, int], ...] = ()
    away: Mapping[int, Leave] = field(default_factory=dict)
    expelled: bool = False
    cancelled: bool = False

    def __post_init__(self) -> None:
        name_of(self.name)
        if self.rating is not None and not 0 <= self.rating <= 4000:
            raise CompetitionError(f"{self.name}: rating {self.rating} is not 0 to 4000")
        object.__setattr__(self, "away", MappingProxyType(dict(sorted(self.away.items()))))

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def seed(self) -> tuple[int, int, str]:
        """Return what entrants are sorted by before round 1: rating, title, name (FMJD annex 5)."""
        titles = TITLES.index(self.title) if self.title in TITLES else len(TITLES)
        return (-(self.rating or 0), titles, self.name)

    def here(self, number: int) -> bool:
        """Return whether he takes part in the event at the time of a round."""
        gone = self.left is not None and number >= self.left
        back = self.returned is not None and number >= self.returned
        before = any(left <= number < returned for left, returned in self.gaps)
        return self.joined <= number and (back or not gone) and not before

    def leave(self, number: int) -> Entrant:
        """Return him as one who is not paired from a round on; when he was gone before is kept.

        >>> back = Entrant(name="Anna", left=2, returned=4).leave(6)
        >>> [back.here(n) for n in range(1, 7)]
        [True, False, False, True, True, False]
        """
        if self.left is None:
            return replace(self, left=number)
        if self.returned is None:
            return self  # he is gone already
        gaps = (*self.gaps, (self.left, self.returned))
        return replace(self, left=number, returned=None, gaps=gaps)

    def before(self, number: int) -> Entrant:
        """Return him with all that was to begin after a round beginning with it: it is annulled."""
        gaps = tuple((min(left, number), min(back, number)) for left, back in self.gaps)
        return replace(
            self,
            joined=min(self.joined, number),
            left=None if self.left is None else min(self.left, number),
            returned=None if self.returned is None else min(self.returned, number),
            gaps=tuple((left, back) for left, back in gaps if left < back),
        )

    def plays(self, number: int) -> bool:
        """Return whether he is to be paired for a round."""
        return self.here(number) and number not in self.away

    def to_dict(self) -> dict[str, Any]:
        """Return the entrant as plain data, without what is empty."""
        values: dict[str, Any] = {"name": self.name}
        for name in _PLAIN:
            if value := getattr(self, name):
                values[name] = value
        if self.joined > 1:
            values["joined"] = self.joined
        if self.gaps:
            values["gaps"] = [list(gap) for gap in self.gaps]
        if self.away:
            values["away"] = {str(number): kind for number, kind in self.away.items()}
        return values

    @classmethod
    def from_dict(cls, values: Any) -> Entrant:
        """Read an entrant. Raises `CompetitionError`."""
        known = set(cls.__dataclass_fields__)
        if not isinstance(values, dict) or not {"name"} <= set(values) <= known:
            raise CompetitionError(f"an entrant has a name, and any of {', '.join(sorted(known))}")
        given = dict(values)
        try:
            given["away"] = {int(number): kind for number, kind in given.get("away", {}).items()}
            if not set(given["away"].values()) <= {"requested", "absent"}:
                raise ValueError
            for name in ("rating", "joined", "left", "returned"):
                if given.get(name) is not None:
                    given[name] = _whole(given[name])
            given["gaps"] = tuple((_whole(a), _whole(b)) for a, b in given.get("gaps", ()))
            for name in ("title", "club", "team"):
                given[name] = _text(given.get(name, ""))
            for name in ("expelled", "cancelled"):
                if not isinstance(given.get(name, False), bool):
                    raise ValueError
            return cls(**given)
        except (TypeError, ValueError, AttributeError) as error:
            if isinstance(error, CompetitionError):
                raise
            raise CompetitionError(f"entrant {str(values['name'])[:40]!r} cannot be read") from None


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 4000:
        raise ValueError
    return value


def _text(value: Any) -> str:
    return value if value == "" else name_of(value)
