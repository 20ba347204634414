"""Obey the commands that a player types between moves."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import fill
from typing import Protocol

from crownhead.cli.play import commands, summary
from crownhead.cli.play.commands import Command
from crownhead.cli.play.entry import example
from crownhead.cli.play.leave import Leave
from crownhead.cli.play.replies import Replies
from crownhead.cli.play.screen import row_by_row
from crownhead.cli.play.stage import Stage
from crownhead.clock import Clock
from crownhead.errors import CrownheadError
from crownhead.match import points

PLAYING = frozenset(
    {"moves", "hint", "draw", "accept", "decline"} | {"claim", "huff", "compel", "stand", "resign"}
)
"""Commands that make sense only while the game runs."""


class Show(Protocol):
    """Show the board."""

    def __call__(self, *, words: bool = False) -> None:
        """Show it, also in words where words are asked for."""


class Orders:
    """Carry out commands."""

    def __init__(self, stage: Stage, replies: Replies, show: Show) -> None:
        self._stage = stage
        self._replies = replies
        self._show = show

    def obey(self, command: Command) -> None:
        """Carry out one command; a refusal is said in a sentence."""
        stage = self._stage
        if command.name in PLAYING and stage.game.outcome is not None:
            stage.say("play.over_help")
            return
        replies = self._replies
        simple: dict[str, Callable[[], None]] = {
            "draw": replies.draw,
            "accept": replies.accept,
            "decline": replies.decline,
            "compel": replies.compel,
            "stand": replies.stand,
            "resign": replies.resign,
            "undo": replies.undo,
        }
        taking: dict[str, Callable[[str], None]] = {
            "claim": replies.claim,
            "huff": replies.huff,
            "save": self.save,
        }
        try:
            if command.name in simple:
                simple[command.name]()
            elif command.name in taking:
                taking[command.name](command.argument)
            else:
                getattr(self, command.name)()
        except CrownheadError as error:
            stage.refuse(error, command.argument)
        except OSError as error:
            stage.say("play.cannot_write", what=error.strerror or str(error))

    def moves(self) -> None:
        """List the legal moves."""
        stage = self._stage
        found = list(stage.game.position.legal_moves)
        listed = "  ".join(stage.speech.move(move) for move in found)
        stage.say("play.moves", n=len(found), moves=listed)
        if stage.game.setup.huffing and stage.game.position.faulty_moves:
            stage.say("play.moves_faulty")

    def hint(self) -> None:
        """Print what the engine would play."""
        stage = self._stage
        try:
            move = stage.opponent.hint(stage.game, lambda: stage.say("play.thinking"))
        except KeyboardInterrupt:
            stage.talk.say()
            stage.say("play.hint_stopped")
            return
        stage.options = (move.notation("full"),)
        stage.say("play.hint", move=stage.speech.move(move))

    def board(self) -> None:
        """Show the board; where it is said in words, row by row."""
        stage = self._stage
        if stage.talk.plain:
            for line in row_by_row(stage.game.position, stage.speech):
                stage.talk.say(line)
        self._show(words=True)

    def flip(self) -> None:
        """Turn the board around."""
        self._stage.table.flipped = not self._stage.table.flipped
        self._stage.store()
        self._show()

    def squares(self) -> None:
        """Name squares by numbers instead of letters, or the other way round."""
        stage = self._stage
        stage.table.rename_squares()
        stage.store()
        self._show()

    def fen(self) -> None:
        """Show the position as FEN."""
        self._stage.talk.say(self._stage.game.position.fen())

    def record(self) -> None:
        """List the moves played."""
        stage = self._stage
        moves = stage.game.moves
        if not moves:
            stage.say("play.no_moves_yet")
            return
        texts = [stage.speech.move(move) for move in moves]
        pairs = [texts[i : i + 2] for i in range(0, len(texts), 2)]
        stage.talk.say("  ".join(f"{n}. {' '.join(pair)}" for n, pair in enumerate(pairs, 1)))

    def rules(self) -> None:
        """Print the rules of this game."""
        stage = self._stage
        setup = stage.game.setup
        stage.talk.say(stage.speech.game(stage.game.variant))
        lines = summary.summary(
            setup.variant.rules, stage.speech, huffing=setup.huffing, duty=setup.refusal_duty
        )
        for line in lines:
            stage.talk.say(f"- {line}")

    def clock(self) -> None:
        """Print how much time each side has."""
        stage = self._stage
        clock, at = stage.game.clock, stage.at
        if clock is None or at is None:
            stage.say("reason.no_clock")
            return
        stage.talk.say(self.clock_text(clock, at))

    def clock_text(self, clock: Clock, at: int) -> str:
        """Return both sides' time in a sentence."""
        times = {color: _minutes(clock.remaining(color, at)) for color in ("white", "black")}
        return self._stage.speech.text("play.clock", **times)

    def match(self) -> None:
        """Show the card and the score of the ballot match."""
        stage = self._stage
        match = stage.table.match
        if match is None:
            stage.say("play.no_match")
            return
        one, two = (points(half_points) for half_points in match.score)
        stage.say("match.card", card=str(match.card))
        names = match.players
        players = stage.game.players
        stage.say(
            "match.sides",
            n=stage.table.number + 1,
            white=players.white,
            black=players.black,
        )
        stage.say("match.score", first=names[0], second=names[1], one=one, two=two)
        result = match.result
        if result is not None:
            if result.winner is None:
                stage.say("match.drawn")
            else:
                stage.say("match.won", name=result.winner)

    def save(self, name: str) -> None:
        """Save the game under a name."""
        stage = self._stage
        stage.table.clock_at = stage.elapsed_time()
        path = stage.saves.keep(name or stage.game.variant.key, stage.table.to_dict())
        stage.say("play.saved", path=path)

    def new(self) -> None:
        """Leave this game for another."""
        stage = self._stage
        sure = "play.new_sure_match" if stage.table.between else "play.new_sure"
        if not stage.table.over and not stage.confirm(sure):
            return
        raise Leave("new")

    def quit(self) -> None:
        """Leave; an unfinished game or match is kept."""
        self._stage.keep()
        raise Leave("quit")

    def help(self) -> None:
        """Print how to move, and list the commands."""
        stage = self._stage
        speech = stage.speech
        stage.say("help.how", example=example(stage.game, speech))
        if not stage.talk.plain:
            stage.say("help.marks")
        for name in self._useful():
            word = commands.word(name, speech.language)
            line = f"{word:<{_WORD}} {speech.text(f'help.command.{name}')}"
            stage.talk.say(
                fill(line, stage.talk.columns() - 1, subsequent_indent=" " * (_WORD + 1))
            )

    def _useful(self) -> list[str]:
        stage = self._stage
        hidden = set() if stage.game.setup.huffing else {"huff", "compel", "stand"}
        hidden |= set() if stage.table.match else {"match"}
        hidden |= set() if stage.table.plan.time else {"clock"}
        return [name for name in commands.WORDS if name not in hidden]


_WORD = 12  # the longest word of a command


def _minutes(milliseconds: int) -> str:
    seconds = max(0, milliseconds) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"
