"""An engine of one's own as a program that speaks Hub."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from itertools import pairwise
from typing import IO, Protocol

from crownhead.engines.analysis import Analysis
from crownhead.engines.hub import info, names
from crownhead.engines.hub.params import Param, Value
from crownhead.engines.hub.program import Say
from crownhead.engines.hub.server import HubServer
from crownhead.engines.hub.syntax import Line
from crownhead.engines.hub.thinking import plain
from crownhead.engines.limit import Limit
from crownhead.errors import CrownheadError, EngineError
from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import VARIANTS, Variant, get

_PAUSE = 0.05  # seconds between two calls of a `stop`


class Player(Protocol):
    """What `serve` asks of an engine: a move. Each `Engine` can be served, too.

    Where there is a `stop`, it is called from another thread when the search is to end; `last` is
    said as `info` where it is an `Analysis`.
    """

    def play(self, on: Game, limit: Limit | None) -> Move | str:
        """Return the move to play, or its text; without a limit it takes the time it likes."""


def serve(
    player: Player,
    *,
    name: str = "",
    version: str = "",
    author: str = "",
    variants: Sequence[str | Variant] = ("international",),
    source: IO[bytes] | None = None,
    target: IO[bytes] | None = None,
) -> None:
    """Serve an engine over Hub, on standard input and output, until `quit` or the end of input.

    It is asked for moves of games of these `variants`, the first of which it is set to, one at a
    time and in a thread of its own. It must print nothing itself on standard output. What it
    raises, and a move that is not legal, is answered by `error`, and by `done` without a move.

    Raises `UnknownVariant`, and `BrokenPipeError` where the answers could not be written.

    >>> import io
    >>> class First:
    ...     def play(self, on, limit):
    ...         return on.legal_moves[0]
    >>> asked, said = io.BytesIO(b"go think\\nquit\\n"), io.BytesIO()
    >>> serve(First(), variants=["english"], source=asked, target=said)
    >>> said.getvalue()
    b'done move=9-14\\n'
    """
    keys = [get(variant).key for variant in variants]
    if not keys or not set(keys) <= set(VARIANTS):
        raise EngineError("Hub: an engine plays at least one game, and none by house rules")
    told = {"name": name or type(player).__name__, "version": version, "author": author}
    known = {field: plain(text) for field, text in told.items()}
    source = sys.stdin.buffer if source is None else source
    target = sys.stdout.buffer if target is None else target
    HubServer(source, target, lambda say: PlayerProgram(player, known, keys, say)).run()


class PlayerProgram:
    """Answer by the moves of a player."""

    params: Sequence[Param]
    limit = None

    def __init__(
        self, player: Player, known: Mapping[str, str], keys: Sequence[str], say: Say
    ) -> None:
        self._player, self._say = player, say
        self.id = {field: text for field, text in known.items() if text}
        offered = tuple(names.names(key)[0] for key in keys)
        self.params = (Param("variant", "enum", offered[0], values=offered),)
        self._thread: threading.Thread | None = None
        self._released = threading.Event()
        self._dropped = False
        self._stopping: threading.Thread | None = None

    def prepare(self, values: MutableMapping[str, Value]) -> None:
        """Do nothing: a player has no parameters but the game."""

    def forget(self) -> None:
        """Do nothing: a player sees which game it is asked about."""

    def go(
        self,
        positions: Sequence[Position],
        limit: Limit | None,
        mode: str,
        values: Mapping[str, Value],
    ) -> None:
        """Ask for a move in a thread of its own; where it ponders, from the hit on."""
        self._dropped = False
        self._released.clear()
        if mode != "ponder":
            self._released.set()
        self._thread = threading.Thread(target=self._answer, args=(positions, limit))
        self._thread.start()

    def hit(self) -> None:
        """The expected move was played: the player is asked now."""
        self._released.set()

    def stop(self) -> None:
        """End the search, where the player can."""
        asked = self._thread
        if asked is None or not asked.is_alive():
            return
        if not self._released.is_set():
            self._dropped = True
            self._released.set()
        stop: Callable[[], None] | None = getattr(self._player, "stop", None)
        if stop is None or self._dropped or self._stopping is asked:
            return
        self._stopping = asked
        threading.Thread(target=_insist, args=(stop, asked), daemon=True).start()

    def finish(self) -> None:
        """Stop, and wait for the player."""
        self.stop()
        if self._thread is not None:
            self._thread.join()

    def _answer(self, positions: Sequence[Position], limit: Limit | None) -> None:
        self._released.wait()
        if self._dropped:  # nobody waits for a move: what was pondered about did not come
            self._say(Line("done"))
            return
        position = positions[-1]
        chosen: Move | str = ""
        try:
            if not position.has_legal_move:
                raise EngineError("no legal move")
            chosen = self._player.play(_game(positions), limit)
            move = position.parse(chosen) if isinstance(chosen, str) else chosen
            position.play(move)
        except BaseException as error:  # whatever it is, `sys.exit` too, the answer is waited for
            text = chosen if isinstance(chosen, str) else ""
            self._say(Line("error", {"message": _sentence(error, position, text)}))
            self._say(Line("done"))
            return
        found = getattr(self._player, "last", None)
        if isinstance(found, Analysis):
            self._say(info.write(found))
        self._say(Line("done", {"move": move.notation("hub")}))


def _insist(stop: Callable[[], None], asked: threading.Thread) -> None:
    """Call `stop` until the search has ended: it may have been asked for, but not begun."""
    while asked.is_alive():
        stop()
        asked.join(_PAUSE)


def _game(positions: Sequence[Position]) -> Game:
    """Return the game that leads through these positions, as far back as it is one."""
    game = Game(start=positions[0], draws="claim")
    for before, after in pairwise(positions):
        move = next(move for move in before.legal_moves if before.play(move) == after)
        try:
            game.play(move)
        except CrownheadError:  # it was over by a count, but is played on
            break
    if game.outcome is None and game.position == positions[-1]:
        return game
    return Game(start=positions[-1], draws="claim")


def _sentence(error: BaseException, position: Position, chosen: str) -> str:
    if isinstance(error, EngineError) or not isinstance(error, CrownheadError):
        return plain(error) or type(error).__name__
    return plain(Catalogue("en", position.variant).error(error, chosen))
