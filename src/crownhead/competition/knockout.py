"""Knockouts: the best seeds apart, byes to the best, whoever wins goes on."""

from __future__ import annotations

from collections.abc import Sequence

from crownhead.competition.encounters import Encounter
from crownhead.competition.failure import CompetitionError, NoPairing
from crownhead.competition.scoring import Scoring

MOST = 4096


def rounds_of(count: int) -> int:
    """Return how many rounds a knockout of so many entrants takes.

    >>> rounds_of(2), rounds_of(5), rounds_of(8)
    (1, 3, 3)
    """
    if not 2 <= count <= MOST:
        raise CompetitionError(
            f"knockout: {count} entrants are not 2 to {MOST}", "knockout", n=count, most=MOST
        )
    return (count - 1).bit_length()


def bracket(count: int) -> list[int]:
    """Return the numbers from top to bottom; 0 is nobody, so that the best have a bye in round 1.

    >>> bracket(6)
    [1, 0, 4, 5, 2, 0, 3, 6]
    """
    order = [1, 2]
    for _ in range(rounds_of(count) - 1):
        size = 2 * len(order) + 1
        order = [n for better in order for n in (better, size - better)]
    return [n if n <= count else 0 for n in order]


def pair(
    names: Sequence[str], rounds: Sequence[Sequence[Encounter]], scoring: Scoring
) -> list[Encounter]:
    """Return the boards of the next round, in the order of the bracket.

    `names` are in order of seeds. Who has started less often so far starts; the better seed where
    that is level. Raises `NoPairing` where an encounter is still level, and after the final.
    """
    if not rounds:
        order = bracket(len(names))
        entrants = [names[n - 1] if n else None for n in order]
    else:
        entrants = [_winner(n, board, scoring) for n, board in enumerate(rounds[-1], 1)]
    if len(entrants) < 2:
        raise NoPairing(f"the final was round {len(rounds)}", "final_was", round=len(rounds))
    started = dict.fromkeys(names, 0)
    for boards in rounds:
        for board in boards:
            started[board.one] += board.two is not None
    found = []
    for first in range(0, len(entrants), 2):
        two = sorted(
            (name for name in entrants[first : first + 2] if name is not None),
            key=lambda name: (started[name], names.index(name)),
        )
        if not two:
            number, place = len(rounds) + 1, first // 2 + 1
            raise NoPairing(
                f"round {number}: nobody is left for board {place}",
                "nobody_left",
                round=number,
                board=place,
            )
        if len(two) == 1:
            found.append(Encounter(one=two[0], alone="bye"))
        else:
            found.append(Encounter(one=two[0], two=two[1]))
    return found


def _winner(number: int, board: Encounter, scoring: Scoring) -> str | None:
    winner = board.winner(scoring)
    if winner is None and not (board.games and not board.played):
        raise NoPairing(
            f"board {number}: {board.one} - {board.two} is level: play a tie-break",
            "level",
            board=number,
            one=board.one,
            two=board.two,
        )
    return winner
