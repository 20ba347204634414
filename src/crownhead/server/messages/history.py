"""Histories of players: their finished games, and what came of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from crownhead.server.messages.views import Side

Pace = Literal["bullet", "blitz", "rapid", "classical", "correspondence", "none"]
"""How fast a game is, `none` without a clock."""
Result = Literal["won", "drawn", "lost"]
Rival = Literal["guest", "account", "bot", "engine", "self"]


class Tally(Struct, frozen=True):
    """Games won, drawn and lost."""

    won: int
    drawn: int
    lost: int


class OpeningName(Struct, frozen=True):
    """A named opening: the moves that define it, by which it can be asked for, and its name."""

    key: str
    name: str


class PlayedGame(Struct, frozen=True):
    """A finished game as one of its players has it.

    `opponent` is what the other is called, `rival` what he is; `self`: both sides were one
    player's. `account`: he has an account of this name.
    """

    game: str
    ended: int
    variant: str
    tempo: Pace
    side: Side
    result: Result
    opponent: str
    rival: Rival
    account: bool
    level: int | None
    rated: bool
    opening: OpeningName | None
    plies: int


class HistoryPage(Struct, frozen=True):
    """A page of a history, the newest games first.

    `next` is what to ask with as `before` for the games before these, null where there are none.
    `score`, with the first page, is what came of all games that were asked for. `sorting`: games of
    before are still being put in order, and may be missing.
    """

    games: tuple[PlayedGame, ...]
    next: str | None
    score: Tally | None
    sorting: bool


class OpeningScore(Struct, frozen=True):
    """What a player has scored with an opening and a side."""

    variant: str
    opening: OpeningName
    side: Side
    score: Tally
