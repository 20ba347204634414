"""From the start of the program to its end: resume or set up, play, and again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from crownhead.adjudication import Adjudicator
from crownhead.cli.play import ballot
from crownhead.cli.play.commands import answer
from crownhead.cli.play.entry import example
from crownhead.cli.play.leave import Where
from crownhead.cli.play.opponent import Maker, Opponent, builtin
from crownhead.cli.play.plan import Plan
from crownhead.cli.play.saves import Saves, read
from crownhead.cli.play.session import Session
from crownhead.cli.play.setup import SetUp
from crownhead.cli.play.table import Table
from crownhead.cli.play.talk import Talk
from crownhead.errors import CrownheadError, InvalidRecord
from crownhead.locales import Catalogue
from crownhead.sides import other


@dataclass
class Wishes:
    """What the command line settled already: a plan, and which questions are still open."""

    plan: Plan | None = None
    ask_game: bool = True
    ask_rival: bool = True
    resume: bool = True
    table: Table | None = None


class App:
    """Run games at one terminal until the player leaves."""

    def __init__(
        self,
        talk: Talk,
        speech: Catalogue,
        saves: Saves,
        make: Maker = builtin,
        adjudicator: Adjudicator | None = None,
    ) -> None:
        self._talk = talk
        self._speech = speech
        self._saves = saves
        self._make = make
        self._adjudicator = adjudicator

    def run(self, wishes: Wishes) -> None:
        """Play until the player leaves; Ctrl-C and the end of the input leave cleanly."""
        try:
            table = wishes.table
            if table is None and wishes.resume:
                table = self.resume()
            elif table is None:
                self._put_aside()
            while True:
                table = table or self.lay(self.make_plan(wishes))
                to = self.play(table)
                if to == "quit":
                    return
                table = self._next(table, to)
                wishes = Wishes()
        except (EOFError, KeyboardInterrupt):
            self._talk.say()

    def play(self, table: Table) -> Where:
        """Play at one table; what is over is forgotten when the player leaves it."""
        opponent = Opponent(table.plan.level, table.plan.seed, self._make)
        try:
            session = Session(self._talk, self._speech, table, self._saves, opponent)
            to = session.run()
        finally:
            opponent.close()
        if table.over:
            self._saves.finish()
        return to

    def _next(self, table: Table, to: Where) -> Table | None:
        """Return the table to go on at, None where a new game is to be set up."""
        if to == "next":
            return self._second(table)
        if to == "rematch":
            color = other(table.person) if table.person else table.plan.color
            return self.lay(replace(table.plan, color=color, seed=0))
        return None

    def _second(self, table: Table) -> Table:
        second = table.second()
        players = second.game.players
        text = self._speech.text("match.sides", n=2, white=players.white, black=players.black)
        self._talk.say(text)
        return second

    def make_plan(self, wishes: Wishes) -> Plan:
        """Return the plan of the next game, asking what is open."""
        setup = SetUp(self._talk, self._speech, self._saves)
        plan = wishes.plan or setup.last()
        if wishes.ask_game:
            plan = setup.game(plan)
        if wishes.ask_rival:
            plan = setup.rival(plan)
        try:
            self._saves.keep_choices(plan.to_dict())
        except OSError as error:
            self._cannot_write(error)
        return plan

    def lay(self, plan: Plan) -> Table:
        """Toss the coin, draw the card, and begin the game of a plan."""
        words = self._speech.of(plan.variant, plan.notation)
        if plan.color is None:
            side = ballot.toss_coin(self._talk, words, plan)
            plan = replace(plan, color=side)
        plan = plan.with_seed()
        match = ballot.begin(self._talk, words, plan, self._adjudicator) if plan.ballot else None
        table = Table.lay(plan, match, self._adjudicator)
        self._greet(table, words)
        return table

    def _greet(self, table: Table, words: Catalogue) -> None:
        game = words.game(table.plan.variant)
        if table.person:
            side = words.text(f"color.{table.person}")
            text = words.text("play.hello_computer", game=game, n=table.plan.level, side=side)
        else:
            text = words.text("play.hello_friend", game=game)
        self._talk.say(text)
        self._talk.say(words.text("play.hello_help", example=example(table.game, words)))

    def resume(self) -> Table | None:
        """Offer to go on with the game that was left; what cannot be read is set aside."""
        try:
            values = self._saves.running()
            if values is None:
                return None
            table = Table.from_dict(values, self._adjudicator)
        except InvalidRecord as error:
            self._set_aside(self._speech.detail(error))
            return None
        except OSError as error:
            self._talk.say(self._speech.text("play.cannot_read", what=error.strerror or str(error)))
            return None
        name = self._speech.game(table.game.variant)
        key = "play.resume_match" if table.between else "play.resume"
        question = self._speech.text(key, game=name, n=(len(table.game.moves) + 1) // 2)
        if answer(self._talk.ask(question + " ")) is not False:
            return table
        self._put_aside()
        return None

    def _put_aside(self) -> None:
        """Keep a game that was left running under a name, before another one takes its place."""
        try:
            path = self._saves.put_aside()
        except OSError as error:
            self._cannot_write(error)
            return
        if path is not None:
            self._talk.say(self._speech.text("play.kept", path=path))

    def _set_aside(self, what: str) -> None:
        try:
            path = self._saves.set_aside()
            self._talk.say(self._speech.text("play.broken", what=what.rstrip("."), path=path))
        except OSError as error:
            self._cannot_write(error)

    def _cannot_write(self, error: OSError) -> None:
        self._talk.say(self._speech.text("play.cannot_write", what=error.strerror or str(error)))


def load_table(path: str, speech: Catalogue, adjudicator: Adjudicator | None = None) -> Table:
    """Return the table saved in a file; raises `CrownheadError` saying what is wrong, and where."""
    try:
        values = read(Path(path), name=path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise CrownheadError(speech.text("error.file", path=path, what=reason)) from error
    except InvalidRecord as error:  # names the file
        raise CrownheadError(f"{speech.detail(error)}.") from error
    try:
        return Table.from_dict(values, adjudicator)
    except InvalidRecord as error:
        what = speech.detail(error)
        raise CrownheadError(speech.text("error.file", path=path, what=what)) from error
