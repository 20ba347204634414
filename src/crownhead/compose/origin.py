"""Whether a game can have led to a position, as far as that can be disproved."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.position import Position, Status
from crownhead.rules import Color, Step
from crownhead.sides import other

_SENTENCES = {
    Status.NO_WHITE: "White has no piece",
    Status.NO_BLACK: "Black has no piece",
    Status.TOO_MANY_WHITE: "White has more pieces than a game begins with",
    Status.TOO_MANY_BLACK: "Black has more pieces than a game begins with",
    Status.WHITE_MAN_ON_LAST_ROW: "a white man stands on the row where it is crowned",
    Status.BLACK_MAN_ON_LAST_ROW: "a black man stands on the row where it is crowned",
}


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why no game can reach a position: a code, and a sentence in English."""

    code: str
    sentence: str


def doubts(position: Position) -> tuple[Doubt, ...]:
    """Return why no game can reach a position; none means not disproved, which is no proof.

    Looked at are: pieces per side, men on the row where they are crowned, whose turn it can be
    while nothing has been taken, and whether the side that has just moved has a piece that can
    have moved.

    >>> doubts(Position.initial("english"))
    ()
    >>> [doubt.code for doubt in doubts(Position.from_fen("W:W1:B32", "english"))]
    ['white-man-on-last-row', 'black-man-on-last-row']
    >>> start = Position.initial("english")
    >>> [doubt.code for doubt in doubts(start.pass_turn())]
    ['parity']
    """
    found = [
        Doubt(str(flag.name).lower().replace("_", "-"), sentence)
        for flag, sentence in _SENTENCES.items()
        if flag in position.status()
    ]
    if not found:
        if _wrong_parity(position):
            found.append(
                Doubt("parity", "nothing was taken yet, and after as many moves it is not the turn")
            )
        elif _nobody_moved(position):
            side = "White" if position.turn == "black" else "Black"
            found.append(Doubt("no-last-move", f"no piece of {side} can have moved last"))
    return tuple(found)


def _advance(position: Position, side: Color) -> int:
    """Return how many rows the men of a side stand from their own edge of the board, together."""
    last = position.variant.rules.board.width - 1
    rows = [
        position.ruleset.place(square)[1]
        for square, piece in position.iter_pieces()
        if piece.color == side
    ]
    return sum(rows) if side == "white" else sum(last - row for row in rows)


def _wrong_parity(position: Position) -> bool:
    """Return whether it cannot be this side's turn after moves of men alone, nothing being taken.

    Each such move is one row; nothing is told of positions with kings, or with a piece missing.
    """
    if position.variant.rules.men_move is not Step.FORWARD or _has_king(position):
        return False
    start = Position.initial(position.variant)
    first, second = start.turn, other(start.turn)
    if any(position.count(side) != start.count(side) for side in (first, second)):
        return False
    ahead = _advance(position, first) - _advance(start, first)
    ahead -= _advance(position, second) - _advance(start, second)
    return ahead != (0 if position.turn == first else 1)


def _has_king(position: Position) -> bool:
    return any(piece.is_king for _, piece in position.iter_pieces())


def _nobody_moved(position: Position) -> bool:
    """Return whether whoever moved last has only men on the first row, where no man arrives."""
    rules = position.variant.rules
    if position == Position.initial(position.variant):
        return False
    if rules.men_move is not Step.FORWARD or rules.men_capture & ~(Step.FORWARD | Step.AHEAD):
        return False
    side = other(position.turn)
    edge = 0 if side == "white" else rules.board.width - 1
    return all(
        not piece.is_king and position.ruleset.place(square)[1] == edge
        for square, piece in position.iter_pieces()
        if piece.color == side
    )
