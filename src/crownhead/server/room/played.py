"""What a finished game is in the history of each of its players."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, get_args

from crownhead.events import Event
from crownhead.openings import Opening, defining, opening_of
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.server.room.rated import Tempo, tempo_of
from crownhead.server.room.table import Seat, Table
from crownhead.server.room.terms import Terms
from crownhead.variants import VARIANTS

Pace = Tempo | Literal["none"]
"""How fast a game was, `none` without a clock."""
PACES: tuple[Pace, ...] = (*get_args(Tempo), "none")
ONE_DEVICE = "self"
"""The opponent's kind in a game that one player had for himself."""
MOST_OPENING_PLIES = 60
"""Plies after which no opening is looked for: none that has a name is as long."""
TRANSPOSED = 4
"""Plies by which an opening may come later than by its own moves."""
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


@dataclass(frozen=True, slots=True)
class PlainLog:
    """What there is to know of a finished game in which every move was played once, for good.

    `terms` is the agreement as it is stored, `moves` are the first ones; `ended` is when the last
    event of the game happened.
    """

    game: str
    terms: str
    white: Seat
    black: Seat
    winner: Color | None
    ended: int
    plies: int
    moves: tuple[str, ...]


def summarise(table: Table) -> tuple[Played, ...]:
    """Return what a table is in the histories of its players: long work for a long game.

    One that is not over, or was given up, is in none.
    """
    outcome = table.game.outcome
    white, black = table.seat("white"), table.seat("black")
    if table.phase != "over" or outcome is None or white is None or black is None:
        return ()
    game = table.game
    kind = _kind_of(table.terms)
    opening = opening_of(game.positions[: MOST_OPENING_PLIES + 1]) if kind.known else None
    # A game that begins at its end has no event.
    ended = max((e.at for e in table.log if isinstance(e.event, Event)), default=table.log[-1].at)
    common = (outcome.winner, opening, game.state.plies)
    return tuple(_of_both(table.id, ended, kind, white, black, *common))


def is_plain(log: PlainLog) -> bool:
    """Return whether the moves of a log begin the game: a card's stand in none."""
    return not _stored_kind(log.terms).carded


def summarise_plain(log: PlainLog) -> tuple[Played, ...]:
    """Return what `summarise` returns, from a plain log: nothing is replayed but an opening."""
    kind = _stored_kind(log.terms)
    moves = log.moves[: _longest_opening(kind.variant) + TRANSPOSED] if kind.known else ()
    opening = opening_of(_positions(kind.start, moves)) if moves else None
    return tuple(
        _of_both(log.game, log.ended, kind, log.white, log.black, log.winner, opening, log.plies)
    )


@dataclass(frozen=True, slots=True)
class _Kind:
    """What games by the same agreement have in common in a history."""

    variant: str
    known: bool
    tempo: Pace
    rated: bool
    start: Position
    carded: bool


def _kind_of(terms: Terms) -> _Kind:
    variant, time = terms.variant, terms.setup.time
    known = VARIANTS.get(variant.key) == variant
    tempo: Pace = "none" if time is None else tempo_of(time)
    carded = terms.deck is not None or terms.first is not None
    return _Kind(variant.key, known, tempo, terms.rated, terms.setup.start, carded)


@cache
def _longest_opening(variant: str) -> int:
    """Return the plies of the longest opening that has a name."""
    return max((len(opening.moves) for opening, _ in defining(VARIANTS[variant])), default=0)


@lru_cache(1_000)
def _stored_kind(terms: str) -> _Kind:
    return _kind_of(Terms.from_dict(json.loads(terms)))


def _positions(start: Position, moves: Iterable[str]) -> Iterator[Position]:
    yield start
    for move in moves:
        start = start.play(move)
        yield start


def _of_both(
    game: str,
    ended: int,
    kind: _Kind,
    white: Seat,
    black: Seat,
    winner: Color | None,
    opening: Opening | None,
    plies: int,
) -> Iterator[Played]:
    """Yield a game as each of its players has it; once where one has it for himself."""
    shown = white.kind in PEOPLE and black.kind in PEOPLE
    apart = white.player != black.player
    sides: tuple[Color, ...] = ("white", "black") if apart else ("white",)
    for side in sides:
        mine, theirs = (white, black) if side == "white" else (black, white)
        if mine.kind == "engine":
            continue
        yield Played(
            player=mine.player,
            game=game,
            ended=ended,
            variant=kind.variant,
            tempo=kind.tempo,
            side=side,
            points=1 if winner is None else 2 if winner == side else 0,
            opponent=theirs.player,
            name=theirs.name,
            kind=theirs.kind if apart else ONE_DEVICE,
            level=theirs.level,
            rated=kind.rated,
            shown=shown and apart and mine.kind in PEOPLE,
            opening=None if opening is None else key_of(opening),
            plies=plies,
        )


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
