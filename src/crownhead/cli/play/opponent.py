"""The computer at the terminal: it thinks beside the main thread, so that Ctrl-C can stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from crownhead.cli.interrupt import interruptible
from crownhead.game import Game
from crownhead.move import Move

HINT_LEVEL = 10

Answer = int | Literal["compel"] | None
"""The reply to a faulty move: huff the piece on this square, compel the capture, let it stand."""


class Player(Protocol):
    """What the terminal asks of an engine (`crownhead.Engine` offers it)."""

    def play(self, game: Game) -> Move:
        """Return the move the engine would make."""

    def accepts_draw(self, game: Game) -> bool:
        """Say whether the engine accepts the standing offer."""

    def offers_draw(self, game: Game) -> bool:
        """Say whether the engine offers a draw now."""

    def answer_fault(self, game: Game) -> Answer:
        """Return the reply to a move that ignored a capture (RULES H)."""

    def stop(self) -> None:
        """End the thinking of another thread as soon as possible."""

    def close(self) -> None:
        """Give back what the engine holds."""


Maker = Callable[[int, int], Player]
"""Make an engine from its level and its seed."""


def builtin(level: int, seed: int) -> Player:
    """Return the built-in engine at a level from 1 to 10."""
    from crownhead.engines import Engine

    player: Player = Engine.builtin(level=level, seed=seed)
    return player


class Opponent:
    """Ask one engine, level by level made on first use, and stop it on Ctrl-C.

    Every method raises `KeyboardInterrupt` where the player did not want to wait.
    """

    def __init__(self, level: int, seed: int = 0, make: Maker = builtin) -> None:
        self.level = level
        self._seed = seed
        self._make = make
        self._players: dict[int, Player] = {}

    def _player(self, level: int) -> Player:
        if level not in self._players:
            self._players[level] = self._make(level, self._seed)
        return self._players[level]

    def move(self, game: Game, notice: Callable[[], None] | None = None) -> Move:
        """Return the computer's move; `notice` is called if that takes a while."""
        player = self._player(self.level)
        return interruptible(lambda: player.play(game), player.stop, notice)

    def hint(self, game: Game, notice: Callable[[], None] | None = None) -> Move:
        """Return the move of the strongest level; `notice` is called if that takes a while."""
        player = self._player(HINT_LEVEL)
        return interruptible(lambda: player.play(game), player.stop, notice)

    def accepts_draw(self, game: Game) -> bool:
        """Say whether the computer accepts the standing offer."""
        player = self._player(self.level)
        return interruptible(lambda: player.accepts_draw(game), player.stop)

    def offers_draw(self, game: Game) -> bool:
        """Say whether the computer offers a draw."""
        player = self._player(self.level)
        return interruptible(lambda: player.offers_draw(game), player.stop)

    def answer_fault(self, game: Game) -> Answer:
        """Return the computer's reply to a move that ignored a capture."""
        player = self._player(self.level)
        return interruptible(lambda: player.answer_fault(game), player.stop)

    def close(self) -> None:
        """Close every engine that was made."""
        for player in self._players.values():
            player.close()
        self._players.clear()
