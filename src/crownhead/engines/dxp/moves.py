"""Moves on the wire: origin, target and captured squares; the route is not sent."""

from __future__ import annotations

from crownhead.engines.dxp.messages import MOST_SECONDS, Moved
from crownhead.errors import IllegalReply, ProtocolError
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Color


def message(move: Move, seconds: float = 0.0) -> Moved:
    """Return the message of a move that took `seconds`.

    >>> position = Position.from_fen("W:W28:B22,23", "international")
    >>> message(position.parse("28x17"), 2.6).text
    'M000328170122'
    """
    return Moved(min(round(seconds), MOST_SECONDS), move.origin, move.target, move.captures)


def find(position: Position, said: Moved) -> Move:
    """Return the legal move that a message means.

    The captured squares may come in any order; they may be missing where origin and target say
    enough. Raises `IllegalReply` where no legal move fits, `ProtocolError` where several do.
    """
    taken = sorted(said.captures)
    fitting = [
        move
        for move in position.legal_moves
        if (move.origin, move.target) == (said.origin, said.target)
        and (not taken or sorted(move.captures) == taken)
    ]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        wrong = f"DXP: {said.text!r} is not a legal move in {position.fen()}"
        raise IllegalReply(wrong, said.text)
    raise ProtocolError(f"DXP: {said.text!r} may mean several moves in {position.fen()}", said.text)


def ply_of(start: Position, number: int, turn: Color) -> int:
    """Return after how many plies `turn` makes its move `number`; the first move is number 1.

    Negative where that was before the start. A game that the second side begins has no first
    move of the first side.

    >>> ply_of(Position.initial("international"), 5, "black")
    9
    """
    first = start.variant.first
    return 2 * (number - 1) + (turn != first) - (start.turn != first)


def number_of(start: Position, ply: int) -> tuple[int, Color]:
    """Return the number of the move that follows `ply` plies, and who makes it.

    >>> number_of(Position.initial("international"), 9)
    (5, 'black')
    """
    first = start.variant.first
    shifted = ply + (start.turn != first)
    second: Color = "black" if first == "white" else "white"
    return shifted // 2 + 1, second if shifted % 2 else first
