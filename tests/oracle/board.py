"""A position: which piece stands where, who moves, and the counts that belong to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from oracle.record import OracleRules, Square

Pieces = dict[Square, str]  # "white_man", "white_king", "black_man", "black_king"


@dataclass(frozen=True)
class State:
    """Hold a position.

    `runs` says for each side with which king it made its latest quiet moves in a row, and how
    many: `{"white": ((7, 0), 2)}`. `draw_counts` has one number for each draw rule.
    """

    rules: OracleRules
    turn: str
    pieces: Pieces
    runs: dict[str, tuple[Square, int]]
    draw_counts: tuple[int, ...]


@cache
def side_of(piece: str) -> str:
    """Return the owner of a piece."""
    return piece.split("_")[0]


@cache
def is_king(piece: str) -> bool:
    """Return whether a piece is crowned."""
    return piece.endswith("_king")


def other(side: str) -> str:
    """Return the other side."""
    return "black" if side == "white" else "white"


def has_man(pieces: Pieces, side: str) -> bool:
    """Return whether `side` still has an uncrowned piece."""
    return f"{side}_man" in pieces.values()


def initial(rules_dict: dict[str, Any]) -> State:
    """Set up the start position."""
    rules = OracleRules.from_dict(rules_dict)
    pieces = {}
    for row, column in rules.squares:
        if rules.rows_behind <= row < rules.rows_behind + rules.men_rows:
            pieces[row, column] = "black_man"
        from_below = rules.height - 1 - row
        if rules.rows_behind <= from_below < rules.rows_behind + rules.men_rows:
            pieces[row, column] = "white_man"
    return new_state(rules, rules.first, pieces, {})


def from_pieces(
    rules_dict: dict[str, Any],
    turn: str,
    pieces: dict[int, str],
    runs: dict[str, tuple[int, int]] | None = None,
) -> State:
    """Set up any position; `runs` maps a side to (square of the king, quiet moves in a row)."""
    rules = OracleRules.from_dict(rules_dict)
    squares = rules.squares
    placed = {squares[number - 1]: piece for number, piece in pieces.items()}
    king_runs = {side: (squares[number - 1], n) for side, (number, n) in (runs or {}).items()}
    return new_state(rules, turn, placed, king_runs)


def new_state(
    rules: OracleRules, turn: str, pieces: Pieces, runs: dict[str, tuple[Square, int]]
) -> State:
    """Start the draw counts: 0 where the ending is on the board, else -1."""
    counts = tuple(0 if ending_on(rules, n, pieces) else -1 for n in range(len(rules.draw_rules)))
    return State(rules, turn, pieces, runs, counts)


def by_number(state: State) -> dict[int, str]:
    """Return the pieces by square number, as `from_pieces` takes them."""
    return {number_of(state.rules, square): state.pieces[square] for square in state.pieces}


def number_of(rules: OracleRules, square: Square) -> int:
    """Return the number of a square."""
    return rules.numbers[square]


def ending_on(rules: OracleRules, index: int, pieces: Pieces) -> bool:
    """Return whether the count of draw rule `index` runs with these pieces."""
    endings = rules.draw_rules[index].endings
    if not endings:
        return True
    men = {side: list(pieces.values()).count(f"{side}_man") for side in ("white", "black")}
    kings = {side: list(pieces.values()).count(f"{side}_king") for side in ("white", "black")}
    for ending in endings:
        for strong in ("white", "black"):
            weak = other(strong)
            fits = (
                ending.strong_men[0] <= men[strong] <= ending.strong_men[1]
                and ending.strong_kings[0] <= kings[strong] <= ending.strong_kings[1]
                and ending.weak_men[0] <= men[weak] <= ending.weak_men[1]
                and ending.weak_kings[0] <= kings[weak] <= ending.weak_kings[1]
                and ending.total[0] <= len(pieces) <= ending.total[1]
            )
            if fits and (not ending.on_long_diagonal or _on_long_diagonal(rules, weak, pieces)):
                return True
    return False


def _on_long_diagonal(rules: OracleRules, side: str, pieces: Pieces) -> bool:
    diagonal = [(rules.height - 1 - n, n) for n in range(rules.width)]
    return any(pieces.get(square) == f"{side}_king" for square in diagonal)
