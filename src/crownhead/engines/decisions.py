"""What a player is asked besides moves: draw offers and faulty moves.

The engine never makes a faulty move under huffing on purpose. Its opponent may always compel, which
leaves it the best of its legal captures; so a faulty move is never worth more than that capture,
and whatever other answer the opponent prefers is worse still. A low level overlooks a capture now
and then, as people do: its `Level` says how often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from crownhead.engines.interface import WIN, FaultAnswer
from crownhead.errors import EngineError
from crownhead.outcome import Outcome
from crownhead.rules import Aim, Color
from crownhead.sides import other

if TYPE_CHECKING:
    from crownhead.game import Game
    from crownhead.position import Position

Score = Callable[["Position", Sequence["Position"]], int]
"""Judge a position, given those before it: hundredths of a man for the side to move."""

EVEN = 15
"""A score within this is even."""
WORSE = 60
"""From this disadvantage on a draw is welcome at any time."""
SETTLED_PLIES = 60
"""A game is settled into a draw after so many plies, or with so few pieces, or such a count."""
SETTLED_PIECES = 8
LEVEL_TURNS = 3
"""A draw is offered where the last so many turns of the offering side were level."""
LEVEL = 5
"""A score of at least so much below nothing is level still."""


def accepts_draw(game: Game, score: Score) -> bool:
    """Return whether the side that is offered a draw should take it.

    It does when it stands clearly worse, and when an even game has settled. A refusal under E24
    obliges it to win within 40 moves, else the game is drawn: that alone is no reason to accept.
    Raises `EngineError` where no offer stands.
    """
    offer = game.draw_offer
    if offer is None:
        raise EngineError("No draw is offered")
    own = other(offer)
    value = score(game.position, game.positions[:-1])
    if game.position.turn != own:
        value = -value
    return value <= -WORSE or (value <= EVEN and _settled(game))


def offers_draw(game: Game, score: Score) -> bool:
    """Return whether the side that has just moved, or else is to move, should offer a draw.

    It should where a game has settled, and has been level or slightly better for that side, but no
    more than even, before each of its last `LEVEL_TURNS` moves.
    """
    positions = game.positions
    own: Color | None = next(
        (c for c in (other(game.turn), game.turn) if "draw_offered" in game.allowed(c)), None
    )
    if own is None or not _settled(game):
        return False
    turns = [ply for ply in range(len(positions) - 1, -1, -1) if positions[ply].turn == own]
    if len(turns) < LEVEL_TURNS:
        return False
    return all(
        -LEVEL <= score(positions[ply], positions[:ply]) <= EVEN for ply in turns[:LEVEL_TURNS]
    )


def answer_fault(game: Game, score: Score) -> FaultAnswer:
    """Return the best answer to the fault that the opponent has just made (RULES H).

    Huffing lifts a piece and leaves the answerer on move; to compel leaves the opponent the best
    of his captures; to let it stand is to play on. Raises `EngineError` without a fault.
    """
    if not game.huffable:
        raise EngineError("There is no faulty move to answer")
    position, past = game.position, game.positions[:-1]
    values: list[tuple[int, FaultAnswer]] = [
        (_huffed(position.without(square), game.turn, past, score), square)
        for square in game.huffable
    ]
    values.append((-score(past[-1], past[:-1]), "compel"))
    values.append((_stood(game, score), None))
    return max(values, key=lambda pair: pair[0])[1]


def _huffed(position: Position, own: Color, past: Sequence[Position], score: Score) -> int:
    if not position.count(other(own)):
        return -WIN if position.variant.rules.aim is Aim.LOSE else WIN
    return score(position, past)


def _stood(game: Game, score: Score) -> int:
    outcome: Outcome | None = game.outcome_if_stood
    if outcome is None:
        return score(game.position, game.positions[:-1])
    if outcome.winner is None:
        return 0
    return WIN if outcome.winner == game.turn else -WIN


def _settled(game: Game) -> bool:
    position = game.position
    if len(game.positions) > SETTLED_PLIES:
        return True
    if position.count("white") + position.count("black") <= SETTLED_PIECES:
        return True
    rules = position.variant.rules.draw_rules
    counts = zip(position.draw_counts, rules, strict=True)
    return any(2 * plies >= rule.plies for plies, rule in counts)
