"""Obey the commands that a player types between moves."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import fill
from typing import TYPE_CHECKING

from crownhead.cli.play import commands, summary
from crownhead.cli.play.commands import Command
from crownhead.cli.play.entry import example
from crownhead.cli.play.leave import Leave
from crownhead.cli.play.screen import row_by_row
from crownhead.clock import Clock
from crownhead.errors import CrownheadError
from crownhead.match import points

if TYPE_CHECKING:
    from crownhead.cli.play.session import Session

PLAYING = frozenset(
    {"moves", "hint", "draw", "accept", "decline"} | {"claim", "huff", "compel", "stand", "resign"}
)
"""Commands that make sense only while the game runs."""


class Orders:
    """Carry out commands on a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def obey(self, command: Command) -> None:
        """Carry out one command; a refusal is said in a sentence."""
        session = self._session
        if command.name in PLAYING and session.game.outcome is not None:
            session.say("play.over_help")
            return
        replies = session.replies
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
            session.refuse(error, command.argument)
        except OSError as error:
            session.say("play.cannot_write", what=error.strerror or str(error))

    def moves(self) -> None:
        """List the legal moves."""
        session = self._session
        found = list(session.game.position.legal_moves)
        listed = "  ".join(session.speech.move(move) for move in found)
        session.say("play.moves", n=len(found), moves=listed)
        if session.game.setup.huffing and session.game.position.faulty_moves:
            session.say("play.moves_faulty")

    def hint(self) -> None:
        """Print what the engine would play."""
        session = self._session
        try:
            move = session.opponent.hint(session.game, lambda: session.say("play.thinking"))
        except KeyboardInterrupt:
            session.talk.say()
            session.say("play.hint_stopped")
            return
        session.options = (move.notation("full"),)
        session.say("play.hint", move=session.speech.move(move))

    def board(self) -> None:
        """Show the board; where it is said in words, row by row."""
        session = self._session
        if session.talk.plain:
            for line in row_by_row(session.game.position, session.speech):
                session.talk.say(line)
        session.show(words=True)

    def flip(self) -> None:
        """Turn the board around."""
        self._session.table.flipped = not self._session.table.flipped
        self._session.store()
        self._session.show()

    def squares(self) -> None:
        """Name squares by numbers instead of letters, or the other way round."""
        session = self._session
        session.table.rename_squares()
        session.store()
        session.show()

    def fen(self) -> None:
        """Show the position as FEN."""
        self._session.talk.say(self._session.game.position.fen())

    def record(self) -> None:
        """List the moves played."""
        session = self._session
        moves = session.game.moves
        if not moves:
            session.say("play.no_moves_yet")
            return
        texts = [session.speech.move(move) for move in moves]
        pairs = [texts[i : i + 2] for i in range(0, len(texts), 2)]
        session.talk.say("  ".join(f"{n}. {' '.join(pair)}" for n, pair in enumerate(pairs, 1)))

    def rules(self) -> None:
        """Print the rules of this game."""
        session = self._session
        setup = session.game.setup
        session.talk.say(session.speech.game(session.game.variant))
        lines = summary.summary(
            setup.variant.rules, session.speech, huffing=setup.huffing, duty=setup.refusal_duty
        )
        for line in lines:
            session.talk.say(f"- {line}")

    def clock(self) -> None:
        """Print how much time each side has."""
        session = self._session
        clock, at = session.game.clock, session.at
        if clock is None or at is None:
            session.say("reason.no_clock")
            return
        session.talk.say(self.clock_text(clock, at))

    def clock_text(self, clock: Clock, at: int) -> str:
        """Return both sides' time in a sentence."""
        times = {color: _minutes(clock.remaining(color, at)) for color in ("white", "black")}
        return self._session.speech.text("play.clock", **times)

    def match(self) -> None:
        """Show the card and the score of the ballot match."""
        session = self._session
        match = session.table.match
        if match is None:
            session.say("play.no_match")
            return
        one, two = (points(half_points) for half_points in match.score)
        session.say("match.card", card=str(match.card))
        names = match.players
        players = session.game.players
        session.say(
            "match.sides",
            n=session.table.number + 1,
            white=players.white,
            black=players.black,
        )
        session.say("match.score", first=names[0], second=names[1], one=one, two=two)
        result = match.result
        if result is not None:
            if result.winner is None:
                session.say("match.drawn")
            else:
                session.say("match.won", name=result.winner)

    def save(self, name: str) -> None:
        """Save the game under a name."""
        session = self._session
        session.table.clock_at = session.elapsed_time()
        path = session.saves.keep(name or session.game.variant.key, session.table.to_dict())
        session.say("play.saved", path=path)

    def new(self) -> None:
        """Leave this game for another."""
        session = self._session
        sure = "play.new_sure_match" if session.table.between else "play.new_sure"
        if not session.table.over and not session.confirm(sure):
            return
        raise Leave("new")

    def quit(self) -> None:
        """Leave; an unfinished game or match is kept."""
        self._session.keep()
        raise Leave("quit")

    def help(self) -> None:
        """Print how to move, and list the commands."""
        session = self._session
        speech = session.speech
        session.say("help.how", example=example(session.game, speech))
        if not session.talk.plain:
            session.say("help.marks")
        for name in self._useful():
            word = commands.word(name, speech.language)
            line = f"{word:<{_WORD}} {speech.text(f'help.command.{name}')}"
            session.talk.say(
                fill(line, session.talk.columns() - 1, subsequent_indent=" " * (_WORD + 1))
            )

    def _useful(self) -> list[str]:
        session = self._session
        hidden = set() if session.game.setup.huffing else {"huff", "compel", "stand"}
        hidden |= set() if session.table.match else {"match"}
        hidden |= set() if session.table.plan.time else {"clock"}
        return [name for name in commands.WORDS if name not in hidden]


_WORD = 12  # the longest word of a command


def _minutes(milliseconds: int) -> str:
    seconds = max(0, milliseconds) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"
