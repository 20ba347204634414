"""One connection: games one after another, and what is said between them."""

from __future__ import annotations

import socket
from time import monotonic

from crownhead.engines.dxp.connection import Connection
from crownhead.engines.dxp.messages import (
    Answer,
    Back,
    BackAnswer,
    BackRequest,
    Chat,
    Code,
    End,
    ForeignRequest,
    Message,
    Moved,
    Request,
    lines,
)
from crownhead.engines.dxp.table import Heard, Table
from crownhead.errors import CrownheadError, EngineDied, ProtocolError
from crownhead.game import Game
from crownhead.position import Position
from crownhead.procedure.setup import Draws
from crownhead.rules import Color
from crownhead.sides import other
from crownhead.variants import Variant

MOST_REFUSED = 50
"""Requests in a row that are refused before the peer is given up."""


class Session:
    """Agree on games with one peer, as initiator (`request`) or as follower (`await_request`).

    A game follows the draw rules of `draws`; the other fields are those of `Table`.
    """

    def __init__(
        self,
        connection: Connection,
        variant: Variant,
        name: str,
        *,
        draws: Draws = "automatic",
        back: Back = Back.NO,
        heard: Heard | None = None,
    ) -> None:
        self.connection = connection
        self.variant = variant
        self.name = name
        self.draws = draws
        self.back = back
        self.peer = ""
        self._heard = heard or (lambda said: None)

    def request(
        self,
        own: Color,
        seconds: float,
        *,
        minutes: int = 0,
        moves: int = 0,
        start: Position | None = None,
    ) -> Table | Code:
        """Ask for a game and return it, or the code with which the peer refuses it.

        Raises `EngineTimeout` where no answer comes within `seconds`.
        """
        normal = start is None or start == Position.initial(self.variant)
        letters = None if start is None or normal else start.letters(dxp=True)
        self.connection.send(Request(self.name, other(own), minutes, moves, letters))
        deadline = monotonic() + seconds
        while True:
            said = self.connection.receive(max(deadline - monotonic(), 0.0))
            if isinstance(said, Answer):
                break
            assert said is not None
            self._between(said)
        self.peer = said.name
        if said.code is not Code.ACCEPTED:
            return said.code
        asked = Request(self.name, other(own), minutes, moves)
        return self._table(asked, own, start or Position.initial(self.variant))

    def await_request(
        self, seconds: float, wake: socket.socket | None = None
    ) -> tuple[Request, Position] | None:
        """Return the next request that can be played and its start position.

        None as soon as `wake` can be read, or where the peer wants to stop or has left. Requests
        of another version or from an impossible position are refused here. Raises
        `EngineTimeout` after `seconds`.
        """
        try:
            return self._await_request(monotonic() + seconds, wake)
        except EngineDied:
            if self.connection.left:
                return None
            raise

    def accept(self, request: Request, start: Position) -> Table:
        """Accept a request."""
        self.peer = request.name
        self.connection.send(Answer(self.name, Code.ACCEPTED))
        return self._table(request, request.follower, start)

    def refuse(self, code: Code) -> None:
        """Refuse a request."""
        self.connection.send(Answer(self.name, code))

    def say(self, text: str) -> None:
        """Send a message to the person at the other side."""
        for chat in lines(text):
            self.connection.send(chat)

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _await_request(
        self, deadline: float, wake: socket.socket | None
    ) -> tuple[Request, Position] | None:
        for _ in range(MOST_REFUSED):
            said: Message | None = None
            while not isinstance(said, Request | ForeignRequest):
                said = self.connection.receive(max(deadline - monotonic(), 0.0), wake)
                if said is None or (isinstance(said, End) and said.stop):
                    return None
                if not isinstance(said, Request | ForeignRequest):
                    self._between(said)
            if isinstance(said, ForeignRequest):
                self.refuse(Code.VERSION)
                continue
            start = self._start(said)
            if start is not None:
                return said, start
            self.refuse(Code.NOT_THIS_GAME)
        self.connection.close()
        raise ProtocolError(f"DXP: {MOST_REFUSED} requests in a row could not be accepted")

    def _start(self, request: Request) -> Position | None:
        if request.start is None:
            return Position.initial(self.variant)
        if len(request.start) != self.variant.rules.board.squares + 1:
            return None
        try:
            start = Position.from_fen(request.start, self.variant)
            return None if start.outcome else start
        except CrownheadError:
            return None

    def _table(self, request: Request, own: Color, start: Position) -> Table:
        names = {own: self.name, other(own): self.peer}
        game = Game(
            start=start,
            huffing=False,
            refusal_duty=0,
            draws=self.draws,
            white=names["white"],
            black=names["black"],
        )
        return Table(
            self.connection,
            game,
            own,
            minutes=request.minutes,
            most=request.moves,
            back=self.back,
            heard=self._heard,
        )

    def _between(self, said: Message) -> None:
        """Take what may still come after a game; anything else is a fault."""
        if isinstance(said, Chat):
            self._heard(said.said)
        elif isinstance(said, BackRequest):
            self.connection.send(BackAnswer(Back.NO))
        elif not isinstance(said, End | BackAnswer):
            kind = "a move" if isinstance(said, Moved) else "a message"
            self.connection.close()
            raise ProtocolError(f"DXP: {said.text!r} is {kind} outside a game", said.text)
