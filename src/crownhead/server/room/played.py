"""What a finished game is in the history of each of its players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from crownhead.events import Event
from crownhead.openings import Opening, defining, opening_of
from crownhead.rules import Color
from crownhead.server.room.rated import Tempo, tempo_of
from crownhead.server.room.table import Table
from crownhead.variants import VARIANTS

Pace = Tempo | Literal["none"]
"""How fast a game was, `none` without a clock."""
PACES: tuple[Pace, ...] = (*get_args(Tempo), "none")
ONE_DEVICE = "self"
"""The opponent's kind in a game that one player had for himself."""
MOST_OPENING_PLIES = 60
"""Plies after which no opening is looked for: none that has a name is as long."""
PEOPLE = ("account", "bot")
"""What somebody is who has an account when he sits down."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game as one of its players has it.

    `points` are 2, 1 or 0; `opening` is the moves that define it, or None. `shown`: everybody may
    see it in the player's history, because both had accounts when they sat down.
    """

    player: str
    game: str
    ended: int
    variant: str
    tempo: Pace
    side: Color
    points: int
    opponent: str
    name: str
    kind: str
    level: int | None
    rated: bool
    shown: bool
    opening: str | None
    plies: int


def played(table: Table) -> tuple[Played, ...]:
    """Return what a table is in the histories of its players: long work for a long game.

    One that is not over, or was given up, is in none.
    """
    outcome = table.game.outcome
    white, black = table.seat("white"), table.seat("black")
    if table.phase != "over" or outcome is None or white is None or black is None:
        return ()
    game, setup = table.game, table.game.setup
    known = VARIANTS.get(game.variant.key) == game.variant
    opening = opening_of(game.positions[: MOST_OPENING_PLIES + 1]) if known else None
    tempo: Pace = "none" if setup.time is None else tempo_of(setup.time)
    shown = white.kind in PEOPLE and black.kind in PEOPLE
    # A game that begins at its end has no event.
    ended = max((e.at for e in table.log if isinstance(e.event, Event)), default=table.log[-1].at)
    seats: list[tuple[Color, bool]] = [("white", True), ("black", True)]
    if white.player == black.player:
        seats = [("white", False)]
    found = []
    for side, apart in seats:
        mine, theirs = (white, black) if side == "white" else (black, white)
        if mine.kind == "engine":
            continue
        points = 1 if outcome.winner is None else 2 if outcome.winner == side else 0
        found.append(
            Played(
                player=mine.player,
                game=table.id,
                ended=ended,
                variant=game.variant.key,
                tempo=tempo,
                side=side,
                points=points,
                opponent=theirs.player,
                name=theirs.name,
                kind=theirs.kind if apart else ONE_DEVICE,
                level=theirs.level,
                rated=table.terms.rated,
                shown=shown and apart and mine.kind in PEOPLE,
                opening=None if opening is None else key_of(opening),
                plies=game.state.plies,
            )
        )
    return tuple(found)


def key_of(opening: Opening) -> str:
    """Return by what an opening is kept: its moves.

    >>> from crownhead.openings import opening_at
    >>> from crownhead.position import Position
    >>> key_of(opening_at(Position.initial("english").play("9-13")))
    '9-13'
    """
    return " ".join(opening.moves)


def opening_name(variant: str, key: str | None, language: str) -> str | None:
    """Return what an opening is called, None where there is none of this key any more."""
    if key is None or variant not in VARIANTS:
        return None
    found = _openings(variant).get(key)
    return None if found is None else found.name(language)


@cache
def _openings(variant: str) -> dict[str, Opening]:
    # The first of those with the same moves, as in the list.
    return {key_of(opening): opening for opening, _ in reversed(defining(VARIANTS[variant]))}
