"""Endings of a few pieces, solved slowly: every position and move, then back from the end."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from oracle.board import State, by_number, new_state, other
from oracle.moves import moves
from oracle.play import play
from oracle.record import OracleRules

Key = tuple[tuple[int, str], ...]  # square number and piece, White to move
Value = tuple[str, int | None]  # "win", "draw" or "loss" for White, and the plies to the end


def solve(rules_dict: dict[str, Any], most: int) -> dict[Key, Value]:
    """Solve every position of up to `most` pieces with both sides on the board.

    White is to move; whoever wants Black turns the board. A run of one king counts for nothing.
    """
    rules = replace(OracleRules.from_dict(rules_dict), king_run=0, draw_rules=())
    found: dict[Key, Value] = {}
    before: dict[Key, list[Key]] = {}
    left: dict[Key, int] = {}
    ends: deque[Key] = deque()
    terminal: Value = ("win" if rules.aim == "lose" else "loss", 0)
    for key in positions(rules_dict, most):
        pieces = {rules.squares[number - 1]: piece for number, piece in key}
        state = new_state(rules, "white", pieces, {})
        nexts = [turn_board(play(state, move)) for move in moves(state)]
        left[key] = len(nexts)
        if not nexts:
            found[key] = terminal
            ends.append(key)
        for after in nexts:
            if after not in before:
                before[after] = []
                if not any(piece.startswith("white") for _, piece in after):
                    found[after] = terminal
                    ends.append(after)
            before[after].append(key)
    while ends:  # in the order of their distance
        key = ends.popleft()
        value, plies = found[key]
        assert plies is not None
        for earlier in before.get(key, ()):
            if earlier in found:
                continue
            left[earlier] -= 1
            if value == "loss":
                found[earlier] = ("win", plies + 1)
            elif left[earlier] == 0:
                found[earlier] = ("loss", plies + 1)
            else:
                continue
            ends.append(earlier)
    return {key: found.get(key, ("draw", None)) for key in left}


def positions(rules_dict: dict[str, Any], most: int) -> Iterator[Key]:
    """Place 2 to `most` pieces in every way, no man on the row where it would be crowned."""
    rules = OracleRules.from_dict(rules_dict)
    squares = range(1, len(rules.squares) + 1)
    rows = {number: rules.squares[number - 1][0] for number in squares}
    for count in range(2, most + 1):
        for chosen in combinations(squares, count):
            yield from _pieces_on(chosen, (), rows, rules)


def _pieces_on(
    chosen: tuple[int, ...], so_far: Key, rows: dict[int, int], rules: OracleRules
) -> Iterator[Key]:
    if len(so_far) == len(chosen):
        if len({piece.split("_")[0] for _, piece in so_far}) == 2:
            yield so_far
        return
    number = chosen[len(so_far)]
    for side in ("white", "black"):
        for kind in ("man", "king"):
            if kind == "man" and rows[number] == rules.far_row(side):
                continue
            yield from _pieces_on(chosen, (*so_far, (number, f"{side}_{kind}")), rows, rules)


def place(rules_dict: dict[str, Any], material: str, dice: random.Random) -> Key:
    """Place pieces at random: white men, white kings, black men and black kings, a digit each."""
    rules = OracleRules.from_dict(rules_dict)
    kinds = ("white_man", "white_king", "black_man", "black_king")
    pieces = [kind for kind, count in zip(kinds, material, strict=True) for _ in range(int(count))]
    while True:
        numbers = dice.sample(range(1, len(rules.squares) + 1), len(pieces))
        if all(
            piece.endswith("king")
            or rules.squares[number - 1][0] != rules.far_row(piece.removesuffix("_man"))
            for number, piece in zip(numbers, pieces, strict=True)
        ):
            return tuple(sorted(zip(numbers, pieces, strict=True)))


def judge(rules_dict: dict[str, Any], key: Key, sign: Callable[[Key], int]) -> int:
    """Return 1, 0 or -1 for White, to move, by what `sign` says of the positions that follow."""
    rules = replace(OracleRules.from_dict(rules_dict), king_run=0, draw_rules=())
    state = new_state(rules, "white", {rules.squares[n - 1]: piece for n, piece in key}, {})
    lost = 1 if rules.aim == "lose" else -1
    best = None
    for move in moves(state):
        after = turn_board(play(state, move))
        alive = any(piece.startswith("white") for _, piece in after)
        found = -(sign(after) if alive else lost)
        best = found if best is None else max(best, found)
    return lost if best is None else best


def turn_board(state: State) -> Key:
    """Return the position with the board turned and the colours swapped: White is to move."""
    last = len(state.rules.squares) + 1
    pieces = by_number(state).items()
    return tuple(
        sorted((last - n, f"{other(p.split('_')[0])}_{p.split('_')[1]}") for n, p in pieces)
    )


def slices(table: dict[Key, Value]) -> dict[str, dict[str, int]]:
    """Count the values, by white men, white kings, black men and black kings."""
    found: dict[str, dict[str, int]] = {}
    for key, (value, plies) in table.items():
        have = Counter(piece for _, piece in key)
        kinds = ("white_man", "white_king", "black_man", "black_king")
        counts = found.setdefault(
            "".join(str(have[kind]) for kind in kinds),
            {"win": 0, "draw": 0, "loss": 0, "longest": 0},
        )
        counts[value] += 1
        if value == "win" and plies is not None:
            counts["longest"] = max(counts["longest"], plies)
    return found
