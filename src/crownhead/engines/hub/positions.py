"""The command `pos`: a position, and the moves that lead from it to the present one."""

from __future__ import annotations

from collections.abc import Sequence

from crownhead.engines.hub.syntax import Line
from crownhead.errors import CrownheadError, ProtocolError
from crownhead.locales import Catalogue
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Variant

_LONGEST_TAIL = 256
_MOST_MOVES = 5000


def write(positions: Sequence[Position]) -> Line:
    """Return the line for the last of the positions of a game.

    Only the moves of kings since the last move that cannot be undone are sent, and further moves
    where a draw rule has counted before them: with them the engine sees what is repeated, and how
    far the counts are.

    >>> str(write([Position.initial("english").play("11-15")]))
    'pos pos=Wbbbbbbbbbbebeebeeeeewwwwwwwwwwww'
    """
    first = len(positions) - 1
    moves: list[str] = []
    while first > 0 and len(moves) < _LONGEST_TAIL:
        before, after = positions[first - 1], positions[first]
        move = _move_between(before, after)
        if move is None or not (_can_be_undone(move) or _has_counted(after)):
            break
        moves.append(move.notation("hub"))
        first -= 1
    said: dict[str, str | None] = {"pos": positions[first].letters()}
    if moves:
        said["moves"] = " ".join(reversed(moves))
    return Line("pos", said)


def read(line: Line, variant: Variant) -> tuple[Position, ...]:
    """Return the positions that a line tells of, the present one last.

    Without `pos` it is the initial position. Raises `ProtocolError` saying what is wrong.
    """
    try:
        position = (
            Position.from_fen(line.get("pos"), variant)
            if "pos" in line
            else Position.initial(variant)
        )
    except CrownheadError as error:
        raise ProtocolError(f"bad position: {error}", str(line)) from None
    found = [position]
    for text in line.get("moves").split():
        if len(found) > _MOST_MOVES:
            raise ProtocolError(f"more than {_MOST_MOVES} moves", str(line))
        try:
            position = position.play(position.parse(text))
        except CrownheadError as error:
            said = Catalogue("en", variant).error(error, text)
            raise ProtocolError(f"bad move {text[:20]}: {said}", str(line)) from None
        found.append(position)
    return tuple(found)


def _can_be_undone(move: Move) -> bool:
    return move.by_king and not move.is_capture


def _has_counted(position: Position) -> bool:
    """Return whether a draw count says more than a board alone would."""
    if all(count <= 0 for count in position.draw_counts):
        return False
    alone = Position.from_fen(position.letters(), position.variant)
    return position.draw_counts != alone.draw_counts


def _move_between(before: Position, after: Position) -> Move | None:
    """Return the move that leads from one position to the next, or None."""
    if before.turn == after.turn:
        return None
    for move in before.legal_moves:
        if before.play(move) == after:
            return move
    return None
