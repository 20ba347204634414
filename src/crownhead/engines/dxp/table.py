"""One game over a connection: who may send what, and what it does to the game."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from crownhead.engines.dxp import moves
from crownhead.engines.dxp.connection import Connection
from crownhead.engines.dxp.ending import Ending, reason, settle
from crownhead.engines.dxp.messages import (
    Answer,
    Back,
    BackAnswer,
    BackRequest,
    Chat,
    End,
    ForeignRequest,
    Message,
    Moved,
    Reason,
    Request,
    lines,
)
from crownhead.errors import EngineError, ProtocolError
from crownhead.game import Game
from crownhead.move import Move
from crownhead.rules import Color
from crownhead.sides import Pair, other

Heard = Callable[[str], None]
"""Gets what the peer says in a chat."""


@dataclass(frozen=True, slots=True)
class WentBack:
    """The game was taken back by `plies` plies; `asked` says who asked for it."""

    plies: int
    asked: Color


@dataclass(frozen=True, slots=True)
class Declined:
    """The peer does not go back: it cannot (`Back.NO`) or does not want to (`Back.CONTINUE`)."""

    code: Back


Event = Move | WentBack | Declined | Ending


class Table:
    """Play `own` side of one game against the peer.

    `minutes` and `most` (moves of each side, 0: no limit) are what was agreed. `back` answers
    requests to go back, `heard` gets the chat, `last` says that no further game is wanted.

    Every method closes the connection before it raises `EngineTimeout`, `EngineDied` or
    `ProtocolError`; a plain `EngineError` is a mistake of the caller and changes nothing.
    """

    def __init__(
        self,
        connection: Connection,
        game: Game,
        own: Color,
        *,
        minutes: int = 0,
        most: int = 0,
        back: Back = Back.NO,
        heard: Heard | None = None,
        last: bool = False,
    ) -> None:
        self.game = game
        self.own = own
        self.minutes = minutes
        self.most = most
        self.back = back
        self.last = last
        self.ending: Ending | None = None
        self.used = Pair(0.0, 0.0)
        self._connection = connection
        self._heard = heard or (lambda said: None)
        self._asked: int | None = None
        self._beyond = False

    @property
    def turn(self) -> Color:
        """Return the side that is expected to send a move, or the end."""
        return other(self.game.turn) if self._beyond else self.game.turn

    @property
    def closed(self) -> bool:
        """Return whether the connection has been closed."""
        return self._connection.closed

    @property
    def waiting(self) -> bool:
        """Return whether a request to go back waits for its answer."""
        return self._asked is not None

    def seconds_left(self, side: Color) -> float | None:
        """Return the seconds `side` has left, never less than 0, or None without a limit."""
        if not self.minutes:
            return None
        return max(60.0 * self.minutes - self.used.of(side), 0.0)

    @property
    def due(self) -> Reason | None:
        """Return with what reason to end the game now instead of moving, or None to play on."""
        if self.game.outcome is not None:
            return reason(self.game.outcome, self.own)
        if self.most and len(self.game.moves) >= 2 * self.most:
            return Reason.UNKNOWN
        return None

    def send(self, move: Move, seconds: float = 0.0) -> None:
        """Make a move that took `seconds`."""
        self._own_turn()
        if self.waiting:
            raise EngineError("DXP: no move before the answer to the request to go back")
        self.game.play(move)
        self._spend(self.own, seconds)
        self._connection.send(moves.message(move, seconds))

    def receive(self, seconds: float, wake: socket.socket | None = None) -> Event | None:
        """Return what the peer does next, or None as soon as `wake` can be read.

        Its chat is passed on meanwhile. Raises `EngineTimeout` after `seconds`.
        """
        if self.ending is not None:
            raise EngineError("DXP: the game has ended")
        deadline = monotonic() + seconds
        while True:
            message = self._connection.receive(max(deadline - monotonic(), 0.0), wake)
            if message is None:
                return None
            event = self._take(message)
            if event is not None:
                return event

    def finish(self, why: Reason, seconds: float) -> Ending:
        """End the game instead of moving, and return how it ended.

        Moves and requests that cross the message are passed over. Without an answer within
        `seconds` it raises `EngineTimeout`. A person may end the game out of turn.
        """
        if self.ending is not None:
            raise EngineError("DXP: the game has ended")
        self._connection.send(End(why, self.last))
        deadline = monotonic() + seconds
        while True:
            message = self._connection.receive(max(deadline - monotonic(), 0.0))
            if isinstance(message, End):
                stop = self.last or message.stop
                self.ending = settle(self.game, self.own, why, message.reason, stop)
                return self.ending
            if isinstance(message, Chat):
                self._heard(message.said)
            elif isinstance(message, Request | ForeignRequest | Answer):
                raise self._fault(message, "comes before the end of the game is answered")

    def abort(self, seconds: float) -> None:
        """End the game at any time, without an opinion, and leave; wait at most `seconds`."""
        self.last = True
        with suppress(EngineError):  # the peer is gone, which is what was wanted
            if self.ending is None:
                self.finish(Reason.UNKNOWN, seconds)
        self.leave()

    def leave(self) -> None:
        """Close the connection without a word."""
        self._connection.close()

    def say(self, text: str) -> None:
        """Send a message to the person at the other side."""
        for chat in lines(text):
            self._connection.send(chat)

    def ask_back(self, ply: int) -> None:
        """Ask to go back to the position after `ply` plies; `receive` returns the answer."""
        if self.ending is not None or self.waiting or not 0 <= ply <= len(self.game.moves):
            raise EngineError(f"DXP: cannot ask now to go back to ply {ply}")
        self._connection.send(BackRequest(*moves.number_of(self.game.start, ply)))
        self._asked = ply

    def _take(self, message: Message) -> Event | None:
        if isinstance(message, Chat):
            self._heard(message.said)
            return None
        if isinstance(message, Moved):
            return self._take_move(message)
        if isinstance(message, End):
            return self._take_end(message)
        if isinstance(message, BackRequest):
            return self._back_request(message)
        if isinstance(message, BackAnswer):
            return self._back_answer(message)
        raise self._fault(message, "does not belong into a game")

    def _take_move(self, said: Moved) -> Move:
        if self.turn == self.own:
            raise self._fault(said, "is a move out of turn")
        try:
            move = moves.find(self.game.position, said)
        except ProtocolError:
            self._connection.close()
            raise
        self._spend(other(self.own), said.seconds)
        if self.game.outcome is None:
            self.game.play(move)
        else:
            # A draw that the peer has not noticed: it played on, and now it can be ended.
            self._beyond = True
        return move

    def _take_end(self, said: End) -> Ending:
        stop = self.last or said.stop
        self._connection.send(End(Reason.UNKNOWN, stop))
        overdue = self.seconds_left(self.own) == 0.0
        self.ending = settle(self.game, self.own, None, said.reason, stop, overdue=overdue)
        return self.ending

    def _back_request(self, said: BackRequest) -> WentBack | None:
        ply = moves.ply_of(self.game.start, said.move, said.turn)
        code = self.back if 0 <= ply <= len(self.game.moves) else Back.NO
        if self.waiting:
            # Both asked at once: whoever went back first, the boards would differ.
            code = Back.CONTINUE
        self._connection.send(BackAnswer(code))
        return self._go_back(ply, other(self.own)) if code is Back.YES else None

    def _back_answer(self, said: BackAnswer) -> WentBack | Declined:
        ply, self._asked = self._asked, None
        if ply is None:
            raise self._fault(said, "answers no request to go back")
        return self._go_back(ply, self.own) if said.code is Back.YES else Declined(said.code)

    def _go_back(self, ply: int, asked: Color) -> WentBack:
        plies = len(self.game.moves) - ply
        if plies:
            self.game = self.game.without_last(plies)
        self._beyond = False
        return WentBack(plies, asked)

    def _spend(self, side: Color, seconds: float) -> None:
        self.used = self.used.put(side, self.used.of(side) + seconds)

    def _own_turn(self) -> None:
        if self.ending is not None or self.turn != self.own:
            raise EngineError("DXP: it is not our turn")

    def _fault(self, message: Message, wrong: str) -> ProtocolError:
        self._connection.close()
        return ProtocolError(f"DXP: {message.text!r} {wrong}", message.text)
