"""What stands around one game at the terminal: its table, the talk, the computer, the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from crownhead.cli.play import commands, narrate
from crownhead.cli.play.opponent import Opponent
from crownhead.cli.play.saves import Saves
from crownhead.cli.play.table import Table
from crownhead.cli.play.talk import Talk
from crownhead.errors import CrownheadError
from crownhead.events import Event, Played
from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.rules import Color


def milliseconds() -> int:
    """Return the time of a clock that only goes forward."""
    return int(monotonic() * 1000)


class Stage:
    """Hold a table with all that speaks to its player; everything goes through `talk`.

    `now` gives milliseconds; only differences count. The table is stored after every event.
    """

    def __init__(
        self,
        talk: Talk,
        speech: Catalogue,
        table: Table,
        saves: Saves,
        opponent: Opponent,
        now: Callable[[], int] = milliseconds,
    ) -> None:
        self.talk = talk
        self.table = table
        self.saves = saves
        self.opponent = opponent
        self.options: Sequence[str] = ()
        self.held = False  # the computer's thinking was stopped; Enter lets it go on
        self.stale = True  # the board has changed since it was shown
        self._speech = speech
        self._now = now
        self._begin = now() - table.clock_at
        self._told = len(self.game.events)
        self._can_write = True

    @property
    def game(self) -> Game:
        """Return the game that is played."""
        return self.table.game

    @property
    def speech(self) -> Catalogue:
        """Return the catalogue in this game's words and the chosen way of writing squares."""
        return self._speech.of(self.game.variant, self.table.plan.notation)

    @property
    def at(self) -> int | None:
        """Return the time for an event: None where the game has no clock."""
        return self.elapsed_time() if self.table.plan.time else None

    def elapsed_time(self) -> int:
        """Return the milliseconds this table has been played at."""
        return self._now() - self._begin

    def say(self, key: str, /, **values: object) -> None:
        """Print a text of the catalogue."""
        self.talk.say(self.speech.text(key, **values))

    def refuse(self, error: CrownheadError, text: str = "") -> None:
        """Print why something was refused."""
        self.talk.say(self.speech.error(error, text), "refused")

    def side(self, color: Color) -> str:
        """Return the name of a side."""
        return self.speech.text(f"color.{color}")

    def confirm(self, key: str, /, **values: object) -> bool:
        """Ask a question until the answer is yes or no; an empty line is no."""
        while True:
            text = self.talk.ask(self.speech.text(key, **values) + " ")
            said = commands.answer(text)
            if said is not None or not text.strip():
                return bool(said)
            self.say("play.yes_or_no")

    def store(self) -> None:
        """Keep the table on disk, as it is now; where that fails, say so once and play on."""
        self.table.clock_at = self.elapsed_time()
        try:
            self.saves.store(self.table.to_dict())
        except OSError as error:
            if self._can_write:
                self.say("play.cannot_write", what=error.strerror or str(error))
            self._can_write = False

    def keep(self) -> None:
        """Keep the table for the next start, and say so, where something is left to play."""
        if not self.table.over:
            self.store()
            self.say("play.match_saved" if self.table.between else "play.left_saved")

    def start_clock(self) -> None:
        """Start the clock of the side to move, where there is one and it stands."""
        if self.at is not None and "resumed" in self.game.allowed_events(self.game.turn, self.at):
            self.game.resume(at=self.at)
            self._told = len(self.game.events)

    def print_changes(self) -> None:
        """Print what has happened since the last time, and keep the table."""
        self.options = ()
        self.stale = True
        for event in self.game.events[self._told :]:
            if self.talk.plain or event.kind != "played" or self._by_computer(event):
                self.talk.say(narrate.event_text(event, self.speech))
        told, self._told = self._told, len(self.game.events)
        if self._told > told and self.game.events[-1].kind == "played":
            more = narrate.describe_capture(self.game, self.speech)
            if more:
                self.talk.say(more)
        self.store()

    def _by_computer(self, event: Event) -> bool:
        return isinstance(event, Played) and event.by == self.table.computer

    def replace_game(self, game: Game) -> None:
        """Go on with another game: moves were taken back."""
        self.table.game = game
        self._told = len(game.events)
        self.held = False
        self.start_clock()
        self.print_changes()
