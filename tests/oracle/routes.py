"""Every way to play the legal moves."""

from __future__ import annotations

from typing import NamedTuple

from oracle.board import State, number_of
from oracle.captures import Outcome, Stage, first_stage, jumps, landings
from oracle.choice import rank
from oracle.moves import End, outcome_at, outnumbered_side, own_squares, quiet_moves, race_is_over
from oracle.record import Square


class Route(NamedTuple):
    """One way to an outcome: the captured pieces and the turning squares, in order."""

    outcome: Outcome
    captured: tuple[int, ...]
    turns: tuple[int, ...]


def routes(state: State) -> list[Route]:
    """List the legal ways to move; a flying king's landings on one line count once.

    Every way is walked, and their number can be huge where a king can run in circles.
    """
    if race_is_over(state) or outnumbered_side(state):
        return []
    ways: list[tuple[Route, End]] = []
    for origin in own_squares(state):
        ways += routes_on(state, origin, first_stage(state, origin), (), ())
    best = max((rank(state, *end) for _, end in ways), default=())
    found = {route for route, end in ways if rank(state, *end) == best}
    if not found or not state.rules.compulsory:
        found |= {Route(outcome, (), ()) for outcome in quiet_moves(state)}
    return sorted(found, key=lambda route: (route.outcome[:2], route.captured, route.turns))


def routes_on(
    state: State,
    origin: Square,
    stage: Stage,
    captured: tuple[int, ...],
    turns: tuple[int, ...],
) -> list[tuple[Route, End]]:
    """List the ways on from a stage that was reached over `captured` with `turns`."""
    found: list[tuple[Route, End]] = []
    for jump in jumps(state, origin, stage):
        turned = stage.direction is not None and stage.direction != jump.direction
        turns_now = (*turns, number_of(state.rules, stage.square)) if turned else turns
        taken = (*captured, number_of(state.rules, jump.victim))
        for following in landings(state, origin, stage, jump):
            if following.may_end:
                outcome = outcome_at(state, origin, following.stage)
                order = following.stage.taken_kings
                found.append((Route(outcome, taken, turns_now), (outcome, order)))
            if following.may_go_on:
                found += routes_on(state, origin, following.stage, taken, turns_now)
    return found
