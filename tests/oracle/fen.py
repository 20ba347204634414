"""Positions as text: `W:W31-50:BK1`, and the square numbers of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oracle.board import State, by_number, from_pieces
from oracle.record import OracleRules


def read(fen: str, variant: dict[str, Any]) -> State:
    """Read a FEN; `variant` needs `rules`, `first_square` and `mirrored` as in `to_dict`."""
    turn, *lists = fen.rstrip(".").split(":")
    names = {"W": "white", "B": "black"}
    turned = numbering(variant)
    pieces = {}
    for squares in lists:
        for item in filter(None, squares[1:].split(",")):
            kind = "king" if item.startswith("K") else "man"
            for number in _numbers(item.removeprefix("K"), variant):
                pieces[turned(number)] = f"{names[squares[0]]}_{kind}"
    return from_pieces(variant["rules"], names[turn], pieces)


def write(state: State, variant: dict[str, Any]) -> str:
    """Write a FEN with square numbers only."""
    lists: dict[str, list[str]] = {"white": [], "black": []}
    turned = numbering(variant)
    pieces = {turned(number): piece for number, piece in by_number(state).items()}
    for number in sorted(pieces):
        side, kind = pieces[number].split("_")
        lists[side].append(("K" if kind == "king" else "") + str(number))
    turn = state.turn[0].upper()
    return f"{turn}:W{','.join(lists['white'])}:B{','.join(lists['black'])}"


def numbering(variant: dict[str, Any]) -> Callable[[int], int]:
    """Return what turns a square number of a game into one of the oracle, and back again.

    A mirrored board is looked at in a mirror: its rows run the other way.
    """
    rules = OracleRules.from_dict(variant["rules"])
    per_row = rules.width if rules.full else rules.width // 2

    def renumber(number: int) -> int:
        row, place = divmod(number - 1, per_row)
        if variant["first_square"] == "bottom-right":
            row, place = rules.height - 1 - row, per_row - 1 - place
        if variant["mirrored"]:
            place = per_row - 1 - place
        return row * per_row + place + 1

    return renumber


def _numbers(item: str, variant: dict[str, Any]) -> list[int]:
    if item[0].isalpha():
        return [_algebraic(item, variant)]
    low, _, high = item.partition("-")
    return list(range(int(low), int(high or low) + 1))


def _algebraic(name: str, variant: dict[str, Any]) -> int:
    rules = OracleRules.from_dict(variant["rules"])
    square = rules.height - int(name[1:]), ord(name[0]) - ord("a")
    return rules.numbers[square]
