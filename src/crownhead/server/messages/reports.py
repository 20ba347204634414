"""The report of a game: what is asked, and the lines that answer it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crownhead.server.messages.bodies import Body, Fen
from crownhead.server.messages.records import AnyGame
from crownhead.server.messages.views import Side

MoveText = Annotated[str, Meta(min_length=1, max_length=200)]


class ReportRequest(Body, frozen=True, kw_only=True):
    """Ask for the report of a game: its moves in any notation, from the start or a position.

    `variant` is a key or a record, as where a game begins. `nodes` are searched for each move.
    """

    variant: AnyGame
    moves: Annotated[tuple[MoveText, ...], Meta(min_length=1, max_length=600)]
    start: Fen | None = None
    nodes: Annotated[int, Meta(ge=1_000, le=200_000)] = 60_000


class Progress(Struct, frozen=True, tag_field="t", tag="progress"):
    """How many of the moves have been looked at.

    After that, how many of those that seem to be mistakes have been searched again: `checked` of
    `doubtful`.
    """

    done: int
    total: int
    checked: int = 0
    doubtful: int = 0


class ReportMove(Struct, frozen=True):
    """What is known of one move; scores in hundredths of a man for the side that moves.

    `cost` is what the move gave away, 0 or more, `lost` how much that mattered, 0 to 1: chances and
    pieces. `best` is the best line from the position before it, as the hub writes moves. `proven`
    is what search or endgame tables prove of the position after it.
    """

    ply: int
    text: str
    by: Side
    score: int
    best_score: int
    cost: int
    lost: float
    best: tuple[str, ...]
    proven: Literal["win", "draw", "loss"] | None


class ReportMoment(Struct, frozen=True):
    """A move that mattered, in words; `line` is the better one, as the hub writes moves."""

    ply: int
    kind: Literal["win_missed", "draw_missed", "lost", "allowed", "missed", "better"]
    sentence: str
    line: tuple[str, ...]
    proven: bool


class Accuracy(Struct, frozen=True):
    """How well each side played, 0 to 100; None for less than 20 moves."""

    white: float | None
    black: float | None


class FullReport(Struct, frozen=True, tag_field="t", tag="report"):
    """The report. `turning_point` is the ply of the moment that lost the game for good."""

    moves: tuple[ReportMove, ...]
    moments: tuple[ReportMoment, ...]
    accuracy: Accuracy
    turning_point: int | None
    opening: str | None


ReportLine = Progress | FullReport
