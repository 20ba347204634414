"""Play one game at the terminal, line by line, until it ends or the player leaves."""

from __future__ import annotations

from functools import cached_property

from crownhead.cli.play import commands, narrate
from crownhead.cli.play.entry import Entry
from crownhead.cli.play.leave import Leave, Where
from crownhead.cli.play.orders import Orders
from crownhead.cli.play.replies import Replies
from crownhead.cli.play.screen import View, picture
from crownhead.cli.play.stage import Stage
from crownhead.cli.play.turn import computer_turn
from crownhead.digits import parse_uint
from crownhead.errors import CrownheadError
from crownhead.formats.words import in_words
from crownhead.locales import endings


class Session(Stage):
    """Drive one table: ask, carry out, show."""

    @cached_property
    def entry(self) -> Entry:
        """Return what reads the player's lines."""
        return Entry(self)

    @cached_property
    def replies(self) -> Replies:
        """Return what answers for the other side."""
        return Replies(self)

    @cached_property
    def orders(self) -> Orders:
        """Return what carries out commands."""
        return Orders(self, self.replies, self.show)

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

    def step(self) -> None:
        """Do the next thing: the computer's turn, or one line of the player's."""
        if self.game.outcome is None and self._flag():
            return
        if self.game.outcome is None and self._computer_acts():
            try:
                computer_turn(self, self.replies)
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
