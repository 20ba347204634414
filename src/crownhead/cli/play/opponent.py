"""The computer at the terminal: it thinks beside the main thread, so that Ctrl-C can stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from crownhead.cli.interrupt import interruptible
from crownhead.engines.computer_turn import Act, Thinking, afterwards, decide
from crownhead.game import Game
from crownhead.move import Move
from crownhead.rules import Color

HINT_LEVEL = 10


class Player(Thinking, Protocol):
    """What the terminal asks of an engine (`crownhead.Engine` offers it)."""

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

    def decide(self, game: Game, side: Color, notice: Callable[[], None] | None = None) -> Act:
        """Return what the computer does now; `notice` is called if that takes a while."""
        player = self._player(self.level)
        return interruptible(lambda: decide(game, side, player), player.stop, notice)

    def afterwards(self, game: Game, side: Color, at: int | None) -> Act | None:
        """Return what the computer does after its move: offer a draw, or nothing."""
        player = self._player(self.level)
        return interruptible(lambda: afterwards(game, side, player, at), player.stop)

    def hint(self, game: Game, notice: Callable[[], None] | None = None) -> Move:
        """Return the move of the strongest level; `notice` is called if that takes a while."""
        player = self._player(HINT_LEVEL)
        return interruptible(lambda: player.play(game), player.stop, notice)

    def close(self) -> None:
        """Close every engine that was made."""
        for player in self._players.values():
            player.close()
        self._players.clear()
