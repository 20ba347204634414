"""Long random games, mostly moves, with events of every kind."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator
from dataclasses import fields
from functools import cache
from typing import get_type_hints

from crownhead import Game, Move
from crownhead.clock import TimeControl
from crownhead.errors import CrownheadError
from crownhead.events import (
    EVENTS,
    Adjudicated,
    Awarded,
    Compelled,
    DrawAccepted,
    DrawClaimed,
    DrawDeclined,
    DrawOffered,
    DrawWithdrawn,
    Event,
    Huffed,
    Paused,
    Played,
    Resigned,
    Resumed,
    Stood,
    TakebackAccepted,
    TakebackDeclined,
    TakebackRequested,
    TimeForfeited,
)
from crownhead.rules import Color

STARTS = (
    ("english", None),
    ("english", "W:W18,27,32,K30:B5,15,24,K4"),
    ("english", "W:WK29,K30,K21:BK4,K3,K12"),
    ("lite", "W:Wc3,e3,Ka1:Bd4,f6,Kh8,Kb8"),
    ("international", None),
    ("international", "W:W28,37,47,K46:B23,32,33,42,K5"),
    ("russian", None),
    ("breakthrough", "W:W16,17:B35,36,45"),
)
TIMES = (None, TimeControl.bronstein(200_000, 1_000), TimeControl.per_move(9_000))


def anything(dice: random.Random, game: Game, at: int | None) -> Event:
    """Return some event that is not a move, allowed or not."""
    by: Color = dice.choice(("white", "black"))
    moves = game.position.legal_moves
    move = str(dice.choice(list(moves))) if len(moves) and dice.random() < 0.5 else None
    squares = (*game.huffable, dice.randint(0, 60))
    rare = (Resigned(by, at=at), DrawAccepted(by, at=at), Awarded(by, "late", True, at=at))
    events: tuple[Event, ...] = (
        dice.choice(rare) if dice.random() < 0.05 else Resumed(at=at),
        DrawOffered(by, at=at),
        DrawDeclined(by, at=at),
        DrawWithdrawn(by, at=at),
        DrawClaimed(by, move, at=at),
        Huffed(by, dice.choice(squares), at=at),
        Compelled(by, at=at),
        Stood(by, at=at),
        TakebackRequested(by, dice.randint(0, 5), at=at),
        TakebackAccepted(by, at=at),
        TakebackDeclined(by, at=at),
        Adjudicated(by, dice.random() < 0.7, "seen", at=at),
        TimeForfeited(by, at=at),
        Paused(at=at) if dice.random() < 0.2 else Resumed(at=at),
    )
    known = {Played, Paused, *map(type, rare), *map(type, events)}
    return dice.choice(events + others(dice, known, by, at))


def others(
    dice: random.Random, known: Collection[type[Event]], by: Color, at: int | None
) -> tuple[Event, ...]:
    """Return an event of each kind that is not among the known ones."""
    return tuple(some(dice, kind, by, at) for kind in EVENTS.values() if kind not in known)


def some(dice: random.Random, kind: type[Event], by: Color, at: int | None) -> Event:
    """Return an event of a kind, its fields drawn by chance from what they can hold."""
    drawn = {int: dice.randint(0, 5), bool: dice.random() < 0.5, str: "drawn", str | None: None}
    return kind(**{name: drawn.get(type, by) for name, type in field_types(kind).items()}, at=at)


@cache
def field_types(kind: type[Event]) -> dict[str, object]:
    """Return the types of an event's fields, without its time."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.name != "at"}


def some_move(dice: random.Random, game: Game) -> Move:
    """Return a move, with huffing often a faulty one; kings like to go back where they were."""
    moves, faulty = game.position.legal_moves, game.position.faulty_moves
    if len(faulty) and dice.random() < 0.5:
        return dice.choice(list(faulty))
    if len(game.moves) > 1 and dice.random() < 0.7:
        last = game.moves[-2]
        for move in moves:
            if (move.origin, move.target) == (last.target, last.origin):
                return move
    return dice.choice(list(moves))


def random_game(seed: int) -> Game:
    dice = random.Random(seed)
    variant, fen = dice.choice(STARTS)
    game = Game(
        variant,
        start=fen,
        huffing=dice.random() < 0.7,
        refusal_duty=dice.choice((0, 2, 6)),
        reset_on_progress=dice.random() < 0.5,
        draws=dice.choice(("rules", "claim", "automatic")),
        time=dice.choice(TIMES),
    )
    at = 0
    for _ in range(150):
        at += dice.randint(0, 12_000) if dice.random() < 0.03 else dice.randint(0, 900)
        now = None if game.clock is None else at
        before, events = game.state, game.events
        try:
            if game.claims and dice.random() < 0.2:
                game.claim_draw(game.claims[0].by, game.claims[0].move, at=now)
            elif dice.random() < 0.6 and len(game.position.legal_moves):
                game.play(some_move(dice, game), at=now)
            else:
                game.add(anything(dice, game, now))
        except CrownheadError:
            assert game.state is before
            assert game.events == events
        if game.outcome is not None:
            break
    return game


FEWEST, MOST = 150, 1_500


def random_games(wanted: Iterable[object]) -> Iterator[tuple[int, Game]]:
    """Yield random games with their seeds, and more until all that is wanted has occurred.

    Kinds of events are wanted, and terminations. No seed is chosen for what its game has: a new
    kind of event changes what is drawn.
    """
    missing = set(wanted)
    for seed in range(MOST):
        game = random_game(seed)
        yield seed, game
        missing -= {event.kind for event in game.events}
        if game.outcome is not None:
            missing.discard(game.outcome.termination)
        if seed >= FEWEST and not missing:
            return
    raise AssertionError(f"never seen: {missing}")
