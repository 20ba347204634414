"""Find a position in the solutions of a collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from crownhead.compose.composition import Composition
from crownhead.position import Position


@dataclass(frozen=True, slots=True)
class Hit:
    """A composition in whose solution a position occurs: after how many plies, and as what.

    `mirrored`: with the board turned and the colours exchanged. `other_turn`: with the other side
    to move.
    """

    number: int
    composition: Composition
    ply: int
    mirrored: bool = False
    other_turn: bool = False


def find(
    position: Position, collection: Iterable[Composition], *, exact: bool = False
) -> Iterator[Hit]:
    """Yield each composition in whose solution a position occurs, where it first does.

    Unless `exact`, it is also found turned round with exchanged colours, and with the other side to
    move. Compositions of other games are passed over.

    >>> from crownhead.compose import of_fen
    >>> mine = [of_fen("W:WK15,K32:B16,K28", "english")]
    >>> hit = next(find(mine[0].start.mirror(), mine))
    >>> hit.number, hit.ply, hit.mirrored
    (1, 0, True)
    """
    wanted = {position: (False, False)}
    if not exact:
        for mirrored, one in ((False, position), (True, position.mirror())):
            wanted.setdefault(one, (mirrored, False))
            wanted.setdefault(one.pass_turn(), (mirrored, True))
    for number, composition in enumerate(collection, 1):
        for at, ply in composition.positions():
            if at in wanted:
                yield Hit(number, composition, ply, *wanted[at])
                break
