"""What a player is asked besides moves: draw offers and faulty moves.

The engine never makes a faulty move under huffing on purpose. Its opponent may always compel, which
leaves it the best of its legal captures; so a faulty move is never worth more than that capture,
and whatever other answer the opponent prefers is worse still. A low level overlooks a capture now
and then, as people do: its `Level` says how often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, cast

from crownhead import _core
from crownhead.engines.analysis import WIN
from crownhead.engines.interface import FaultAnswer
from crownhead.errors import EngineError

if TYPE_CHECKING:
    from crownhead.game import Game
    from crownhead.position import Position

Score = Callable[["Position", Sequence["Position"]], int]
"""Judge a position, given those before it: hundredths of a man for the side to move."""


def accepts_draw(game: Game, score: Score) -> bool:
    """Return whether the side that is offered a draw should take it.

    It does when it stands clearly worse, and when an even game has settled. A refusal under E24
    obliges it to win within 40 moves, else the game is drawn: that alone is no reason to accept.
    Raises `EngineError` where no offer stands.
    """
    if game.draw_offer is None:
        raise EngineError("No draw is offered")
    return _ask(game, "accept", score).answer == "yes"


def offers_draw(game: Game, score: Score) -> bool:
    """Return whether the side that has just moved, or else is to move, should offer a draw.

    It should where a game has settled, and has been level or slightly better for that side, but no
    more than even, before each of its last moves.
    """
    return _ask(game, "offer", score).answer == "yes"


def answer_fault(game: Game, score: Score) -> FaultAnswer:
    """Return the best answer to the fault that the opponent has just made (RULES H).

    Huffing lifts a piece and leaves the answerer on move; to compel leaves the opponent the best
    of his captures; to let it stand is to play on. Raises `EngineError` without a fault.
    """
    if not game.huffable:
        raise EngineError("There is no faulty move to answer")
    found = _ask(game, "fault", score)
    match found.answer:
        case "huff":
            return found.square
        case "compel":
            return "compel"
        case _:
            return None


def _ask(game: Game, about: Literal["accept", "offer", "fault"], score: Score) -> _core.LawQuestion:
    question = _core.LawQuestion(game._law, about, WIN)
    while (asked := question.asked()) is not None:
        position, past = asked
        question.score(score(cast("Position", position), game.positions[:past]))
    return question
