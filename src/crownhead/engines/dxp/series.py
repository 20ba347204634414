"""Games over DXP with one program after another, and what is told of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crownhead._core import MOVES_AHEAD
from crownhead.engines.dxp.connection import Connection, Trace, dial
from crownhead.engines.dxp.ending import Ending
from crownhead.engines.dxp.listener import Listener
from crownhead.engines.dxp.messages import Back, Code, Reason
from crownhead.engines.dxp.playing import ACKNOWLEDGED, LimitOf, play
from crownhead.engines.dxp.session import Session
from crownhead.engines.dxp.table import Declined, Table, WentBack
from crownhead.engines.interface import Engine
from crownhead.engines.limit import Limit
from crownhead.errors import EngineError
from crownhead.game import Game
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.variants import Variant

FAREWELL = 2.0
"""Seconds that an interrupted game waits for its end to be acknowledged."""
REQUESTED = 30.0
"""Seconds within which a request for a game is answered."""
LEAST_CLOCK = 0.02  # seconds; a limit cannot be nothing


class Watcher:
    """Receive what happens in a series of games; this one does nothing with it."""

    def on_listening(self, host: str, port: int) -> None:
        """Note that programs may connect here."""

    def on_begin(self, table: Table) -> None:
        """Note that a game has begun."""

    def on_event(
        self, table: Table, event: Move | WentBack | Declined, side: Color, seconds: float
    ) -> None:
        """Note that a side moved, or that the game went back."""

    def on_chat(self, said: str) -> None:
        """Note what the other program says in a chat."""

    def on_refusal(self, name: str, code: Code) -> None:
        """Note that the other program refused a game."""

    def on_failure(self, error: EngineError) -> None:
        """Note that a program was at fault: the other one, or our engine."""

    def on_end(self, table: Table, ending: Ending) -> None:
        """Note that a game has ended."""

    def on_close(self) -> None:
        """Note that no further game is played."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Hold which games an initiator asks for: our `sides` in turn, and the rest of the request."""

    sides: tuple[Color, ...]
    minutes: int
    moves: int
    start: Position


class Series:
    """Play games with one program after another, and report them to a watcher.

    `games` is how many, None for any number. Without a `plan` the other program asks for them.
    Where our engine fails in a game, the other program hears in a chat why, and that we have lost.
    `record` gets each game and its number, however it ended.
    """

    def __init__(
        self,
        engine: Engine,
        variant: Variant,
        name: str,
        *,
        games: int | None,
        plan: Plan | None,
        limit: LimitOf,
        patience: float,
        back: Back,
        watcher: Watcher,
        record: Callable[[Game, int], None] = lambda game, number: None,
    ) -> None:
        self.engine = engine
        self.variant = variant
        self.name = name
        self.games = games
        self.plan = plan
        self.limit = limit
        self.patience = patience
        self.back = back
        self.watcher = watcher
        self.record = record
        self.played = 0

    @property
    def complete(self) -> bool:
        """Return whether all games have been played."""
        return self.games is not None and self.played >= self.games

    def connect(self, host: str, port: int, trace: Trace | None) -> None:
        """Play with the program at an address."""
        try:
            self._meet(dial(host, port, self.patience, trace))
        finally:
            self.watcher.on_close()

    def listen(self, host: str, port: int, trace: Trace | None) -> None:
        """Play with every program that connects, until all games have been played."""
        listener = Listener(host, port, trace)
        try:
            self.watcher.on_listening(host, listener.port)
            while not self.complete:
                connection = listener.accept()
                assert connection is not None
                wrong: EngineError | None = None
                with listener.turning_away(self.name):
                    try:
                        self._meet(connection)
                    except EngineError as error:
                        wrong = error
                if wrong is not None:
                    self.watcher.on_failure(wrong)
        finally:
            listener.close()
            self.watcher.on_close()

    def _meet(self, connection: Connection) -> None:
        session = self._session(connection)
        try:
            while not self.complete:
                table = self._invite(session) if self.plan else self._wait(session)
                if table is None or not self._play(table):
                    return
        finally:
            session.close()

    def _invite(self, session: Session) -> Table | None:
        assert self.plan is not None
        table = session.request(
            self.plan.sides[self.played % len(self.plan.sides)],
            REQUESTED,
            minutes=self.plan.minutes,
            moves=self.plan.moves,
            start=self.plan.start,
        )
        if isinstance(table, Code):
            self.watcher.on_refusal(session.peer, table)
            return None
        return table

    def _wait(self, session: Session) -> Table | None:
        found = session.await_request(self.patience)
        return None if found is None else session.accept(*found)

    def _session(self, connection: Connection) -> Session:
        return Session(
            connection, self.variant, self.name, back=self.back, heard=self.watcher.on_chat
        )

    def _play(self, table: Table) -> bool:
        """Play a game; say whether there may be another one."""
        table.last = self.games is not None and self.played + 1 >= self.games
        self.watcher.on_begin(table)
        try:
            self.engine.begin(table.game, table.own)
            ending = play(table, self.engine, self.limit, self.patience, self.watcher.on_event)
        except KeyboardInterrupt:
            table.abort(FAREWELL)
            raise
        except EngineError as error:
            if table.closed or table.ending is not None:
                raise  # the other program, or the connection, is at fault
            ending = self._give_up(table, error)
        finally:
            if table.game.moves:
                self.record(table.game, self.played + 1)
        self.played += 1
        self.watcher.on_end(table, ending)
        return not ending.stop

    def _give_up(self, table: Table, error: EngineError) -> Ending:
        self.watcher.on_failure(error)
        table.say(f"{self.name}: {error}")
        return table.finish(Reason.LOSS, self.patience + ACKNOWLEDGED)


def limits(level: int | None, seconds: float | None, nodes: int | None) -> LimitOf:
    """Return how long to think at a table: as the options say, else by its clock."""
    fixed = Limit(seconds=seconds, nodes=nodes) if seconds or nodes else None

    def limit(table: Table) -> Limit | None:
        left = table.seconds_left(table.own)
        if fixed is not None or level is not None or left is None:
            return fixed
        to_go = table.most - len(table.game.moves) // 2 if table.most else MOVES_AHEAD
        return Limit(clock=max(left, LEAST_CLOCK), moves=max(1, min(to_go, MOVES_AHEAD)))

    return limit
