"""Players for matches: some that play, and some that fail in every way there is."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from crownhead import Game, Move, Position
from crownhead.arena.arena import Arena
from crownhead.arena.contestant import Contestant
from crownhead.arena.openings import openings
from crownhead.arena.pace import Pace
from crownhead.arena.score import MatchScore
from crownhead.arena.settings import Settings
from crownhead.engines.interface import Analysis, Engine, FaultAnswer, Limit
from crownhead.errors import EngineDied, EngineEndsGame, EngineTimeout, ProtocolError
from crownhead.rules import Color
from crownhead.variants import get


class Fake(Engine):
    """Play the legal move in the middle: the first ones give men away. Fail at the third."""

    def __init__(self) -> None:
        self.moves = 0
        self.closed = threading.Event()
        self.games: list[Color] = []

    def begin(self, game: Game, side: Color) -> None:
        self.games.append(side)
        self.moves = 0

    def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        self.moves += 1
        if self.moves == 3:
            self.fail()
        position = on if isinstance(on, Position) else on.position
        return self.choose(position)

    def fail(self) -> None:
        pass

    def choose(self, position: Position) -> Move:
        return position.legal_moves[len(position.legal_moves) // 2]

    def analyse(self, on: Game | Position, limit: Limit | None = None, lines: int = 1) -> Analysis:
        raise NotImplementedError

    def accepts_draw(self, game: Game) -> bool:
        raise NotImplementedError

    def offers_draw(self, game: Game) -> bool:
        raise NotImplementedError

    def answer_fault(self, game: Game) -> FaultAnswer:
        raise NotImplementedError

    def stop(self) -> None:
        pass

    def close(self) -> None:
        self.closed.set()


class Crashing(Fake):
    def fail(self) -> None:
        raise EngineDied("The engine has ended\nwith status 11")


class Broken(Fake):
    def fail(self) -> None:
        raise ZeroDivisionError("division by zero")


class Late(Fake):
    def fail(self) -> None:
        raise EngineTimeout("The engine did not say `done` in time")


class Babbling(Fake):
    def fail(self) -> None:
        raise ProtocolError("The engine said nonsense", "done hello")


class Resigning(Fake):
    def fail(self) -> None:
        raise EngineEndsGame("The program ends the game", "loss")


class Claiming(Fake):
    def fail(self) -> None:
        raise EngineEndsGame("The program ends the game", "win")


class DrawClaiming(Fake):
    def fail(self) -> None:
        raise EngineEndsGame("The program ends the game", "draw")


class Hanging(Fake):
    """Hang so that only closing it ends the call."""

    def fail(self) -> None:
        assert self.closed.wait(20)


class Cheating(Fake):
    """Play a move of another position."""

    def choose(self, position: Position) -> Move:
        if self.moves == 3:
            return Position.from_fen("W:WK1:BK32", position.variant).legal_moves[0]
        return position.legal_moves[0]


class Slow(Fake):
    def fail(self) -> None:
        threading.Event().wait(0.3)


class Unwilling(Fake):
    def begin(self, game: Game, side: Color) -> None:
        raise EngineDied("There is no such program")


class Stillborn(Fake):
    """Begin, but never make a move."""

    def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        raise EngineDied("The engine has ended")


class Scoring(Fake):
    """Say a score that White likes by so much, whoever asks."""

    white = 0

    def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        assert isinstance(on, Game)
        self.last = Analysis(self.white if on.turn == "white" else -self.white, 1, 1, 0.0, ())
        return super().play(on, limit)


class Winning(Scoring):
    white = 700


def fake(kind: Callable[[], Engine], name: str = "", pace: Pace | None = None) -> Contestant:
    """Return the contestant behind which such an engine is."""
    called = name or getattr(kind, "__name__", "engine")
    return Contestant(called, lambda place: kind(), pace=pace or Pace(nodes=1))


def without_times(content: bytes) -> bytes:
    """Return the games of a match without what depends on the machine's speed."""
    flat = re.sub(rb"\s+", b" ", content)
    return re.sub(rb"\[%emt [0-9.]+\]|\[Arena(First|Second)Thinking [^]]*\]", b"", flat)


def without_thinking(score: MatchScore) -> dict[str, Any]:
    """Return the statistics of a match without those of its thinking."""
    return {name: value for name, value in score.to_dict().items() if name != "thinking"}


LATER = ("boards", "patience", "replay_forfeits")
"""What a match may be gone on with otherwise."""


def match(
    first: Contestant, second: Contestant, path: Path, games: int = 2, **others: object
) -> Arena:
    """Return a short match between two contestants."""
    arena = {name: others.pop(name) for name in LATER if name in others}
    variant = get("english")
    source = openings(str(others.pop("source", "random:plies=4")), variant, 1)
    settings = Settings.of(variant, first, second, source, **others)
    return Arena(settings, path, games=games, **arena)  # type: ignore[arg-type]
