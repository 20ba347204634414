"""How a game ends without an agreement: by the rules, by resignation, by an arbiter."""

from __future__ import annotations

from dataclasses import replace

from oracle.law import repetition
from oracle.law.setup import Setup
from oracle.law.state import State

from crownhead.events import Awarded, Resigned
from crownhead.outcome import Outcome, Termination
from crownhead.position import Position
from crownhead.rules import Aim
from crownhead.sides import other

EndEvent = Resigned | Awarded


def by_rules(setup: Setup, state: State) -> Outcome | None:
    """Return how the position ends the game by itself, or None.

    A win goes before a draw count that fills with the same ply. Counts and repetitions that a
    player has to claim do not end the game here.
    """
    position = state.position
    outcome = _decide_win(setup, position)
    if outcome is not None:
        return outcome
    opponent = other(state.turn)
    if not position.count(opponent):
        loses = setup.variant.rules.aim is Aim.LOSE
        return Outcome(opponent if loses else state.turn, Termination.NO_PIECES, "E7")
    return _decide_draw(setup, state)


def _decide_win(setup: Setup, position: Position) -> Outcome | None:
    """Return how the first king, too few pieces or a side without a move end the game."""
    turn, opponent = position.turn, other(position.turn)
    aim = setup.variant.rules.aim
    if aim is Aim.KING:
        for side in (opponent, turn):  # the side that has just moved comes first
            if f"{side}_king" in position.pieces.values():
                return Outcome(side, Termination.FIRST_KING, "breakthrough")
    few = setup.variant.rules.too_few
    for side in (turn, opponent):
        if few and position.count(side) <= few < position.count(other(side)):
            kind = Termination.TOO_FEW if position.count(side) else Termination.NO_PIECES
            rule = "ghanaian" if kind is Termination.TOO_FEW else "E7"
            return Outcome(side if aim is Aim.LOSE else other(side), kind, rule)
    if len(position.legal_moves):
        return None
    winner = turn if aim is Aim.LOSE else opponent
    if position.count(turn):
        return Outcome(winner, Termination.BLOCKED, "E22")
    return Outcome(winner, Termination.NO_PIECES, "E7")


def _decide_draw(setup: Setup, state: State) -> Outcome | None:
    rules = setup.variant.rules
    for count, rule in zip(state.position.draw_counts, rules.draw_rules, strict=True):
        if count >= rule.plies and setup.is_automatic(rule):
            return Outcome(None, Termination.DRAW_COUNT, rule.rule)
    if not rules.repetition or not setup.repetition_automatic:
        return None
    if repetition.occurrences(state) < rules.repetition:
        return None
    return Outcome(None, Termination.REPETITION, setup.variant.rules.repetition_rule)


def apply(state: State, event: EndEvent) -> State:
    """Return the state after a resignation or an arbiter's decision."""
    if isinstance(event, Resigned):
        outcome = Outcome(other(event.by), Termination.RESIGNATION, "")
    else:
        kind = Termination.FORFEIT if event.forfeit else Termination.ADJUDICATION
        outcome = Outcome(event.winner, kind, "")
    return replace(state, outcome=outcome)
