"""The seat of one contestant at one board: its engine, started and restarted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event
from time import perf_counter
from typing import Literal, TypeVar

from crownhead.arena.contestant import Contestant, Place, Trace
from crownhead.arena.failure import ArenaError
from crownhead.arena.watch import GRACE, Silent, Watch
from crownhead.engines.interface import Analysis, Engine, Limit
from crownhead.errors import EngineEndsGame, EngineTimeout, IllegalReply, ProtocolError
from crownhead.game import Game
from crownhead.move import Move
from crownhead.rules import Color
from crownhead.variants import Variant

T = TypeVar("T")
FaultKind = Literal["crash", "timeout", "illegal move", "protocol error", "false claim"]

TRIES = 3
"""An engine that fails so many times in a row before its first move ends the match."""
_PAUSE = 0.5


class Fault(Exception):
    """Report what an engine did that loses it the game."""

    def __init__(self, kind: FaultKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = " ".join(detail.split())[:200]


class Seat:
    """Hold the engine that plays for a contestant at one worker's board.

    `margin` is how many seconds late a move may come, `patience` how many more an engine may be
    silent. After a fault the engine is ended, and the next `begin` starts another. Where it is
    `traced`, `trace` gets what is said in the game that is played.
    """

    def __init__(
        self,
        contestant: Contestant,
        worker: int,
        margin: float,
        patience: float,
        stopping: Event,
        *,
        traced: bool = False,
    ) -> None:
        self.contestant = contestant
        self.trace: Trace | None = None  # of the game that is played
        self._traced = traced
        self._worker = worker
        self._patience = margin + patience
        self._longest = self._patience + GRACE  # the engine gives itself up before, and says why
        self._stopping = stopping
        self._engine: Engine | None = None
        self._watch: Watch | None = None
        self._proven = False  # an engine of this contestant has started

    def begin(self, game: Game, side: Color, seed: int) -> None:
        """Prepare a game, with an engine started where there is none.

        Raises `ArenaError` after `TRIES` failures in a row, and at once where the very first
        engine says nothing: that is no program of this kind.
        """
        for turn in range(1, TRIES + 1):
            try:
                self._call(partial(self._open(game.variant, seed).begin, game, side), self._longest)
                self._proven = True
                return
            except Exception as error:
                self.drop()
                what, silent = _sentence(error), isinstance(error, Silent | EngineTimeout)
            if silent and not self._proven:
                break
            if turn < TRIES and self._stopping.wait(_PAUSE * turn):
                break
        name = self.contestant.name
        often = f" ({turn} times in a row)" if turn > 1 else ""
        raise ArenaError(
            f"{name} does not start: {what}{often}", "start", name=name, detail=what + often
        )

    def move(self, game: Game, limit: Limit | None, most: float | None) -> tuple[Move, float]:
        """Return the engine's move and the seconds it took; `most` is its time.

        Raises `Fault`, or `EngineEndsGame` of an engine that has not failed.
        """
        engine = self._engine
        if engine is None:
            raise Fault("crash", "the engine is gone")
        begun = perf_counter()
        try:
            move = self._call(lambda: engine.play(game, limit), (most or 0.0) + self._longest)
        except EngineEndsGame:
            raise
        except Exception as error:
            self.drop()
            raise Fault(_kind(error), _sentence(error)) from None
        return move, perf_counter() - begun

    @property
    def found(self) -> Analysis | None:
        """Return what the engine said of its last move, if anything."""
        return self._engine.last if self._engine is not None else None

    def end(self, game: Game) -> None:
        """End the game for the engine; one that fails now is started anew."""
        engine = self._engine
        if engine is None:
            return
        try:
            self._call(lambda: engine.end(game), self._longest)
        except Exception:
            self.drop()

    def stop(self) -> None:
        """Make the engine return from what it does, from any thread."""
        engine = self._engine
        if engine is not None:
            with suppress(Exception):
                engine.stop()

    def drop(self) -> None:
        """End the engine."""
        self.stop()
        engine, self._engine = self._engine, None
        watch, self._watch = self._watch, None
        if watch is None:
            if engine is not None:
                engine.close()
            return
        watch.close()
        if engine is not None:
            # A hung engine holds the thread of its watch, so it is closed in another.
            closing = Watch(self._stopping)
            with suppress(Exception):
                closing.call(engine.close, GRACE)
            closing.close()

    def _open(self, variant: Variant, seed: int) -> Engine:
        trace = self._pass_on if self._traced else None
        place = Place(variant, seed, self._worker, self._patience, trace)
        make, renew = self.contestant.make, self.contestant.renew
        if (engine := self._engine) is not None:
            if renew is not None:
                self._call(lambda: renew(engine, place), self._longest)
            return engine
        if not self.contestant.trusted:
            self._watch = Watch(self._stopping)
        self._engine = self._call(lambda: make(place), self._longest)
        return self._engine

    def _pass_on(self, line: str) -> None:
        if self.trace is not None:
            self.trace(line)

    def _call(self, work: Callable[[], T], patience: float) -> T:
        return work() if self._watch is None else self._watch.call(work, patience)


def _kind(error: Exception) -> FaultKind:
    if isinstance(error, Silent | EngineTimeout):
        return "timeout"
    if isinstance(error, IllegalReply):
        return "illegal move"
    return "protocol error" if isinstance(error, ProtocolError) else "crash"


def _sentence(error: Exception) -> str:
    if isinstance(error, Silent):
        return "no answer"
    text = " ".join(str(error).split())[:200]
    return text or type(error).__name__
