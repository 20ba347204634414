"""The computer's part: what it is asked at a table, thought over on a worker thread."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from dataclasses import dataclass, field
from typing import TypeVar

from crownhead.adjudication import Verdict
from crownhead.engines import Engine, Limit
from crownhead.engines.adjudicator import NODES, ProgramAdjudicator
from crownhead.engines.computer_turn import Act, afterwards, allowance, decide
from crownhead.engines.levels import level as level_of
from crownhead.errors import CrownheadError, EngineError
from crownhead.game import Game
from crownhead.rules import Color
from crownhead.server.clock import milliseconds
from crownhead.server.metrics import ENGINES, FAULTS, THOUGHTS
from crownhead.server.process.fairqueue import Crowded, FairQueue, Urgency
from crownhead.server.process.places import Places
from crownhead.server.process.tables import Tables
from crownhead.server.quota import network_of
from crownhead.server.room.acts import flag
from crownhead.server.room.deadlines import engine_asked
from crownhead.server.room.entries import Entry
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table

HINT = Limit(nodes=160_000, seconds=2.0)
LONG = 46_000
"""Nodes above which a search may not take the last thread that is free."""
SHARED = 2_000_000
"""Nodes of a move, at most, while others have the engine think, too."""
MOST_WAITING = 256
"""Searches of one guest that wait, and twice as many of a network; the others are not begun."""
HINTS, HINTS_OF_NETWORK, HINTS_OF_GUEST = 64, 24, 3
"""Hints that are thought over or wait for it: in all, of one network, and of one guest."""
HINT_LASTS = 60.0
"""Seconds after which nobody waits for a hint any more."""
LINE = 6
"""The plies of best play that a hint tells, at most."""
T = TypeVar("T")
_log = logging.getLogger("crownhead.server")

Decision = Callable[[Game, int | None], None]
"""What the computer does at a time, on the game it was asked about."""


@dataclass
class _Job:
    """One thing that is thought over."""

    seq: int
    engine: Engine | None = None
    stopped: bool = False
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def halt(self) -> None:
        """Stop the engine, whether it thinks already or not yet."""
        self.stopped = True
        if self.engine is not None:
            self.engine.stop()

    def stop(self) -> None:
        """Stop the engine, and drop what it would have answered."""
        self.halt()
        if self.task is not None:
            self.task.cancel()

    def begin(self, engine: Engine) -> None:
        """Note which engine thinks. Raises `EngineError` where nobody waits any more."""
        self.engine = engine
        if self.stopped:
            raise EngineError("nobody waits")


class Computer:
    """Answer for the engines at all tables, as many at once as there are threads.

    `interested` says whether anybody waits at a game; if nobody does it is not thought over. With
    `haste` the answer comes at once, not after the time a person would take. The first of the
    server's `keys` decides how a level plays in a game (`game_seed`). `on_judged` is called with a
    game of an event, a side that refused a draw, and the ground of the verdict on it: the event has
    it entered, or an arbiter decides.
    """

    def __init__(
        self,
        tables: Tables,
        interested: Callable[[str], bool],
        threads: int,
        keys: Sequence[bytes],
        *,
        haste: bool = False,
    ) -> None:
        self._keys = keys
        self._tables = tables
        self._interested = interested
        self._haste = haste
        self._queue = FairQueue(
            threads, "engine", long=LONG, most=MOST_WAITING, crowd=2 * MOST_WAITING
        )
        self._hints = Places(most=HINTS, network=HINTS_OF_NETWORK, guest=HINTS_OF_GUEST, wait=2000)
        self._jobs: dict[str, _Job] = {}
        self.on_judged: Callable[[str, Color, str], Awaitable[None]] = _ignore

    def listen(self, table: Table, _entries: Sequence[Entry] = ()) -> None:
        """Consider a table at which something has happened."""
        self.consider(table)

    def consider(self, table: Table, *, due: bool = False) -> None:
        """Begin to think if the computer is asked, and somebody waits or it is `due`."""
        job = self._jobs.get(table.id)
        if job is not None:
            if job.seq == table.seq:
                return
            job.stop()
        judged = table.game.verdict_due is not None and table.asked is None
        asked = engine_asked(table) is not None or judged
        ticking = table.game.clock is not None
        if not asked or not (due or ticking or self._interested(table.id)):
            return
        job = self._jobs[table.id] = _Job(table.seq)
        # Not on behalf of whoever has come to look on.
        job.task = asyncio.create_task(self._answer(table.id, job), context=Context())

    def forsake(self, game: str) -> None:
        """Stop thinking about a game at which nobody waits any more."""
        job = self._jobs.get(game)
        if job is not None and not self._interested(game):
            job.stop()

    async def hint(self, player: str, record: str) -> tuple[str, ...]:
        """Return the best play in the game of a record.

        Who is cancelled waits no more, and nothing is thought for him. Raises `EngineError` without
        a move, and `Refusal` where too much is thought for the player already.
        """
        job = _Job(0)

        def think() -> tuple[str, ...]:
            game = Game.from_json(record)
            with Engine.builtin(book=False) as engine:
                job.begin(engine)
                move = engine.play(game, HINT)
                line = engine.last.line if engine.last is not None else ()
            # What the game's procedure forbids is not in the engine's line.
            best = line[:LINE] if line[:1] == (move,) else (move,)
            return tuple(map(str, best))

        with self._hints.hold(player, job.halt) as place:
            try:
                async with asyncio.timeout(HINT_LASTS):
                    nodes = HINT.nodes or 0
                    return await self._think(Urgency.HINT, player, think, nodes, job)
            except TimeoutError:
                raise Refusal("too_fast", wait=10_000, crowded=True) from None
            except EngineError:
                place.check()
                raise

    async def look(
        self, player: str, action: Callable[[], T], nodes: int, stop: Callable[[], None]
    ) -> T:
        """Return what one piece of an analysis finds, when nobody waits for a move or a hint.

        Raises `Refusal` where too much is thought for the player already.
        """
        try:
            return await self._queue.run(
                Urgency.ANALYSIS,
                player,
                action,
                network=network_of(player),
                cost=nodes,
                stop=stop,
            )
        except Crowded:
            raise Refusal("too_fast", wait=2000, crowded=True) from None

    async def _think(
        self, urgency: Urgency, player: str, think: Callable[[], T], nodes: int, job: _Job
    ) -> T:
        def count_and_think() -> T:
            ENGINES.inc()
            try:
                return think()
            finally:
                ENGINES.dec()

        THOUGHTS.set(self._queue.waiting)
        try:
            return await self._queue.run(
                urgency,
                player,
                count_and_think,
                network=network_of(player),
                cost=nodes,
                stop=job.halt,
            )
        except Crowded:
            raise Refusal("too_fast", wait=2000, crowded=True) from None

    async def close(self) -> None:
        """Stop thinking."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for job in list(self._jobs.values()):
            job.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._queue.close()

    async def _answer(self, game: str, job: _Job) -> None:
        try:
            async with self._tables.open(game) as table:
                if table.seq != job.seq:
                    return
                side = engine_asked(table)
                seat = table.seat(side) if side else None
                level = seat.level if seat and seat.level else 1
                game_now = table.game
                record = await self._tables.work.run_off_loop(table.host, game_now.to_json)
                verdict, in_event = game_now.verdict_due, table.terms.event is not None
                limit = limits_of(game_now, side, level, self._queue.idle) if side else None
                nodes = NODES if verdict is not None or limit is None else limit.nodes or 0
                player, wait = min(table.people, default=game), self._delay(table, level)
            seed = game_seed(self._keys, game)
            if verdict is not None and in_event:
                judged = await self._think(
                    *(Urgency.MOVE, player),
                    lambda: _judge(Game.from_json(record), verdict),
                    *(nodes, job),
                )
                await self.on_judged(game, verdict, judged.reason)
                return
            decision = await self._think(
                Urgency.MOVE,
                player,
                lambda: _decide(record, side, level, limit, seed, job),
                nodes,
                job,
            )
            await asyncio.sleep(max(0, wait - milliseconds()) / 1000)

            def act(table: Table, at: int) -> None:
                if not flag(table, at):
                    decision(table.game, table.of_game(at))
                    table.note(at)

            await self._tables.change(game, act, job.seq)
        except asyncio.CancelledError:
            raise
        except Refusal as refusal:
            _log.warning("computer refused", extra={"game": game, "code": refusal.code})
        except Exception:
            FAULTS.inc()
            _log.exception("computer failed", extra={"game": game})
        finally:
            if self._jobs.get(game) is job:
                del self._jobs[game]

    def _delay(self, table: Table, level: int) -> int:
        """Return when the answer may come: a person takes 300 to 900 ms."""
        if self._haste:
            return 0
        mix = hashlib.sha256(f"{table.id} {table.seq}".encode()).digest()[0]
        most = 900 if level < 7 else 400
        return table.last_at + 300 + mix * (most - 300) // 255


async def _ignore(game: str, side: Color, ground: str) -> None:
    """Do nothing about a verdict."""


def game_seed(keys: Sequence[bytes], game: str) -> int:
    """Return the seed by which a level plays in a game, the same at every process that has the key.

    The id of a game is public: without the key its moves could be computed before they are made.

    >>> game_seed((b"one",), "g1") == game_seed((b"other",), "g1")
    False
    """
    digest = hmac.new(keys[0], b"computer " + game.encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:8]) >> 1


def _judge(game: Game, side: Color) -> Verdict:
    """Return what the program says of a side that refused a draw; runs on a worker thread."""
    return ProgramAdjudicator().judge(game.position, side)


def _decide(
    record: str, side: Color | None, level: int, limit: Limit | None, seed: int, job: _Job
) -> Decision:
    """Return what is to be done; runs on a worker thread."""
    game = Game.from_json(record)
    verdict_on = game.verdict_due
    if verdict_on is not None:
        verdict = _judge(game, verdict_on)
        return lambda on, at: on.adjudicate(
            verdict.advantage, verdict.reason, side=verdict_on, at=at
        )
    assert side is not None
    with Engine.builtin(level, seed=seed, megabytes=16 if level > 6 else 1) as engine:
        job.begin(engine)
        return _of_player(game, side, engine, limit)


def _of_player(game: Game, side: Color, engine: Engine, limit: Limit | None) -> Decision:
    act = decide(game, side, engine, limit)
    offer = _offer(game, side, act, engine) if act.kind == "move" else None

    def carry_out(on: Game, at: int | None) -> None:
        act.on(on, side, at)
        if (
            offer is not None
            and on.outcome is None
            and "draw_offered" in on.allowed_events(side, at)
        ):
            offer.on(on, side, at)

    return carry_out


def limits_of(game: Game, side: Color, number: int, alone: bool) -> Limit:
    """Return what a level may use for a move, bounded by the clock, and by others who wait."""
    clock, increment = allowance(game, side) or (None, None)
    given = Limit(nodes=None if alone else SHARED, clock=clock, increment=increment or None)
    return given.within(level_of(number, game.variant).limit)


def _offer(game: Game, side: Color, act: Act, engine: Engine) -> Act | None:
    try:
        act.on(game, side, game.state.at)
    except CrownheadError:
        return None
    return afterwards(game, side, engine, game.state.at)
