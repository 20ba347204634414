"""Databases of games, for all or a guest's own: what was played in a position, and where."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crownhead.server.messages.bodies import Body, Fen
from crownhead.server.messages.records import AnyGame

MOST_SKIPPED = 1_000
FilterName = Annotated[str, Meta(max_length=60, pattern=r"[^\W_]")]
Year = Annotated[int, Meta(ge=1, le=9999)]


class DatabaseSummary(Struct, frozen=True):
    """One database of games: its id in addresses, its name, and how many games it has.

    `variants` are the keys of the games that are played in it; `house`: others are, too. `whose`:
    it is offered to all; the guest's, who has handed its games in and can delete it; or the games
    that he has played here, which has no name.
    """

    id: str
    name: str
    games: int
    variants: tuple[str, ...]
    house: bool
    whose: Literal["all", "own", "played"] = "all"


class GameFilter(Body, frozen=True, kw_only=True):
    """Which games of a database count; what is null does not matter.

    `player` has parts of either player's name, in any order, `white` and `black` of one side's.
    Years are both included.
    """

    player: FilterName | None = None
    white: FilterName | None = None
    black: FilterName | None = None
    since: Year | None = None
    until: Year | None = None
    result: Literal["white", "black", "draw"] | None = None


class PositionRequest(Body, frozen=True, kw_only=True):
    """Ask what was played in a position; without `position` it is the start.

    `variant` is a key or a record, as where a game begins. With a `filter` other games do not
    count, and `loss` of the moves is null.
    """

    variant: AnyGame
    position: Fen | None = None
    filter: GameFilter | None = None


class GamesRequest(PositionRequest, frozen=True, kw_only=True):
    """Ask for the games that reach a position, but for the first `skip` of them."""

    skip: Annotated[int, Meta(ge=0, le=MOST_SKIPPED)] = 0


class PlayedMove(Struct, frozen=True):
    """One move that was played: in how many games, and how they ended.

    `text` is its notation in this game, `hub` the one that says its captures, too. `share` is
    White's share of the points, 0 to 1; None where no result is known. `loss` is what the move
    cost on average, in hundredths of a man; None where no game carries evaluations.
    """

    text: str
    hub: str
    games: int
    white: int
    draws: int
    black: int
    share: float | None
    loss: float | None


class BaseGame(Struct, frozen=True):
    """One game of a database; after `ply` of its `plies` the position stands on the board."""

    id: int
    white: str
    black: str
    event: str
    date: str
    result: Literal["white", "black", "draw", "*"]
    plies: int
    ply: int


class GamesPage(Struct, frozen=True):
    """Some games in the order of their import; `more`: others follow that can be asked for."""

    games: tuple[BaseGame, ...]
    more: bool


class PlayedTree(Struct, frozen=True):
    """What was played in a position, the most frequent move first, and the first of the games.

    `games` counts all that reach it, also those that end there.
    """

    games: int
    moves: tuple[PlayedMove, ...]
    first: GamesPage


class ImportProgress(Struct, frozen=True, tag_field="t", tag="progress"):
    """How many games have been read, and how many bytes of the file they are."""

    games: int
    done: int
    total: int


class GameFault(Struct, frozen=True):
    """Where a game could not be read, and why, in the language of the reader."""

    line: int
    text: str


class Imported(Struct, frozen=True, tag_field="t", tag="imported"):
    """What was done with a file: it is in the database `id` now.

    `read` games stood there; `added` are new, `duplicates` were there already. `faulty` of the
    added ones could not be read to their end, and are kept with all their text; `faults` names the
    first hundred places.
    """

    id: str
    name: str
    read: int
    added: int
    duplicates: int
    faulty: int
    faults: tuple[GameFault, ...]


class ImportFailed(Struct, frozen=True, tag_field="t", tag="failed"):
    """Why nothing of a file was imported, as the importing program says it."""

    why: Literal["nothing", "old", "gone", "full", "large"]


ImportLine = ImportProgress | Imported
