"""What `crownhead dxp` prints: a line for each move, the chat, the results."""

from __future__ import annotations

import click

from crownhead.engines.dxp.ending import Ending
from crownhead.engines.dxp.messages import Code, Reason
from crownhead.engines.dxp.moves import number_of
from crownhead.engines.dxp.series import Watcher
from crownhead.engines.dxp.table import Declined, Table, WentBack
from crownhead.errors import EngineError
from crownhead.locales import Catalogue
from crownhead.move import Move
from crownhead.rules import Color


class Report(Watcher):
    """Print what happens, and count the results from our side."""

    def __init__(self, speech: Catalogue) -> None:
        self.speech = speech
        self.won = self.drawn = self.lost = self.undecided = 0
        self._peer = "?"

    @property
    def games(self) -> int:
        """Return how many games have ended."""
        return self.won + self.drawn + self.lost + self.undecided

    def on_listening(self, host: str, port: int) -> None:
        """Report where programs may connect."""
        self._say("dxp.listening", address=f"{host}:{port}")

    def on_begin(self, table: Table) -> None:
        """Report who plays."""
        players = table.game.players
        self._peer = printable(players.of("black" if table.own == "white" else "white"))
        self._say(
            "dxp.begun",
            n=self.games + 1,
            white=printable(players.white),
            black=printable(players.black),
            minutes=table.minutes,
        )

    def on_event(
        self, table: Table, event: Move | WentBack | Declined, side: Color, seconds: float
    ) -> None:
        """Print a move, or say that the game went back."""
        if isinstance(event, Move):
            number, turn = number_of(table.game.start, max(len(table.game.moves) - 1, 0))
            dots = "." if turn == table.game.variant.first else "..."
            click.echo(f"{number:3}{dots:4}{event!s:12} {seconds:6.1f} s")
        elif isinstance(event, WentBack):
            self._say("dxp.back", after=self._after(table))

    def on_chat(self, said: str) -> None:
        """Print what the peer says."""
        self._say("dxp.chat", name=self._peer, said=printable(said))

    def on_refusal(self, name: str, code: Code) -> None:
        """Report that a game was refused, and why."""
        self._peer = printable(name)
        click.echo(self.speech.text(f"dxp.refused.{code.name.lower()}", name=self._peer))

    def on_failure(self, error: EngineError) -> None:
        """Print what was wrong with a peer."""
        click.echo(self.speech.error(error), err=True)

    def on_end(self, table: Table, ending: Ending) -> None:
        """Print a result and count it."""
        winner = "open" if ending.outcome is None else ending.outcome.winner
        if winner == "open":
            self.undecided += 1
        elif winner is None:
            self.drawn += 1
        elif winner == table.own:
            self.won += 1
        else:
            self.lost += 1
        self._say("dxp.ended", n=self.games, result=ending.result, after=self._after(table))
        if not ending.agreed:
            claim = (ending.theirs or Reason.UNKNOWN).name.lower()
            click.echo(self.speech.text(f"dxp.disputed.{claim}", name=self._peer))

    def on_close(self) -> None:
        """Print the sum of the results."""
        if self.games:
            self._say(
                "dxp.total",
                n=self.games,
                won=self.won,
                drawn=self.drawn,
                lost=self.lost,
                undecided=self.undecided,
            )

    def _after(self, table: Table) -> str:
        """Return after which move a game stands."""
        plies = len(table.game.moves)
        if not plies:
            return self.speech.text("dxp.after.none")
        number, side = number_of(table.game.start, plies - 1)
        return self.speech.text("dxp.after", n=number, side=self.speech.text(f"color.{side}"))

    def _say(self, key: str, **values: object) -> None:
        click.echo(self.speech.text(key, **values))


def printable(text: str) -> str:
    """Return a stranger's text without what could steer a terminal.

    >>> printable("a\\x1b[2Jb")
    'a?[2Jb'
    """
    return "".join(c if " " <= c <= "~" else "?" for c in text)
