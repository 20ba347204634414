"""An engine of one's own as a program that speaks Hub."""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping, MutableMapping, Sequence
from contextlib import nullcontext, redirect_stdout
from itertools import pairwise
from typing import IO

from crownhead.engines.hub import info, names
from crownhead.engines.hub.params import Param, Value
from crownhead.engines.hub.program import Say
from crownhead.engines.hub.server import HubServer
from crownhead.engines.hub.syntax import Line
from crownhead.engines.hub.thinking import plain
from crownhead.engines.limit import Limit
from crownhead.engines.player import PATIENCE, Player, PlayerEngine, print_failure
from crownhead.errors import CrownheadError, EngineError
from crownhead.game import Game
from crownhead.position import Position
from crownhead.variants import VARIANTS, Variant, get

_PAUSE = 0.05  # seconds between two calls of a `stop`


def serve(
    player: Player,
    *,
    name: str = "",
    version: str = "",
    author: str = "",
    variants: Sequence[str | Variant] = ("international",),
    patience: float = PATIENCE,
    source: IO[bytes] | None = None,
    target: IO[bytes] | None = None,
) -> None:
    """Serve an engine over Hub, on standard input and output, until `quit` or the end of input.

    It is asked for moves of games of these `variants`, the first of which it is set to, one at a
    time and in a thread of its own; its options are parameters. What it raises, a move that is not
    legal, and an answer that does not come within `patience` seconds beyond its time, or after
    `stop`, are answered by `error`, and by `done` without a move. What it prints goes to the error
    stream, and so does the traceback of what it raises.

    Raises `EngineError` for options that no engine can have, `UnknownVariant`, and
    `BrokenPipeError` where the answers could not be written.

    >>> import io
    >>> class First:
    ...     def play(self, on, limit):
    ...         return on.legal_moves[0]
    >>> asked, said = io.BytesIO(b"go think\\ninit\\n"), io.BytesIO()
    >>> serve(First(), variants=["english"], source=asked, target=said)
    >>> said.getvalue()
    b'done move=9-14\\nready\\n'
    """
    keys = [get(variant).key for variant in variants]
    if not keys or not set(keys) <= set(VARIANTS):
        raise EngineError("Hub: an engine plays at least one game, and none by house rules")
    engine = PlayerEngine(player, name=name, patience=patience, on_failure=print_failure)
    if "variant" in engine.options:
        raise EngineError("Hub: the option `variant` is the game: say which by `variants`")
    told = {"name": engine.name, "version": version, "author": author}
    known = {field: plain(text) for field, text in told.items()}
    source = sys.stdin.buffer if source is None else source
    spoken = nullcontext() if target is not None else redirect_stdout(sys.stderr)
    target = sys.stdout.buffer if target is None else target
    with spoken:
        HubServer(source, target, lambda say: PlayerProgram(engine, known, keys, say)).run()


class PlayerProgram:
    """Answer by the moves of a player."""

    params: Sequence[Param]
    limit = None

    def __init__(
        self, engine: PlayerEngine, known: Mapping[str, str], keys: Sequence[str], say: Say
    ) -> None:
        self._engine, self._say = engine, say
        self.id = {field: text for field, text in known.items() if text}
        offered = tuple(names.names(key)[0] for key in keys)
        game = Param("variant", "enum", offered[0], values=offered)
        self.params = (game, *(Param.of(option) for option in engine.options.values()))
        self._thread: threading.Thread | None = None
        self._released = threading.Event()
        self._dropped = False
        self._stopping: threading.Thread | None = None

    def prepare(self, values: MutableMapping[str, Value]) -> None:
        """Set the options that have changed; one that the player refuses stays as it was."""
        for name, option in self._engine.options.items():
            if values[name] != option.current:
                try:
                    self._engine.configure({name: values[name]})
                except EngineError as error:
                    self._say(Line("error", {"message": f"{name}: {_sentence(error)}"}))
                    assert option.current is not None
                    values[name] = option.current

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
        self._thread = threading.Thread(target=self._answer, args=(positions, limit), daemon=True)
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
        if self._dropped or self._stopping is asked:
            return
        self._stopping = asked
        threading.Thread(target=self._insist, args=(asked,), daemon=True).start()

    def finish(self) -> None:
        """Stop, and wait for the answer."""
        self.stop()
        if self._thread is not None:
            self._thread.join()

    def _insist(self, asked: threading.Thread) -> None:
        """Stop until there is an answer: the move may not have been asked for yet."""
        while asked.is_alive():
            self._engine.stop()
            asked.join(_PAUSE)

    def _answer(self, positions: Sequence[Position], limit: Limit | None) -> None:
        self._released.wait()
        if self._dropped:  # nobody waits for a move: what was pondered about did not come
            self._say(Line("done"))
            return
        try:
            if not positions[-1].has_legal_move:
                raise EngineError("no legal move")
            move = self._engine.play(_game(positions), limit)
        except Exception as error:
            self._say(Line("error", {"message": _sentence(error)}))
            self._say(Line("done"))
            return
        if self._engine.last is not None:
            self._say(info.write(self._engine.last))
        self._say(Line("done", {"move": move.notation("hub")}))


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


def _sentence(error: Exception) -> str:
    return plain(error) or type(error).__name__
