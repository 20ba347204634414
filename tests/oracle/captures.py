"""Captures of one piece, jump by jump."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oracle.board import State, is_king, other, side_of
from oracle.record import Direction, Square


class Outcome(NamedTuple):
    """What a move leads to: square numbers, the captured ones as a set, and the crowning."""

    origin: int
    target: int
    captures: frozenset[int]
    crowns: bool


class Stage(NamedTuple):
    """How far a capture has come.

    `taken_kings` says for every captured piece in turn whether it was a king.
    """

    square: Square
    king: bool
    taken: frozenset[Square]
    direction: Direction | None
    taken_kings: tuple[bool, ...]


class Jump(NamedTuple):
    """One jump that a stage allows: over `victim` to any of `landings`, nearest first."""

    victim: Square
    direction: Direction
    landings: list[Square]


def first_stage(state: State, origin: Square) -> Stage:
    """Return the stage before the first jump."""
    return Stage(origin, is_king(state.pieces[origin]), frozenset(), None, ())


def jumps(state: State, origin: Square, stage: Stage) -> list[Jump]:
    """List the jumps of the piece that came from `origin`."""
    rules = state.rules
    side = state.turn
    pieces, squares = state.pieces, rules.numbers
    crowned_now = not stage.king and bool(stage.taken) and stage.square[0] == rules.far_row(side)
    if crowned_now and rules.crowning == "ends-move":
        return []

    gone = {origin}  # the moving piece has left it
    if rules.removal == "at-once":
        gone |= stage.taken

    def piece_on(square: Square) -> str | None:
        return None if square in gone else pieces.get(square)

    found = []
    flying = stage.king and rules.flying
    for direction in rules.directions(
        rules.king_capture if stage.king else rules.men_capture, side
    ):
        if not rules.turn_back and stage.direction == (-direction[0], -direction[1]):
            continue
        victim = step(stage.square, direction)
        while flying and victim in squares and piece_on(victim) is None:
            victim = step(victim, direction)
        piece = piece_on(victim)
        if piece is None or side_of(piece) != other(side) or victim in stage.taken:
            continue
        if is_king(piece) and not stage.king and not rules.men_take_kings:
            continue
        landings = []
        landing = step(victim, direction)
        while landing in squares and piece_on(landing) is None:
            landings.append(landing)
            if not flying or rules.landing == "behind":
                break
            landing = step(landing, direction)
        if landings:
            found.append(Jump(victim, direction, landings))
    return found


def step(square: Square, direction: Direction) -> Square:
    """Go one step."""
    return square[0] + direction[0], square[1] + direction[1]


class Landed(NamedTuple):
    """A stage after a jump, and whether the move may go on, or may end, there."""

    stage: Stage
    may_go_on: bool
    may_end: bool


def landings(state: State, origin: Square, stage: Stage, jump: Jump) -> list[Landed]:
    """List where `jump` can lead to, with what may happen then."""
    rules = state.rules
    took_king = is_king(state.pieces[jump.victim])
    must_stop_behind = rules.landing == "behind-king" and rules.flying and stage.king and took_king
    after = []
    for landing in jump.landings:
        reached_far_row = landing[0] == rules.far_row(state.turn)
        after.append(
            Stage(
                landing,
                stage.king or (reached_far_row and rules.crowning == "goes-on"),
                stage.taken | {jump.victim},
                jump.direction,
                (*stage.taken_kings, took_king),
            )
        )
    goes_on = [bool(jumps(state, origin, next_stage)) for next_stage in after]
    found = []
    for next_stage, more in zip(after, goes_on, strict=True):
        may_end = not more
        if rules.landing == "continuing" and any(goes_on):
            may_end = False  # a landing from which it goes on must be chosen
        if must_stop_behind and next_stage.square != jump.landings[0]:
            may_end = False
        found.append(Landed(next_stage, more, may_end))
    return found


def all_stages(state: State, origin: Square) -> Iterator[tuple[Stage, Landed]]:
    """Walk through every stage once for each way into it: (the stage before, what follows).

    Stages that agree in everything that matters later are walked on from only once, so the
    walk ends soon even where the number of routes is huge.
    """
    seen: set[Stage] = set()
    waiting = [first_stage(state, origin)]
    while waiting:
        stage = waiting.pop()
        if stage in seen:
            continue
        seen.add(stage)
        for jump in jumps(state, origin, stage):
            for following in landings(state, origin, stage, jump):
                following = following._replace(stage=forget(state, following.stage))
                yield stage, following
                if following.may_go_on:
                    waiting.append(following.stage)


def forget(state: State, stage: Stage) -> Stage:
    """Drop what no later step and no choice between captures can depend on."""
    if state.rules.choice != "cascade":
        stage = stage._replace(taken_kings=())
    if state.rules.turn_back:
        stage = stage._replace(direction=None)
    return stage
