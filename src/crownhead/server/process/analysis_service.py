"""Positions searched for those who analyse, in threads of their own: games never wait for them.

A search is done in pieces, each twice as long as the one before, and what it learnt is kept
between them. So guests take turns, and the first lines come at once.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeVar

from msgspec import structs

from crownhead._core import Search
from crownhead.endgame.tables import Tables
from crownhead.engines import tablebase
from crownhead.engines.interface import AnalysedLine, Analysis, Limit
from crownhead.engines.searching import run
from crownhead.errors import CrownheadError, DamagedTable, NotInTables
from crownhead.position import Position
from crownhead.server.messages import searches as m
from crownhead.server.process.broadcaster import encode_line
from crownhead.server.process.fairqueue import Crowded, FairQueue, Urgency
from crownhead.server.process.places import Place, Places
from crownhead.server.quota import network_of
from crownhead.server.room.refusals import Refusal

T = TypeVar("T")

MEGABYTES = 16
"""The transposition table of one search."""
MOST, OF_NETWORK = 12, 6
"""Searches that go on at once, waiting for their turn or not: in all, and of one network."""
FIRST_PIECE = 50_000
LONGEST_PIECE = 1_000_000
PIECE_SECONDS = 2.0
"""A piece of a board full of kings is ended by time."""
SECONDS = 30.0
"""What one search thinks in all."""
LONGEST = 300.0
"""Seconds after which a search ends that has waited for its turn again and again."""
LONGEST_LINE = 24
_BEHIND = 5
"""By how much the system gives these threads less than those of the games: a third of the time.

Not less, for one of them may hold Python's lock while it waits.
"""


@dataclass(eq=False)
class _Going:
    """One search that goes on."""

    search: Search | None = field(default=None, repr=False)
    place: Place | None = None
    left: bool = False

    def leave(self) -> None:
        """Stop it; what waits for it is told no more."""
        self.left = True
        if self.search is not None:
            self.search.stop()


class AnalysisService:
    """Search positions for guests, one for each at a time: who asks anew leaves the last."""

    def __init__(self, threads: int) -> None:
        self._queue = FairQueue(max(1, threads // 2), "search", most=2)
        self._places = Places(most=MOST, network=OF_NETWORK, wait=10_000)
        self._going: dict[str, _Going] = {}

    async def close(self) -> None:
        """Stop every search."""
        for going in self._going.values():
            going.leave()
        await self._queue.close()

    def make_room(self, guest: str) -> None:
        """End a guest's last search; raise `Refusal` where there is no place for another one."""
        last = self._going.pop(guest, None)
        if last is not None:
            last.leave()
            if last.place is not None:
                self._places.leave(last.place)
        self._places.check(guest)

    async def lines(
        self, guest: str, positions: list[Position], wish: m.SearchRequest
    ) -> AsyncIterator[bytes]:
        """Yield what is found of the last position, deeper and deeper; who leaves stops it.

        Raises `Refusal` where it cannot be searched, or others get its place.
        """
        self.make_room(guest)
        going = self._going[guest] = _Going()
        going.place = self._places.enter(guest, going.leave)
        began = monotonic()
        nodes = milliseconds = 0
        piece = FIRST_PIECE
        try:
            position = positions[-1]
            if await self._run(guest, going, lambda: not len(position.legal_moves)):
                yield encode_line(m.Searched(0, 0, 0, (), True))
                return
            verdict, moves = await self._run(guest, going, lambda: _judge(position, going))
            while True:
                size = min(piece, wish.nodes - nodes)
                found = await self._piece(guest, going, positions, size, wish.lines)
                if found is None or going.left:
                    going.place.check()
                    return
                nodes += found.nodes
                milliseconds += round(found.seconds * 1000)
                # A search that ended before its limit has nothing more to find.
                done = (
                    found.nodes < size
                    and found.seconds < PIECE_SECONDS
                    or nodes >= wish.nodes
                    or milliseconds >= SECONDS * 1000
                    or monotonic() >= began + LONGEST
                )
                shown = _show(found, nodes, milliseconds, done)
                yield encode_line(structs.replace(shown, tables=verdict, moves=moves))
                if done:
                    return
                piece = min(2 * piece, LONGEST_PIECE)
        except Crowded:
            raise Refusal("too_fast", wait=2000, crowded=True) from None
        except CrownheadError as error:
            raise Refusal("not_allowed", error) from None
        finally:
            going.leave()
            self._places.leave(going.place)
            if self._going.get(guest) is going:
                del self._going[guest]

    async def _piece(
        self, guest: str, going: _Going, positions: list[Position], nodes: int, lines: int
    ) -> Analysis | None:
        *past, position = positions

        def work() -> Analysis | None:
            if going.left:
                return None
            _step_back()
            if going.search is None:
                going.search = Search(MEGABYTES)
            going.search.ready()
            if going.left:
                return None
            return run(
                going.search,
                position,
                past,
                Limit(nodes=nodes, seconds=PIECE_SECONDS),
                lines=lines,
                endgames=tablebase.tables(position.variant),
                judged=True,
            )

        return await self._run(guest, going, work, nodes)

    async def _run(self, guest: str, going: _Going, action: Callable[[], T], nodes: int = 0) -> T:
        return await self._queue.run(
            Urgency.ANALYSIS,
            guest,
            action,
            network=network_of(guest),
            cost=nodes,
            stop=going.leave,
        )


def _show(found: Analysis, nodes: int, milliseconds: int, done: bool) -> m.Searched:
    return m.Searched(
        depth=found.depth,
        nodes=nodes,
        milliseconds=milliseconds,
        lines=tuple(_line(line) for line in found.lines),
        done=done,
    )


def _line(line: AnalysedLine) -> m.SearchedLine:
    moves = tuple(move.notation("hub") for move in line.line[:LONGEST_LINE])
    known = line.tables
    if known is None:
        return m.SearchedLine(line.score, moves, None)
    value = {"win": 1, "draw": 0, "loss": -1}[known.value]
    cut = known.under_rules in ("cursed win", "blessed loss")
    return m.SearchedLine(line.score, moves, m.TablesSaid(value, known.plies, cut))


def _judge(
    position: Position, going: _Going
) -> tuple[m.TablesVerdict | None, tuple[m.RatedMove, ...]]:
    """Return what endgame tables say of a position and of its legal moves, the best first."""
    tables = tablebase.tables(position.variant)
    try:
        whole = None if tables is None else _ask(tables, position)
        if tables is None or whole is None:
            return None, ()
        _step_back()
        moves = []
        for move in position.legal_moves:
            if going.left:
                break
            after = _ask(tables, position.play(move))
            if after is not None:
                plies = None if after.plies is None else after.plies + 1
                hub = move.notation("hub")
                moves.append(m.RatedMove(-after.value, plies, after.rule is not None, hub))
    except DamagedTable:
        return None, ()  # the search goes on with what it can read
    return whole, tuple(sorted(moves, key=_worth, reverse=True))


def _ask(tables: Tables, position: Position) -> m.TablesVerdict | None:
    """Return what tables say of a position, None where they do not know it."""
    found = tables.value(position)
    if found is None:
        return None
    value, plies = found
    try:
        rule = tables.rule_before_end(position, plies) if value and plies is not None else None
    except NotInTables:
        return None
    return m.TablesVerdict(value, plies, rule)


def _worth(move: m.RatedMove) -> int:
    """Return what a move is worth beside others: quick wins first, slow losses before quick ones.

    A win that a draw rule comes before is a draw.
    """
    return 0 if move.cut else move.value * (10_000 - (move.plies or 0))


def _step_back() -> None:
    """Lower the priority of this thread, so that those of the games come first (Linux)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _BEHIND)
