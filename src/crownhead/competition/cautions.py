"""What is allowed in an event, and an arbiter should know before he goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.event import Event

_CAUTIONS: Mapping[str, str] = MappingProxyType(
    {
        "many_rounds": "{round} rounds are more than half of {entrants} entrants: "
        "a round robin may suit better",
        "met_before": "round {round}, board {board}: they have met before",
        "second_bye": "round {round}: {name} has a second bye",
        "same_side": "round {round}: {name} has one side three times in a row",
    }
)


@dataclass(frozen=True, slots=True)
class Caution:
    """What is allowed, and an arbiter should know: of which kind it is, and of whom and where.

    >>> str(Caution("second_bye", round=3, name="Anna"))
    'round 3: Anna has a second bye'
    """

    kind: str
    round: int
    board: int = 0
    name: str = ""
    entrants: int = 0

    def __str__(self) -> str:
        values = {field: getattr(self, field) for field in self.__dataclass_fields__}
        return _CAUTIONS[self.kind].format(**values)


CAUTIONS = tuple(_CAUTIONS)
"""Every kind of a caution."""


def find_cautions(
    event: Event, entrants: Sequence[Entrant], rounds: Sequence[Sequence[Encounter]]
) -> tuple[Caution, ...]:
    """Return what is unusual about an event as it stands; see `Competition.warnings`."""
    found: list[Caution] = []
    count = len([each for each in entrants if each.left is None])
    if event.format == "swiss" and 2 * event.rounds > count:
        found.append(Caution("many_rounds", round=event.rounds, entrants=count))
    if rounds:
        found += _about_boards(event.format == "swiss", rounds)
    return tuple(found)


def _about_boards(swiss: bool, rounds: Sequence[Sequence[Encounter]]) -> list[Caution]:
    """Return what is unusual about the boards of the last round."""
    found: list[Caution] = []
    earlier = [board for boards in rounds[:-1] for board in boards]
    met = {frozenset(board.names) for board in earlier if board.played}
    free = {board.one for board in earlier if board.alone == "bye"}
    number = len(rounds)
    for n, board in enumerate(rounds[-1], 1):
        if swiss and board.two and frozenset(board.names) in met:
            found.append(Caution("met_before", round=number, board=n))
        if board.alone == "bye" and board.one in free:
            found.append(Caution("second_bye", round=number, name=board.one))
        if swiss and board.two is not None:
            for name in board.names:
                three = [b.one == name for b in earlier if name in b.names and b.played][-2:]
                if three == [board.one == name] * 2:
                    found.append(Caution("same_side", round=number, name=name))
    return found
