"""Which game it is where no tag says so, or where the tag cannot be right: the core decides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from crownhead._core import PdnLooks, pdn_candidates
from crownhead.formats.pdn.gametype import PRIVATE, unified_pool
from crownhead.rules import Choice
from crownhead.variants import VARIANTS, Variant

RUSSIAN = VARIANTS["russian"]
_LETTERS, _COLONS, _TWIN, _LENIENT, _CYRILLIC, _SELDOM = (1 << bit for bit in range(6))


def marks_of(variant: Variant) -> tuple[int, int, int]:
    """Return what of a game decides whether a text may be one of it: squares, columns, marks.

    A game that shares the GameType of the closest is tried after the others. One without a number
    of its own is lenient where it allows what the closest refuses: each game with a wrong move
    would be taken for it.
    """
    closest = VARIANTS.get(variant.closest)
    twin = closest is not None and closest.gametype_number == variant.gametype_number
    marks = {
        _LETTERS: variant.notation == "algebraic",
        _COLONS: variant.capture_sign == ":",
        _TWIN: twin,
        _LENIENT: closest is not None and _is_lenient(variant, closest),
        _CYRILLIC: variant == RUSSIAN,
        _SELDOM: variant == unified_pool(),
    }
    board = variant.rules.board
    return board.squares, board.width, sum(mark for mark, holds in marks.items() if holds)


def _is_lenient(variant: Variant, closest: Variant) -> bool:
    if variant.gametype_number not in PRIVATE:
        return False
    return variant.rules.choice is Choice.FREE and closest.rules.choice is not Choice.FREE


@cache
def _games() -> tuple[tuple[Variant, ...], bytes]:
    games = (*VARIANTS.values(), unified_pool())
    return games, bytes(each for variant in games for each in marks_of(variant))


def candidates(
    looks: PdnLooks, fen: str = "", previous: Variant | None = None
) -> Iterator[Variant]:
    """Yield the games a text may belong to, the likeliest first.

    Squares decide the board, capture signs and the form of the result the order; what the game
    before in the same file was goes first where it is among them.
    """
    games, marks = _games()
    before = games.index(previous) if previous in games else -1
    for place in pdn_candidates(marks, looks, fen, before):
        yield games[place]
