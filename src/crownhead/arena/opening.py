"""One opening: a start and the moves that lead to where the players go on."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.game import Game
from crownhead.variants import Variant


@dataclass(frozen=True, slots=True)
class Opening:
    """Hold a start (a FEN, or empty for the start of the game), moves from it, and a name.

    >>> from crownhead.variants import get
    >>> Opening(moves=("9-13", "21-17")).game(get("english"), "A", "B").players.white
    'A'
    """

    fen: str = ""
    moves: tuple[str, ...] = ()
    name: str = ""

    def game(self, variant: Variant, white: str, black: str) -> Game:
        """Begin a game with the opening played; draws come by themselves, none is offered."""
        game = Game(
            variant,
            start=self.fen or None,
            opening=len(self.moves),
            draws="automatic",
            refusal_duty=0,
            huffing=False,
            white=white,
            black=black,
        )
        for move in self.moves:
            game.play(move)
        return game
