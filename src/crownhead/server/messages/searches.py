"""A position searched on the server: what is asked, and the lines that answer it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from crownhead.server.messages.bodies import Body, Fen
from crownhead.server.messages.records import AnyGame
from crownhead.server.messages.reports import MoveText

MOST_NODES = 20_000_000


class SearchRequest(Body, frozen=True, kw_only=True):
    """Ask for the best lines of a position: after `moves` from the start, or from a position.

    `variant` is a key or a record, as where a game begins; the moves tell which positions came
    before, for repetition. `nodes` are searched at most.
    """

    variant: AnyGame
    start: Fen | None = None
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=600)] = ()
    lines: Annotated[int, Meta(ge=1, le=5)] = 1
    nodes: Annotated[int, Meta(ge=10_000, le=MOST_NODES)] = 5_000_000


class TablesSaid(Struct, frozen=True):
    """What endgame tables say of a line's first move: 1, 0 or -1 for the mover, plies to the end.

    The plies are null of a draw, and where they are not known; `cut` tells that a draw rule comes
    before the end.
    """

    value: int
    plies: int | None
    cut: bool


class TablesVerdict(Struct, frozen=True):
    """What endgame tables say of the position: 1, 0 or -1 for the mover, and plies to the end.

    The plies are null of a draw, and where they are not known; `rule` is the number of the draw
    rule that comes before the end, null where none does.
    """

    value: int
    plies: int | None
    rule: int | None


class RatedMove(TablesSaid, frozen=True):
    """What endgame tables say of a legal move, as the hub writes it."""

    hub: str


class SearchedLine(Struct, frozen=True):
    """A line of play as the hub writes moves; `score` in hundredths of a man for the mover.

    Where the tables know its first move, the score does not contradict them.
    """

    score: int
    moves: tuple[str, ...]
    tables: TablesSaid | None


class Searched(Struct, frozen=True, tag_field="t", tag="found"):
    """What has been found so far; `done`: nothing more will be.

    Where endgame tables know the position, `tables` is what they say of it; `moves` are all legal
    moves that they know, the best first. Both come with every line.
    """

    depth: int
    nodes: int
    milliseconds: int
    lines: tuple[SearchedLine, ...]
    done: bool
    tables: TablesVerdict | None = None
    moves: tuple[RatedMove, ...] = ()
