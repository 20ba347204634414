"""The endgame tables for the engine in the page, one file for each game that has tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from crownhead import Position, endgame
from crownhead.endgame.files import (
    SHIPPED,
    Slice,
    assemble,
    family,
    file_name,
    summary,
    switches,
)
from crownhead.variants import VARIANTS, Variant
from generating.weights import vary

MOST_PIECES = 4
MOST_BYTES = 1_000_000
POSITIONS = 120
CUT_OFF = Position.from_fen("W:W27,K28,29:BK18", "russian")
"""A win that a draw rule cuts off."""


def games() -> list[dict[str, Any]]:
    """Return the names of the tables, and the switches of the games that they fit."""
    return [{"name": variant.key, "rules": switches(variant)} for variant in _shipped_variants()]


def files() -> dict[str, bytes]:
    """Return all tables by name, each at most `MOST_BYTES` long.

    What is too large for that has, of the largest positions, those with a lone king alone: endings
    that have to be won within a count, and lead to each other and to smaller ones only.
    """
    return {variant.key: _file(variant) for variant in _shipped_variants()}


def cases() -> dict[str, Any]:
    """Return which tables games have, and what they say of positions; null: nothing."""
    dice = Random(53)
    house = [vary(dice, variant) for variant in VARIANTS.values() for _ in range(3)]
    names = [variant.key for variant in _shipped_variants()]
    return {
        "tabled": [
            [variant.to_dict()["rules"], family(variant) if family(variant) in names else None]
            for variant in [*VARIANTS.values(), *house]
        ],
        "known": [
            *(known for variant in _shipped_variants() for known in _draw_values(dice, variant)),
            ["russian", CUT_OFF.fen(), _verdict(endgame.Tables.open("russian"), CUT_OFF)],
        ],
    }


def _shipped_variants() -> list[Variant]:
    return [
        variant
        for key, variant in VARIANTS.items()
        if family(variant) == key and (SHIPPED / file_name(variant, MOST_PIECES)).is_file()
    ]


@cache
def _file(variant: Variant) -> bytes:
    parts = {name: (counts, packed) for name, counts, packed in _slices(variant)}
    if sum(len(packed) for _, packed in parts.values()) > MOST_BYTES - 10_000:
        parts = {name: part for name, part in parts.items() if _is_kept(name)}
    return assemble(variant, MOST_PIECES, distances=True, parts=parts)


def _is_kept(name: str) -> bool:
    """Return whether a slice is small, or one side of it is a lone king."""
    return sum(map(int, name)) < MOST_PIECES or "01" in (name[:2], name[2:])


def _slices(variant: Variant) -> Iterator[tuple[str, Slice, bytes]]:
    for pieces in range(2, MOST_PIECES + 1):
        path = SHIPPED / file_name(variant, pieces)
        data = path.read_bytes()
        head = summary(path)
        for name, counts in head.slices.items():
            offset, length = head.places[name]
            yield name, counts, data[offset : offset + length]


def _draw_values(dice: Random, variant: Variant) -> Iterator[list[Any]]:
    tables = endgame.Tables.open(variant)
    cut_down = len(_file(variant)) < (SHIPPED / file_name(variant, MOST_PIECES)).stat().st_size
    squares = variant.rules.board.squares
    left = POSITIONS
    while left:
        pieces = dice.randint(2, MOST_PIECES)
        cut = dice.randint(1, pieces - 1)
        named = [
            dice.choice(("", "K")) + str(square)
            for square in dice.sample(range(1, squares + 1), pieces)
        ]
        turn = dice.choice("WB")
        text = f"{turn}:W{','.join(named[:cut])}:B{','.join(named[cut:])}"
        position = Position.from_fen(text, variant)
        if position.status() or tables.value(position) is None:
            continue
        left -= 1
        kings = [[name.startswith("K") for name in side] for side in (named[:cut], named[cut:])]
        kept = not cut_down or pieces < MOST_PIECES or [True] in kings
        yield [variant.key, position.fen(), _verdict(tables, position) if kept else None]


def _verdict(tables: endgame.Tables, position: Position) -> dict[str, int | None]:
    """Return value and plies as the page has them, and the draw rule that ends best play before."""
    value, plies = tables.value(position) or (0, None)
    rule = tables.native.follow(position, plies or 0)
    assert isinstance(rule, int)
    return {"value": value, "plies": plies, "cutBy": None if rule < 0 else rule}
