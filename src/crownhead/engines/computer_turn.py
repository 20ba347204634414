"""What the computer does when it is its turn, at the terminal and on the server alike.

In which order it answers, claims and moves is decided in the core (core/player/tasks.cpp), for the
browser too; what it is asked beside a draw it declines. Each of these is an `Act`, decided on one
game and carried out on another that has come as far: the server thinks on a copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, assert_never

from crownhead import _core
from crownhead.events import event_of

if TYPE_CHECKING:
    from crownhead.engines.interface import FaultAnswer
    from crownhead.engines.limit import Limit
    from crownhead.game import Game
    from crownhead.move import Move
    from crownhead.rules import Color

Kind = Literal[
    "accept_draw",
    "decline_draw",
    "decline",
    "huff",
    "compel",
    "stand",
    "claim_draw",
    "move",
    "offer_draw",
]


class Thinking(Protocol):
    """What a player asks of an engine; `crownhead.Engine` offers it."""

    def play(self, on: Game, limit: Limit | None = None) -> Move:
        """Return the move to play."""

    def accepts_draw(self, game: Game) -> bool:
        """Return whether the engine accepts the standing offer."""

    def offers_draw(self, game: Game) -> bool:
        """Return whether the engine offers a draw now."""

    def answer_fault(self, game: Game) -> FaultAnswer:
        """Return the reply to a move that ignored a capture (RULES H)."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that a player does.

    `square` belongs to `huff`, `move` (in Hub text) to `move`, `event` to `decline`: its kind.
    """

    kind: Kind
    square: int = 0
    move: str = ""
    event: str = ""

    def on(self, game: Game, side: Color, at: int | None = None) -> None:
        """Do it in a game, as `side`, at a time. Raises `NotAllowed` as `Game` does."""
        match self.kind:
            case "accept_draw":
                game.accept_draw(side, at=at)
            case "decline_draw":
                game.decline_draw(side, at=at)
            case "decline":
                game.add(event_of(self.event, {"by": side, "at": at}))
            case "huff":
                game.huff(self.square, by=side, at=at)
            case "compel":
                game.compel(by=side, at=at)
            case "stand":
                game.stand(by=side, at=at)
            case "claim_draw":
                game.claim_draw(side, at=at)
            case "move":
                game.play(self.move, by=side, at=at)
            case "offer_draw":
                game.offer_draw(side, at=at)
            case _:
                assert_never(self.kind)


def allowance(game: Game, side: Color) -> tuple[float, float] | None:
    """Return what the clock gives to the next move of a side, None without a clock.

    It is the seconds that the clock still shows, and those that the move brings.
    """
    given = _core.law_allowance(game._law, side)
    return given and (given[0] / 1000, given[1] / 1000)


def decide(game: Game, side: Color, engine: Thinking, limit: Limit | None = None) -> Act:
    """Return what the engine does as `side`, which has to act now; `limit` is for a move.

    Raises `EngineError` where there is nothing to be done.

    >>> from crownhead import Engine, Game
    >>> game = Game("english")
    >>> with Engine.builtin(level=3) as engine:
    ...     act = decide(game, "black", engine)
    >>> act.on(game, "black")
    >>> act.kind, game.turn
    ('move', 'white')
    """
    task = _core.law_task(game._law, side, False)
    if task == "answer_fault":
        answer = engine.answer_fault(game)
        if answer == "compel":
            return Act("compel")
        if answer is not None:
            return Act("huff", square=answer)
        task = _core.law_task(game._law, side, True)
    match task:
        case "answer_offer":
            return Act("accept_draw" if engine.accepts_draw(game) else "decline_draw")
        case "decline":
            asked = next(kind for kind, by in game.questions.items() if by != side)
            *_, declined = _core.question_faces()[asked]
            return Act("decline", event=declined)
        case "stand":
            return Act("stand")
        case "claim_draw":
            return Act("claim_draw")
        case "answer_fault" | "move":
            return Act("move", move=engine.play(game, limit).notation("hub"))
        case _:
            assert_never(task)


def afterwards(game: Game, side: Color, engine: Thinking, at: int | None = None) -> Act | None:
    """Return what the engine does as `side` after its own move: offer a draw, or nothing."""
    if not _core.law_may_offer(game._law, side, at):
        return None
    return Act("offer_draw") if engine.offers_draw(game) else None
