"""A composition checked on the server: what is asked, and the lines that answer it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from crownhead.compose import Goal
from crownhead.compose.certificate import Ground, Verdict
from crownhead.compose.seconds import Kind
from crownhead.server.messages.bodies import Body, Fen
from crownhead.server.messages.records import AnyGame
from crownhead.server.messages.views import Side

MOST_SOLUTION = 4_000
MOST_PDN = 20_000


class CompositionRequest(Body, frozen=True, kw_only=True):
    """Ask whether a composition is sound: a position and its solution, or the first game of a PDN.

    `solution` is written as the moves of a PDN, with the author's variations; empty, one is looked
    for. `variant` is a key or a record, as where a game begins; a PDN may name another. Without a
    `goal` it is a win, or what the PDN says.
    """

    variant: AnyGame
    start: Fen | None = None
    solution: Annotated[str, Meta(max_length=MOST_SOLUTION)] = ""
    pdn: Annotated[str, Meta(max_length=MOST_PDN)] | None = None
    goal: Goal | None = None


class CheckingProgress(Struct, frozen=True, tag_field="t", tag="checking"):
    """How many questions (does this move reach the goal?) are answered.

    `done` of `total` positions of the solution are through; `total` is 0 while it is looked for.
    """

    questions: int
    done: int
    total: int


class SecondWay(Struct, frozen=True):
    """Another move that reaches the goal, at the attacker's move `at`, after `line`."""

    kind: Kind
    at: int
    move: str
    line: tuple[str, ...]


class OpenMove(Struct, frozen=True):
    """A move that nothing decides; `score` of a search, in hundredths of a man for the attacker."""

    at: int
    move: str
    score: int


class CheckedComposition(Struct, frozen=True, tag_field="t", tag="composition"):
    """What was found. `at` is the move of the attacker that the verdict speaks of, 0 for none.

    `lines` are the solution, the main line first, `origin` why no game leads to the position, by
    codes. `searched` questions were answered by a search, `shown` positions prove the others; the
    `certificate` is the JSON that `crownhead compose verify` reads.
    """

    variant: str
    fen: str
    attacker: Side
    goal: Goal
    name: str
    verdict: Verdict
    at: int
    ground: Ground
    lines: tuple[tuple[str, ...], ...]
    seconds: tuple[SecondWay, ...]
    open: tuple[OpenMove, ...]
    origin: tuple[str, ...]
    searched: int
    shown: int
    certificate: str


CompositionLine = CheckingProgress | CheckedComposition
