"""Play one game at the terminal, line by line, until it ends or the player leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from crownhead.cli.play import commands, narrate
from crownhead.cli.play.entry import Entry
from crownhead.cli.play.leave import Leave, Where
from crownhead.cli.play.opponent import Opponent
from crownhead.cli.play.orders import Orders
from crownhead.cli.play.replies import Replies
from crownhead.cli.play.saves import Saves
from crownhead.cli.play.screen import View, picture
from crownhead.cli.play.table import Table
from crownhead.cli.play.talk import Talk
from crownhead.cli.play.turn import computer_turn
from crownhead.digits import parse_uint
from crownhead.errors import CrownheadError
from crownhead.events import Event, Played
from crownhead.formats.words import in_words
from crownhead.game import Game
from crownhead.locales import Catalogue, endings
from crownhead.rules import Color


def milliseconds() -> int:
    """Return the time of a clock that only goes forward."""
    return int(monotonic() * 1000)


class Session:
    """Drive one table: everything it says and hears goes through `talk`.

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
        self.entry = Entry(self)
        self.orders = Orders(self)
        self.replies = Replies(self)

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

    def run(self) -> Where:
        """Play, and return where the player wants to go next."""
        try:
            self.start_clock()
            self.store()
            while True:
                self.step()
        except Leave as leave:
            return leave.to
        except (EOFError, KeyboardInterrupt):
            self.talk.say()
            self.keep()
            return "quit"

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

    def step(self) -> None:
        """Do the next thing: the computer's turn, or one line of the player's."""
        if self.game.outcome is None and self._flag():
            return
        if self.game.outcome is None and self._computer_acts():
            try:
                computer_turn(self)
            except KeyboardInterrupt:
                self.held = True
                self.talk.say()
                self.say("play.thinking_stopped")
            except CrownheadError as error:
                self.held = True
                self.refuse(error)
            return
        if self.stale:
            self.show()
        self.hear(self.talk.ask(self.prompt()).strip())

    def _computer_acts(self) -> bool:
        return self.game.turn == self.table.computer and not self.held

    def _flag(self) -> bool:
        at = self.at
        if at is None or "time_forfeited" not in self.game.allowed_events(self.game.turn, at):
            return False
        self.game.flag(self.game.turn, at=at)
        self.print_changes()
        return True

    def hear(self, text: str) -> None:
        """Take one line of the player's: a command, a number of a list, or a move."""
        command = commands.parse(text)
        number = parse_uint(text) or 0
        if command is not None:
            self.orders.obey(command)
        elif not text:
            self._enter()
        elif 1 <= number <= len(self.options):
            self.entry.play(self.options[number - 1])
        elif self.game.outcome is not None:
            self.say("play.over_help")
        else:
            self.entry.play(text)

    def _enter(self) -> None:
        if self.game.outcome is not None:
            raise Leave("next" if self.table.between else "rematch")
        if self.held:
            self.held = False
        else:
            self.stale = True

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

    def view(self) -> View:
        """Return how the board is to be shown now."""
        game = self.game
        forced = () if game.outcome else game.position.must_capture
        return View(
            notation=self.table.plan.notation,
            flipped=self.table.flipped,
            columns=self.talk.columns(),
            forced=forced,
            huffable=game.huffable,
            last=game.moves[-1] if game.moves else None,
        )

    def show(self, *, words: bool = False) -> None:
        """Show the board, whose turn it is, what must capture and what counts down."""
        self.stale = False
        game = self.game
        if self.talk.plain:
            if words or not game.moves:
                for line in in_words(game.position, self.speech):
                    self.talk.say(line)
        else:
            self.talk.say()
            self.talk.picture(picture(game.position, self.view()))
        if game.outcome is not None:
            self._show_outcome()
            return
        self._show_turn()
        for line in narrate.counter_lines(game, self.speech):
            self.talk.say(line)
        self.replies.remind()

    def _show_turn(self) -> None:
        game = self.game
        whose = "play.turn_you" if game.turn == self.table.person else "play.turn"
        parts = [self.speech.text(whose, side=self.side(game.turn))]
        forced = game.position.must_capture
        if forced and not game.setup.huffing:
            squares = self.speech.either(self.speech.square(n) for n in forced)
            parts.append(self.speech.text("play.forced", squares=squares))
        clock, at = game.clock, self.at
        if clock is not None and at is not None:
            parts.append(self.orders.clock_text(clock, at))
        self.talk.say(" ".join(parts))

    def _show_outcome(self) -> None:
        game = self.game
        assert game.outcome is not None
        for line in endings.sentences(game.outcome, self.speech):
            self.talk.say(line)
        if self.table.match:
            self.orders.match()
        self.say("play.over_next" if self.table.between else "play.over")

    def prompt(self) -> str:
        """Return the prompt: the side to move."""
        if self.game.outcome is not None:
            return "> "
        return f"{self.side(self.game.turn)}> "
