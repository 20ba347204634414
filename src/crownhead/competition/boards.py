"""Boards beside each other: those of the program and those by hand, and who missed his."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.failure import CompetitionError
from crownhead.competition.scoring import FORFEITS


def differences(program: Sequence[Encounter], chosen: Sequence[Encounter]) -> str:
    """Return in one line what boards by hand have that the program has not, and the reverse.

    >>> program = [Encounter(one="A", two="B"), Encounter(one="C", two="D")]
    >>> differences(program, [Encounter(one="A", two="C"), Encounter(one="B", two="D")])
    'A - C, B - D instead of A - B, C - D'
    """
    old, new = pairs_of(program), pairs_of(chosen)
    added = [pair for pair in new if pair not in old]
    gone = [pair for pair in old if pair not in new]
    if not added:
        return "other boards"
    return f"{', '.join(map(_name_pair, added))} instead of {', '.join(map(_name_pair, gone))}"


def _name_pair(pair: tuple[str, str]) -> str:
    return f"{pair[0]} - {pair[1]}"


def pairs_of(boards: Sequence[Encounter]) -> list[tuple[str, str]]:
    """Return who meets whom; for who is alone, why."""
    return [(b.one, b.two if b.two is not None else f"({b.alone})") for b in boards]


def swap_players(boards: Sequence[Encounter], one: str, two: str) -> tuple[Encounter, ...]:
    """Return boards on which two have changed places. Raises `CompetitionError`.

    >>> program = [Encounter(one="A", two="B"), Encounter(one="C", two="D")]
    >>> [board.names for board in swap_players(program, "B", "C")]
    [('A', 'C'), ('B', 'D')]
    """
    known = {name for board in boards for name in board.names}
    for name in (one, two):
        if name not in known:
            raise CompetitionError(f"{name} is not paired in this round")
    other = {one: two, two: one}
    return tuple(
        Encounter(
            one=other.get(board.one, board.one),
            two=None if board.two is None else other.get(board.two, board.two),
            alone=board.alone,
        )
        if {one, two} & set(board.names)
        else board
        for board in boards
    )


def is_absent(board: Encounter, name: str) -> bool:
    """Return whether somebody did not come to a board.

    >>> forfeit = Encounter(one="Anna", two="Bert", games=("+/-",))
    >>> is_absent(forfeit, "Anna"), is_absent(forfeit, "Bert")
    (False, True)
    """
    if board.two is None:
        return board.alone == "absent"
    lost = {"-/-", "-/+"} if board.one == name else {"-/-", "+/-"}
    return bool(board.games) and set(board.games) <= lost and set(board.games) <= set(FORFEITS)


def find_absent(
    entrants: Iterable[Entrant], rounds: Sequence[Sequence[Encounter]], most: int
) -> tuple[str, ...]:
    """Return the names of those who were absent so often since they came, and still are in."""
    found = []
    for each in entrants:
        since = each.returned or 0
        absent = sum(
            is_absent(board, each.name)
            for n, boards in enumerate(rounds, 1)
            for board in boards
            if n >= since and each.name in board.names
        )
        if absent >= most and each.here(len(rounds) + 1):
            found.append(each.name)
    return tuple(sorted(found))
