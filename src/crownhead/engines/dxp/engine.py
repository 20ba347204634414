"""A program at the other end of a DXP connection, as an engine."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import NoReturn

from crownhead.engines.analysis import Analysis
from crownhead.engines.blocking import blocks
from crownhead.engines.dxp.connection import Connection, Trace, dial
from crownhead.engines.dxp.ending import Ending, reason
from crownhead.engines.dxp.listener import Listener
from crownhead.engines.dxp.messages import Code
from crownhead.engines.dxp.session import Session
from crownhead.engines.dxp.table import Declined, Event, Heard, Table
from crownhead.engines.interface import Engine, FaultAnswer, refuse_copy
from crownhead.engines.limit import Limit
from crownhead.engines.option import Option, Value, by_name, set_options
from crownhead.errors import EngineEndsGame, EngineError
from crownhead.game import Game
from crownhead.move import Move
from crownhead.outcome import Termination
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.sides import other
from crownhead.variants import get

_ON_BOARD = (
    Termination.NO_PIECES,
    Termination.BLOCKED,
    Termination.FIRST_KING,
    Termination.TOO_FEW,
)
_REFUSALS = {
    Code.VERSION: "it speaks another version of DXP",
    Code.NOT_THIS_GAME: "it does not play this game",
    Code.NO_GAMES: "it plays no games",
}
FAREWELL = 2.0
"""Seconds that closing the engine waits for the end of a game to be acknowledged."""


class DxpEngine(Engine):
    """Play through the program at an address, or that connects to us; `Engine.dxp` is this class.

    The program is told nothing but the `minutes` and the number of `moves` of each side (0: no
    limit). Of a `Limit` only the time counts, as the time for which its move is awaited: the clock
    or the seconds, else the minutes it has left, and `patience` seconds on top. Whoever connects
    is the initiator, who asks for each game, unless `initiator` says whether we are. `heard` gets
    its chat, `trace` every message. Raises `EngineDied` where nobody listens, `EngineError` where
    we cannot.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 27531,
        *,
        listen: bool = False,
        initiator: bool | None = None,
        name: str = "crownhead",
        minutes: int = 5,
        moves: int = 0,
        patience: float = 30.0,
        heard: Heard | None = None,
        trace: Trace | None = None,
    ) -> None:
        if not (0 <= minutes <= 999 and 0 <= moves <= 999 and patience > 0):
            raise EngineError("DXP: minutes and moves are 0 to 999, patience is more than 0")
        self.name = name
        self.minutes = minutes
        self.moves = moves
        self.patience = patience
        self.initiator = not listen if initiator is None else initiator
        self._heard = heard
        self._session: Session | None = None
        self._table: Table | None = None
        self._side: Color = "white"
        self._offset = 0
        self._waiting = False
        self._closed = False
        self._listener = Listener(host, port, trace) if listen else None
        if not listen:
            self._session = self._sit(dial(host, port, patience, trace))
        self._wake, self._waker = socket.socketpair()
        self._wake.setblocking(False)

    @property
    def port(self) -> int | None:
        """Return the port it listens on, or None where it has connected."""
        return None if self._listener is None else self._listener.port

    @property
    def opponent(self) -> str:
        """Return the name the program has given itself, once a game was requested."""
        return "" if self._session is None else self._session.peer

    @property
    def options(self) -> Mapping[str, Option]:
        """Return the minutes and moves that the program is told of the next game."""
        return by_name(
            (
                Option("minutes", "int", 5, self.minutes, 0, 999),
                Option("moves", "int", 0, self.moves, 0, 999),
            )
        )

    def configure(self, values: Mapping[str, Value]) -> None:
        """Set what the program is told of the next game."""
        found = set_options(self.options, values)
        self.minutes = int(found["minutes"].current or 0)
        self.moves = int(found["moves"].current or 0)

    def begin(self, game: Game, side: Color) -> None:
        """Agree on the game with the program: it plays `side`, from the position reached.

        Raises `EngineError` where it refuses; one that is the initiator must ask for this very
        game.
        """
        if self._table is not None:
            raise EngineError("DXP: a game is being played already")
        if game.setup.huffing or game.outcome is not None:
            raise EngineError("DXP knows no huffing, and starts no game that is over")
        deadline = monotonic() + self.patience
        session = self._meet()
        session.variant = game.variant
        if self.initiator:
            self._table = self._request(session, game, side)
        else:
            self._table = self._await_request(session, game, side, deadline)
        self._side = side
        self._offset = len(game.moves)

    @blocks
    def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        """Send the moves made since, and return the program's next one.

        Raises `EngineEndsGame` where it ends the game instead. A position is played as a game of
        its own that ends after one move.
        """
        if isinstance(on, Position):
            return self._play_once(on, limit)
        table = self._at_table()
        if on.turn != self._side or on.outcome is not None:
            raise EngineError("DXP: it is not the program's turn")
        wait = self._wait(table, limit)
        self._catch_up(table, on, wait)
        while True:
            event = self._next(table, wait)
            if isinstance(event, Move):
                return event
            if isinstance(event, Ending):
                self._ends(event)

    def end(self, game: Game) -> None:
        """Report the end of the game to the program, with our view of it.

        A move that decided the game on the board is sent still, and the program ends the game;
        otherwise the end goes out instead of the last move. Raises what `play` raises.
        """
        table, self._table = self._table, None
        if table is None or table.ending is not None or self._is_gone():
            return
        unsent = game.moves[self._offset + len(table.game.moves) :]
        outcome = game.outcome
        decided = outcome is not None and outcome.termination in _ON_BOARD
        if decided and table.turn == table.own and len(unsent) == 1:
            table.send(unsent[0])
            if isinstance(table.receive(self.patience), Ending):
                return
        table.finish(reason(outcome, table.own), self.patience)

    def analyse(self, on: Game | Position, limit: Limit | None = None, lines: int = 1) -> Analysis:
        """Raise `EngineError`: DXP knows no analysis."""
        raise EngineError("DXP: a program only plays; it tells nothing of its thoughts")

    def accepts_draw(self, game: Game) -> bool:
        """Return False: DXP knows no draw offers."""
        return False

    def offers_draw(self, game: Game) -> bool:
        """Return False: a program that wants a draw ends the game (`EngineEndsGame`)."""
        return False

    def answer_fault(self, game: Game) -> FaultAnswer:
        """Raise `EngineError`: DXP knows no huffing."""
        raise EngineError("DXP knows no huffing")

    def stop(self) -> None:
        """Give up waiting for a move: `play` raises `EngineError`, the connection is closed.

        DXP has no word with which to hurry a program.
        """
        if self._waiting:
            self._waker.send(b"!")

    __reduce__ = refuse_copy

    def close(self) -> None:
        """End a running game, close the connection, and stop listening."""
        if self._closed:
            return
        self._closed = True
        table, self._table = self._table, None
        if self._session is not None:
            if table is not None and table.ending is None and not self._is_gone():
                table.abort(FAREWELL)
            self._session.close()
        if self._listener is not None:
            self._listener.close()
        self._wake.close()
        self._waker.close()

    def _sit(self, connection: Connection) -> Session:
        # The variant is that of the game which begins; the arbiter of its draws is the caller.
        return Session(
            connection, get("international"), self.name, draws="claim", heard=self._heard
        )

    def _meet(self) -> Session:
        if self._closed:
            raise EngineError("The engine is closed")
        if self._session is None:
            assert self._listener is not None
            connection = self._listener.accept(self.patience)
            assert connection is not None
            self._session = self._sit(connection)
        if self._session.connection.closed:
            raise EngineError("DXP: the connection has been closed")
        return self._session

    def _request(self, session: Session, game: Game, side: Color) -> Table:
        table = session.request(
            other(side),
            self.patience,
            minutes=self.minutes,
            moves=self.moves,
            start=game.position,
        )
        if isinstance(table, Code):
            if table is not Code.NOT_THIS_GAME:
                session.close()
            raise EngineError(f"DXP: the program refuses the game: {_REFUSALS[table]}")
        return table

    def _await_request(self, session: Session, game: Game, side: Color, deadline: float) -> Table:
        while True:
            found = session.await_request(max(deadline - monotonic(), 0.0))
            if found is None:
                raise EngineError("DXP: the program wants no further game")
            request, start = found
            if request.follower == other(side) and start == game.position:
                return session.accept(request, start)
            session.refuse(Code.NOT_THIS_GAME)

    def _play_once(self, position: Position, limit: Limit | None) -> Move:
        game = Game(start=position, huffing=False, refusal_duty=0, draws="claim")
        self.begin(game, position.turn)
        try:
            return self.play(game, limit)
        finally:
            self.end(game)

    def _at_table(self) -> Table:
        if self._closed:
            raise EngineError("The engine is closed")
        if self._is_gone():
            raise EngineError("DXP: the connection has been closed")
        if self._table is None:
            raise EngineError("DXP: no game has begun")
        if self._table.ending is not None:
            raise EngineError("DXP: the program has ended the game")
        return self._table

    def _is_gone(self) -> bool:
        return self._session is None or self._session.connection.closed

    def _wait(self, table: Table, limit: Limit | None) -> float:
        limit = limit or Limit()
        own = limit.clock or limit.seconds or table.seconds_left(self._side) or 0.0
        return own + self.patience

    def _catch_up(self, table: Table, game: Game, wait: float) -> None:
        """Bring the program's board to the present position: back, then one move forward."""
        wanted = game.moves[self._offset :]
        sent = table.game.moves
        common = 0
        while common < min(len(sent), len(wanted)) and sent[common] == wanted[common]:
            common += 1
        if len(wanted) - common > 1 or len(game.moves) < self._offset:
            raise EngineError("DXP: the game is not the one that was begun")
        if common < len(sent):
            table.ask_back(common)
            while table.waiting:
                event = self._next(table, wait)
                if isinstance(event, Ending):
                    self._ends(event)
                if isinstance(event, Declined):
                    raise EngineError("DXP: the program does not take moves back")
        for move in wanted[common:]:
            table.send(move)
        if table.turn == table.own:
            raise EngineError("DXP: a move of the program itself has been changed")

    def _next(self, table: Table, wait: float) -> Event:
        with suppress(BlockingIOError):
            self._wake.recv(64)  # a stop that came too late for the last move
        self._waiting = True
        try:
            event = table.receive(wait, self._wake)
        finally:
            self._waiting = False
        if event is None:
            table.leave()
            raise EngineError("DXP: stopped while the program was to move; it is disconnected")
        return event

    def _ends(self, ending: Ending) -> NoReturn:
        assert ending.theirs is not None
        claim = ending.theirs.name.lower()
        raise EngineEndsGame(f"DXP: the program ends the game: {claim}", claim)
