"""Positions of the oracle's endings as the library knows them, and tables judged by the oracle."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

from oracle import endgames, fen

from crownhead import Position, Variant
from crownhead.endgame import Tables


def disagreements(
    tables: Tables, material: str, positions: int, dice: random.Random
) -> Iterator[tuple[Position, int, int]]:
    """Ask the oracle about random positions of one material, such as "2102".

    What a position is worth must follow from what the tables say of each move that the oracle's own
    rules allow. Yields a position where that is not so, what the tables say and what follows.
    """
    variant = tables.variant
    rules = variant.rules.to_dict()

    def sign(key: endgames.Key) -> int:
        found = tables.value(position_of(key, variant))
        assert found is not None, key
        return found[0]

    for _ in range(positions):
        key = endgames.place(rules, material, dice)
        said, follows = sign(key), endgames.judge(rules, key, sign)
        if said != follows:
            yield position_of(key, variant), said, follows


def position_of(key: endgames.Key, variant: Variant) -> Position:
    """Return the solver's position, in the numbers of the game."""
    lists: dict[str, list[str]] = {"white": [], "black": []}
    for number, piece in key:
        side, kind = piece.split("_")
        lists[side].append(("K" if kind == "king" else "") + str(_numbering(variant)(number)))
    return Position.from_fen(f"W:W{','.join(lists['white'])}:B{','.join(lists['black'])}", variant)


@cache
def _numbering(variant: Variant) -> Callable[[int], int]:
    return fen.numbering(variant.to_dict())
