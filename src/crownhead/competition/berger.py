"""Round robins by the Berger tables."""

from __future__ import annotations

from collections.abc import Sequence

from crownhead.competition.failure import CompetitionError

MOST = 64


def berger(count: int, cycles: int = 1, exchange: bool = False) -> list[list[tuple[int, int]]]:
    """Return the rounds of a round robin: pairs of numbers from 1, who starts first in each.

    With an odd count number 0 is nobody. The second cycle has the sides swapped; `exchange` plays
    the last two rounds of the first in the other order, so that nobody has one side three times in
    a row (FIDE C.05 annex 1).

    >>> berger(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    if not 2 <= count <= MOST:
        raise CompetitionError(f"round robin: {count} entrants are not 2 to {MOST}")
    if cycles not in (1, 2):
        raise CompetitionError(f"round robin: {cycles} cycles are neither 1 nor 2")
    even = count + count % 2
    first = [_round(number, even, count) for number in range(1, even)]
    second = [[(two, one) for one, two in pairs] for pairs in first]
    if exchange and len(first) > 2:
        first[-2:] = first[:-3:-1]
    return first if cycles == 1 else first + second


def _round(number: int, even: int, count: int) -> list[tuple[int, int]]:
    """Return one round of the table for an even number of entrants; the last meets the pivot."""
    others = even - 1
    pivot = (number + 1) // 2 if number % 2 else even // 2 + number // 2
    pairs = [(pivot, even) if number % 2 else (even, pivot)]
    for step in range(1, even // 2):
        pairs.append(((pivot + step - 1) % others + 1, (pivot - step - 1) % others + 1))
    real = [tuple(0 if n > count else n for n in pair) for pair in pairs]
    return [(one, two) for one, two in real]


def sides(rounds: Sequence[Sequence[tuple[int, int]]], number: int) -> str:
    """Return the sides of a number, a letter a round: `s` starts, `r` replies, `-` is free.

    >>> sides(berger(4), 4)
    'rsr'
    """
    found = ""
    for pairs in rounds:
        pair = next(pair for pair in pairs if number in pair)
        found += "-" if 0 in pair else "s" if pair[0] == number else "r"
    return found
