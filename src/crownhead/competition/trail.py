"""The public trail of an event: what was changed after it was published, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from crownhead.competition.failure import CompetitionError
from crownhead.errors import CrownheadError
from crownhead.lots import line

Kind = Literal["result", "manual", "entrant", "event", "annulled", "seed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One line of the public trail: what was changed, after how many published rounds, and why.

    A changed result has its `round`, its `board`, and the games `before` and `after`, changed
    settings what these `settings` were before, None where there were none: so the event can be seen
    as it was when a later round was paired.
    """

    kind: Kind
    after_rounds: int
    reason: str
    what: str = ""
    round: int = 0
    board: int = 0
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the line as plain data, without what is empty."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        plain = {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}
        always = {"kind", "after_rounds", "reason"}
        return {name: v for name, v in plain.items() if v or name in always}

    @classmethod
    def from_dict(cls, values: Any) -> Change:
        """Read a line. Raises `CompetitionError`."""
        try:
            given = dict(values)
            for name in ("before", "after"):
                given[name] = tuple(str(token)[:20] for token in given.get(name, ()))
            given["settings"] = dict(given.get("settings", {}))
            change = cls(**given)
            counted = (change.after_rounds, change.round, change.board)
            if any(type(number) is not int for number in counted):
                raise ValueError
            return change
        except (TypeError, ValueError):
            raise CompetitionError("trail: a line cannot be read") from None


def describe_round(number: int, seed: str, cards: Sequence[str]) -> str:
    """Return what the trail says of a round that is annulled.

    >>> describe_round(2, "", ("7", "12"))
    'round 2, seed -, cards 7 12'
    """
    return f"round {number}, seed {seed or '-'}, cards {' '.join(cards) or '-'}"


def find_revealed(trail: Iterable[Change], number: int) -> list[str]:
    """Return the cards of rounds that were annulled before a round was paired."""
    return [
        code
        for change in trail
        if change.kind == "annulled" and change.after_rounds < number
        for code in change.what.partition(", cards ")[2].split()
        if code != "-"
    ]


def find_undone(trail: Sequence[Change], number: int) -> Iterator[Change]:
    """Yield the changes that came after a round was paired, the last one first.

    Of a round that was annulled and paired anew it is the pairing that stands.
    """
    for change in reversed(trail):
        if change.kind == "annulled" and change.round <= number:
            return  # what came before was known when the round was paired anew
        if change.after_rounds >= number:
            yield change


def one_line(text: Any) -> str:
    """Return text of a person as one line. Raises `CompetitionError`."""
    try:
        return line(text, "text")
    except CrownheadError as error:
        raise CompetitionError(str(error)) from None
