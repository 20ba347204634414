"""Taking a book from its tree."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from crownhead import atomic
from crownhead.endgame.files import family
from crownhead.engines.book.books import SUFFIX
from crownhead.engines.book.growth import read
from crownhead.engines.book.tree import Edge, Node, Tree

_HEAD = struct.Struct("<4sIQ")
_FORMAT = 1
_MOVE = 0xFFFF
_WHOLE = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Exported:
    """Hold where a book was written, how large it is, and what is in it."""

    path: Path
    size: int
    positions: int
    moves: int


def export(path: Path, folder: Path, margin: int = 0) -> Exported:
    """Write the book of the tree in a file as `GAME.book` into the folder, its recipe beside it.

    In the folder for a user's own books (`books.own_folder`) the engine plays by it.

    It plays the moves at most `margin` hundredths of a man below the best, as far as what comes
    after them was looked at, too; none in a position whose best move leads to where nobody looked.
    Positions that it would not come to by these moves, whatever the other side plays, are left out.

    Raises `BookError` where the file is no tree.
    """
    growth = read(path)
    entries = entries_of(growth.tree, margin)
    content = write_book(entries)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{family(growth.settings.game)}{SUFFIX}"
    atomic.write(target, content)
    positions = len({entry & ~_MOVE for entry in entries})
    recipe = {
        **growth.settings.to_dict(),
        "stages": [{**asdict(stage.by), "positions": stage.positions} for stage in growth.stages],
        "margin": margin,
        "positions": positions,
        "moves": len(entries),
    }
    text = json.dumps(recipe, indent=1, sort_keys=True) + "\n"
    atomic.write(target.with_suffix(".json"), text)
    return Exported(target, len(content), positions, len(entries))


def _moves_of_book(node: Node, margin: int) -> Sequence[Edge]:
    """Return the moves of a position that the book plays."""
    best = max(node.moves, key=lambda edge: edge.value, default=None)
    if best is None or not best.node.grown:
        return []
    least = best.value - margin
    return [edge for edge in node.moves if edge.value >= least and edge.node.grown]


def entries_of(tree: Tree, margin: int = 0) -> set[int]:
    """Return the moves of a side that plays by the book, wherever that can bring it to move."""
    waiting = [(node, own) for node in tree.roots() for own in (False, True)]
    met = set(waiting)
    entries: set[int] = set()
    while waiting:
        node, own = waiting.pop()
        edges = _moves_of_book(node, margin) if own else node.moves
        if own:
            entries.update(_entry(node, edge) for edge in edges)
        for edge in edges:
            after = (edge.node, not own)
            if after not in met:
                met.add(after)
                waiting.append(after)
    return entries


def write_book(entries: Iterable[int]) -> bytes:
    """Return a book with these entries as a file; core/search/book.hpp says what they are.

    >>> from crownhead.engines.book.books import read
    >>> len(read(write_book([1 << 16, 2 << 16])))
    2
    """
    packed = b"".join(entry.to_bytes(8, "little") for entry in sorted(entries))
    return _HEAD.pack(b"CHOB", _FORMAT, _fnv1a(packed)) + packed


def _entry(node: Node, edge: Edge) -> int:
    return node.position.key & ~_MOVE | edge.node.position.key & _MOVE


def _fnv1a(content: Iterable[int]) -> int:
    found = 0xCBF29CE484222325
    for byte in content:
        found = (found ^ byte) * 0x100000001B3 & _WHOLE
    return found
