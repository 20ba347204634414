"""A scripted player and a tiny engine, to drive the terminal game without a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from crownhead import variants
from crownhead.cli.play.app import App, Wishes
from crownhead.cli.play.opponent import Opponent
from crownhead.cli.play.plan import Plan
from crownhead.cli.play.saves import Saves
from crownhead.cli.play.session import Session
from crownhead.cli.play.table import Table
from crownhead.engines.interface import FaultAnswer, Limit
from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.move import Move


class Script:
    """Answer every question with the next line of a script; the script's end is end of input."""

    def __init__(self, lines: Iterable[str] = (), *, plain: bool = False, width: int = 80) -> None:
        self.lines = list(lines)
        self.plain = plain
        self.width = width
        self.out: list[str] = []

    def say(self, text: str = "", role: str = "") -> None:
        self.out.append(text)

    def picture(self, lines: Sequence[Sequence[tuple[str, str]]]) -> None:
        self.out += ["".join(text for text, _ in line).rstrip() for line in lines]

    def ask(self, prompt: str) -> str:
        self.out.append(prompt)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        self.out[-1] += line
        if line == "^C":
            raise KeyboardInterrupt
        return line

    def columns(self) -> int:
        return self.width

    @property
    def text(self) -> str:
        return "\n".join(self.out)


class Robot:
    """Play scripted moves, then the first legal one; answer as it is told."""

    def __init__(self, moves: Iterable[str] = ()) -> None:
        self.moves = list(moves)
        self.accepts = False
        self.offers = False
        self.answer: FaultAnswer = None
        self.closed = False
        self.interrupts = 0
        self.asked: list[str] = []

    def play(self, on: Game, limit: Limit | None = None) -> Move:
        self.asked.append("play")
        if self.interrupts:
            self.interrupts -= 1
            raise KeyboardInterrupt
        position = on.position
        if not self.moves:
            return position.legal_moves[0]
        text = self.moves.pop(0)
        faulty = [move for move in position.faulty_moves if str(move) == text]
        return faulty[0] if faulty else position.parse(text)

    def accepts_draw(self, game: Game) -> bool:
        self.asked.append("accepts_draw")
        return self.accepts

    def offers_draw(self, game: Game) -> bool:
        return self.offers

    def answer_fault(self, game: Game) -> FaultAnswer:
        self.asked.append("answer_fault")
        return self.answer

    def stop(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


def session(
    lines: Iterable[str],
    folder: Path,
    *,
    variant: str = "english",
    language: str = "de",
    robot: Robot | None = None,
    clock: Clock | None = None,
    plain: bool = False,
    **choices: object,
) -> tuple[Session, Script]:
    """Return a session on a fresh table, and the script that drives it."""
    script = Script(lines, plain=plain)
    huffing = bool(choices.pop("huffing", False))
    plan = Plan.of(variants.get(variant), **choices)
    plan = Plan(**{**vars(plan), "huffing": huffing})
    maker = robot or Robot()
    opponent = Opponent(plan.level, 1, lambda level, seed: maker)
    played = Session(
        script,
        Catalogue(language),
        Table.lay(plan),
        Saves(folder),
        opponent,
        now=clock or Clock(),
    )
    return played, script


def app(
    lines: Iterable[str], folder: Path, *, robot: Robot | None = None, language: str = "de"
) -> tuple[Script, Robot]:
    """Run the whole program on a script and return what was said."""
    script, maker = Script(lines), robot or Robot()
    App(script, Catalogue(language), Saves(folder), lambda level, seed: maker).run(Wishes())
    return script, maker
