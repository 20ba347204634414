"""PDN, the text in which draughts games are kept: reading, the tree of a game, writing.

    >>> import io
    >>> from crownhead.formats import pdn
    >>> file = io.StringIO('[White "Anna"] [GameType "21"] 1. 11-15 22-18 2. 15x22 25x18 1-0')
    >>> for game in pdn.read(file):
    ...     print(game.tags["White"], *game.moves, game.result, game.errors)
    Anna 11-15 22-18 15x22 25x18 1-0 ()

What is read, what is written and our own tags and comment commands stand in docs/pdn.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crownhead.errors import PdnError
from crownhead.formats.pdn.game import PdnGame
from crownhead.formats.pdn.headers import Headers, headers
from crownhead.formats.pdn.node import Node
from crownhead.formats.pdn.reader import loads, read
from crownhead.formats.pdn.visitor import Visitor, visit
from crownhead.formats.pdn.writer import dumps, write
from crownhead.hints import hint, missing

__all__ = [
    "Headers",
    "Node",
    "PdnError",
    "PdnGame",
    "Visitor",
    "dumps",
    "headers",
    "loads",
    "read",
    "visit",
    "write",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        plain = f"module {__name__!r} has no attribute {name!r}"
        raise missing(plain, name, hint("pdn", name))
