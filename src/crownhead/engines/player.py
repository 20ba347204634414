"""An engine of one's own: a small protocol, and what makes a whole engine of whoever keeps it."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Protocol

from crownhead.engines.analysis import Analysis
from crownhead.engines.interface import Engine, FaultAnswer, refuse_copy
from crownhead.engines.limit import LONGEST_WAIT, Limit
from crownhead.engines.option import Option, Value, by_name, set_options
from crownhead.errors import (
    CrownheadError,
    EngineError,
    EngineTimeout,
    IllegalMove,
    IllegalReply,
    ProtocolError,
)
from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.move import Move
from crownhead.position import Position

PATIENCE = 10.0
"""Seconds that a player has beyond his time, and after he was told to stop."""
_PAUSE = 0.05
"""Seconds between two calls of a `stop`."""

_STOP = object()


class Player(Protocol):
    """What is asked of an engine of one's own: a move. Each `Engine` is a player, too.

    Where there are, these are used as well:

    - `options`, a list of `Option` or a mapping of them by name, and `configure(values)`, which is
      called with the values that were set, already checked, before the next move is asked for;
    - `stop()`, called from another thread when `play` is to return soon;
    - `last`, an `Analysis`: what it thought of its last move.
    """

    def play(self, on: Game, limit: Limit | None) -> Move | str:
        """Return the move to play, or its text; without a limit it takes the time it likes."""


class PlayerEngine(Engine):
    """Make an engine of a player, which answers in time or raises, whatever the player does.

    Each move is asked for in a thread of its own. What the player raises, and anything that is no
    legal move, is raised as an `EngineError`; `IllegalReply` for a move that the rules forbid. Who
    thinks on for `patience` seconds beyond his time, or after he was told to stop, is left behind
    with an `EngineTimeout`, and asked nothing more before he has returned. `on_failure` hears what
    he raises, with its traceback, before the error is raised here.

    >>> class First:
    ...     def play(self, on, limit):
    ...         return on.legal_moves[0]
    >>> with PlayerEngine(First()) as engine:
    ...     str(engine.play(Game("english")))
    '9-14'
    """

    def __init__(
        self,
        player: Player,
        *,
        name: str = "",
        patience: float = PATIENCE,
        on_failure: Callable[[BaseException], None] | None = None,
    ) -> None:
        if not 0 < patience < LONGEST_WAIT:
            raise EngineError(f"patience={patience!r} is not a number of seconds greater than 0")
        self.name = name or type(player).__name__
        self._player = player
        self._patience = patience
        self._on_failure = on_failure
        self._inbox: SimpleQueue[object] | None = None
        self._asked: threading.Thread | None = None
        self._closed = False
        declared: Any = getattr(player, "options", ())
        listed: Iterable[Option] = declared.values() if isinstance(declared, Mapping) else declared
        self._options = by_name(listed)

    @property
    def options(self) -> Mapping[str, Option]:
        """Return the player's options with their present values."""
        return dict(self._options)

    def configure(self, values: Mapping[str, Value]) -> None:
        """Set options; what the player raises is raised as an `EngineError`."""
        found = set_options(self._options, values)
        configure: Callable[[Mapping[str, Value]], None] | None
        configure = getattr(self._player, "configure", None)
        if configure is not None and values:
            self._refuse_busy()
            given: dict[str, Value] = {}
            for name in values:
                current = found[name].current
                assert current is not None
                given[name] = current
            try:
                configure(given)
            except BaseException as error:
                raise self._failure(error) from error
        self._options = found

    def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        """Return the player's move. Raises `EngineError`, of the kinds above."""
        game = Game(start=on, draws="claim") if isinstance(on, Position) else on
        self._refuse_busy()
        self.last = None
        position = game.position
        if game.outcome is not None or not position.has_legal_move:
            raise EngineError("no legal move")
        inbox: SimpleQueue[object] = SimpleQueue()
        asked = threading.Thread(target=_ask, args=(inbox, self._player, game, limit), daemon=True)
        self._inbox, self._asked = inbox, asked
        asked.start()
        try:
            chosen = self._await_answer(inbox, asked, limit)
        finally:
            self._inbox = None
        if isinstance(chosen, BaseException):
            raise self._failure(chosen) from chosen
        found = getattr(self._player, "last", None)
        self.last = found if isinstance(found, Analysis) else None
        return _legal(position, chosen)

    def analyse(self, on: Game | Position, limit: Limit | None = None, lines: int = 1) -> Analysis:
        """Raise `EngineError`: a player chooses moves."""
        raise EngineError(f"{self.name} chooses moves and analyses nothing")

    def accepts_draw(self, game: Game) -> bool:
        """Return False: a player is not asked about offers."""
        return False

    def offers_draw(self, game: Game) -> bool:
        """Return False: a player is not asked about offers."""
        return False

    def answer_fault(self, game: Game) -> FaultAnswer:
        """Return None: a player is not asked about faults, and lets them stand."""
        return None

    def stop(self) -> None:
        """Ask the player to return soon, where he can; he has `patience` seconds for it."""
        inbox = self._inbox
        if inbox is not None:
            inbox.put(_STOP)

    __reduce__ = refuse_copy

    def close(self) -> None:
        """Stop, and ask nothing more."""
        self._closed = True
        self.stop()

    def _failure(self, error: BaseException) -> EngineError:
        """Return what the player raised as an error of an engine."""
        if self._on_failure is not None:
            self._on_failure(error)
        if isinstance(error, EngineError):
            return error
        return EngineError(str(error) or type(error).__name__)

    def _refuse_busy(self) -> None:
        if self._closed:
            raise EngineError("The engine is closed")
        if self._asked is not None and self._asked.is_alive():
            self._asked.join(_PAUSE)  # it may have answered, and not ended yet
            if self._asked.is_alive():
                raise EngineError(f"{self.name} still thinks about an earlier move")

    def _await_answer(
        self, inbox: SimpleQueue[object], asked: threading.Thread, limit: Limit | None
    ) -> object:
        """Return what the player returned or raised. Raises `EngineTimeout`."""
        times = [] if limit is None else [t for t in (limit.seconds, limit.clock) if t is not None]
        end = monotonic() + min(times) + self._patience if times else None
        stopped = False
        while True:
            left = LONGEST_WAIT if end is None else max(0.0, end - monotonic())
            try:
                said = inbox.get(timeout=left)
            except Empty:
                if stopped:
                    raise EngineTimeout(f"{self.name} does not return a move") from None
                said = _STOP if end is not None else None
            if said is _STOP and not stopped:
                stopped, end = True, monotonic() + self._patience
                self._tell_to_stop(asked)
            elif isinstance(said, tuple):
                return said[0]

    def _tell_to_stop(self, asked: threading.Thread) -> None:
        stop: Callable[[], None] | None = getattr(self._player, "stop", None)
        if stop is not None:
            threading.Thread(target=_insist, args=(stop, asked), daemon=True).start()


def _ask(inbox: SimpleQueue[object], player: Player, game: Game, limit: Limit | None) -> None:
    try:
        inbox.put((player.play(game, limit),))
    except BaseException as error:  # whatever it is, `sys.exit` too, the answer is waited for
        inbox.put((error,))


def _insist(stop: Callable[[], None], asked: threading.Thread) -> None:
    """Call `stop` until the player has returned: he may have been asked, but not begun."""
    while asked.is_alive():
        with suppress(Exception):  # whether it helps is seen by whether he returns
            stop()
        asked.join(_PAUSE)


def _legal(position: Position, chosen: object) -> Move:
    text = chosen if isinstance(chosen, str) else ""
    try:
        move = position.parse(chosen) if isinstance(chosen, str) else chosen
        position.play(move)  # type: ignore[arg-type]
    except CrownheadError as error:
        kind = IllegalReply if isinstance(error, IllegalMove) else ProtocolError
        said = Catalogue("en", position.variant).error(error, text)
        raise kind(said, str(chosen)[:200]) from None
    except TypeError as error:
        raise ProtocolError(str(error), repr(chosen)[:200]) from None
    return move  # type: ignore[return-value]


def print_failure(error: BaseException) -> None:
    """Print what a player raised on the error stream, from the player's own lines on."""
    own = error.__traceback__ and error.__traceback__.tb_next
    traceback.print_exception(type(error), error, own, file=sys.stderr)
