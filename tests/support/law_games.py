"""Random games of events, legal and not, of every kind, in every game and in house rules."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from typing import Any

import oracle
from oracle import fen, positions
from oracle.law.game import LawGame, state_values
from oracle.law.record import dump
from oracle.law.setup import Setup as LawSetup
from oracle.law.state import State as LawState
from support.random_games import others

from crownhead import Game, Position, _core
from crownhead.clock import TimeControl
from crownhead.errors import CrownheadError, TooComplex
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
from crownhead.procedure.state import State
from crownhead.rules import Aim, Color, DrawRule, Progress, Rules
from crownhead.sides import Pair
from crownhead.timecontrol import Stage
from crownhead.variants import VARIANTS, Variant

PLAYERS = Pair("Änne", "Борис 🙂")
NONSENSE = ("", "?", "hello", "1-99", "11", "x", "32-28x", "1-2-3", "99999", "11-15", "22x15")
TIMES = (
    TimeControl.sudden_death(40_000),
    TimeControl.fischer(9_000, 1_000),
    TimeControl.bronstein(20_000, 1_000),
    TimeControl.delay(8_000, 900),
    TimeControl.per_move(4_000),
    TimeControl((Stage(9_000, 2, 100), Stage(5_000, 3), Stage(3_000, 1, 50))),
)


def variant(dice: random.Random) -> Variant:
    """Return a known game, or house rules: often with counts that are soon full."""
    known = dice.choice(list(VARIANTS.values()))
    if dice.random() < 0.5:
        return known
    if dice.random() < 0.3:
        return Variant.house("Haus", Rules.from_dict(positions.house_rules(dice)))
    counts = tuple(
        DrawRule(f"soon.{n}", dice.randint(2, 9), Progress(dice.randint(0, 7)), automatic=auto)
        for n, auto in enumerate(dice.choices((True, False), k=dice.randint(0, 2)))
    )
    rules = known.rules.but(
        repetition=dice.choice((0, 2, 3)),
        repetition_automatic=dice.random() < 0.5,
        draw_rules=counts,
    )
    return Variant.house("Nach Hausregeln", rules, notation=known.notation)


def agreement(dice: random.Random) -> dict[str, Any]:
    """Return what two players may agree on."""
    game = variant(dice)
    rules = game.rules
    start = Position.initial(game)
    if dice.random() < 0.6:
        record = game.to_dict()
        placed = positions.random_placement(dice, record["rules"])
        start = Position.from_fen(fen.write(placed, record), game)
    return {
        "start": start,
        "huffing": rules.compulsory and dice.random() < 0.5,
        "refusal_duty": 0 if rules.aim is Aim.LOSE else dice.choice((0, 1, 2, 5)),
        "reset_on_progress": dice.random() < 0.3,
        "draws": dice.choice(("rules", "claim", "automatic")),
        "offers_after": dice.choice((0, 0, 0, 2)),
        "opening": dice.choice((0, 0, 0, 2)),
        "time": dice.choice((None, *TIMES)) if dice.random() < 0.5 else None,
    }


def a_move(dice: random.Random, game: LawGame, at: int | None) -> Event:
    """Return a move as a log would hold it: mostly one that can be played."""
    position, by = game.state.position, game.state.turn
    if dice.random() < 0.03:
        by = dice.choice(("white", "black"))
    moves, faulty = list(position.legal_moves), list(position.faulty_moves)
    lag = dice.choice((0, 0, 0, dice.randint(0, 900)))
    chance = dice.random()
    if chance < 0.04 or not moves:
        return Played(by, dice.choice(NONSENSE), dice.random() < 0.2, lag, at=at)
    if faulty and chance < 0.4:
        form = dice.choice(("short", "full", "hub"))
        return Played(by, dice.choice(faulty).notation(form), dice.random() < 0.9, lag, at=at)
    chosen = dice.choice(moves)
    earlier = [s.move for s in game.state.chain() if s.move is not None][1:2]
    back = [m for m in moves for e in earlier if (m.origin, m.target) == (e.target, e.origin)]
    if back and dice.random() < 0.5:
        chosen = back[0]
    form = dice.choice(("short", "full", "hub"))
    return Played(by, chosen.notation(form), dice.random() < 0.02, lag, at=at)


def answers(dice: random.Random, state: LawState, at: int | None) -> list[Event]:
    """Return what may be said to a fault, or to a take-back that is asked for."""
    found: list[Event] = []
    if state.fault:
        by = state.turn
        huffed = Huffed(by, dice.choice(state.fault.pieces), at=at)
        found += [huffed, Compelled(by, at=at), Stood(by, at=at)]
    if state.takeback:
        by = "black" if state.takeback.by == "white" else "white"
        found += [TakebackAccepted(by, at=at), TakebackDeclined(by, at=at)]
    return found


def anything(dice: random.Random, game: LawGame, at: int | None) -> Event:
    """Return some event that is not a move, allowed or not."""
    state = game.state
    by: Color = dice.choice(("white", "black"))
    fitting = answers(dice, state, at)
    if fitting and dice.random() < 0.4:
        return dice.choice(fitting)
    moves = list(state.position.legal_moves)
    announced = dice.choice(moves).notation("full") if moves and dice.random() < 0.4 else None
    if dice.random() < 0.05:
        announced = dice.choice(NONSENSE)
    squares = (*(state.fault.pieces if state.fault else ()), dice.randint(0, 60), 2**53)
    rare = (partial(Resigned, by), partial(Awarded, dice.choice((by, None)), "late", by == "white"))
    if dice.random() < 0.03:
        return dice.choice(rare)(at=at)
    events: tuple[partial[Any], ...] = (
        partial(DrawOffered, by),
        partial(DrawAccepted if dice.random() < 0.15 else DrawOffered, by),
        partial(DrawDeclined, by),
        partial(DrawWithdrawn, by),
        partial(DrawClaimed, by, announced),
        partial(DrawClaimed, state.turn, announced),
        partial(Huffed, state.turn, dice.choice(squares)),
        partial(Huffed, by, dice.choice(squares)),
        partial(Compelled, by),
        partial(Stood, by),
        partial(TakebackRequested, by, dice.randint(0, 4)),
        partial(TakebackAccepted, by),
        partial(TakebackDeclined, by),
        partial(Adjudicated, by, dice.random() < 0.7, "gesehen – да"),
        partial(TimeForfeited, by),
        partial(Paused if dice.random() < 0.3 else Resumed),
        partial(Resumed),
    )
    known = {Played, Paused, *(each.func for each in (*rare, *events))}
    new = others(dice, known, by, at)
    if new and dice.random() < 0.1:
        return dice.choice(new)
    event: Event = dice.choice(events)(at=at)
    return event


SIDES: tuple[Color, Color] = ("white", "black")
QUESTIONS = [
    name
    for name, as_shown in _core.state_fields().items()
    if as_shown not in (None, "at") and getattr(Game("english").state, name) is None
]
"""What a state shows that nobody has asked yet: offers and wishes, which end with the game."""

ANYBODYS = {
    "draw_offered": "who has both sides offers for the side to move, or not now",
    "draw_claimed": "the first claim says whose it is, though his time may be out",
}
"""Events that need not fall to the only side that could bring them about, and why."""

TOO_COMPLEX = ("too complex",)


def attempt(call: Any, *args: Any) -> tuple[Any, ...]:
    """Return what a call made, or its exception as a value."""
    try:
        return ("made", call(*args))
    except TooComplex:
        return TOO_COMPLEX
    except CrownheadError as error:
        return (type(error), getattr(error, "reason", None) or str(error))


def describe(game: Game, at: int | None) -> dict[str, object]:
    """Return everything that can be seen of a game, as `LawGame.view` does."""
    state: State = game.state
    return state_values(state) | {
        "draw counts": game.position.draw_counts,
        "moves": [str(move) for move in reversed(game.moves)],
        "running duties": [(d.side, d.made, d.limit) for d in game.duties],
        "due": game.verdict_due,
        "stood": game.outcome_if_stood,
        "counters": [
            (c.rule, c.plies, c.limit, c.unit, c.side, c.resets, c.automatic) for c in game.counters
        ],
        "claims": [(c.rule, c.by, c.move) for c in game.claims],
        "allowed": [game.allowed_events(by, at) for by in SIDES],
    }


def compare_laws(seed: int, steps: int = 60) -> Counter[tuple[str, bool]]:
    """Play one random game by both laws; return how often which event was accepted or refused."""
    dice = random.Random(seed)
    options = agreement(dice)
    made = Counter[tuple[str, bool]]()
    begun = attempt(lambda: LawGame(**options))
    ours = attempt(lambda: Game(**options, white=PLAYERS.white, black=PLAYERS.black))
    assert begun[0] == ours[0], (begun, ours)
    if begun[0] != "made":
        assert begun == ours
        return made
    law, game = begun[1], ours[1]
    at = 0
    for _ in range(steps):
        at += dice.randint(0, 9_000) if dice.random() < 0.05 else dice.randint(0, 300)
        now = at if law.setup.time and dice.random() < 0.99 else None
        if dice.random() < 0.01:
            now = 0
        event = a_move(dice, law, now) if dice.random() < 0.6 else anything(dice, law, now)
        if isinstance(event, Played) and dice.random() < 0.3:
            check_alike(
                attempt(law.play, event.move, event.by, now, event.lag),
                attempt(lambda e=event, t=now: game.play(e.move, by=e.by, at=t, lag=e.lag)),
            )
            done = law.events[-1:] != [] and len(law.events) == len(game.events)
            assert done or not law.events
        else:
            if isinstance(event, Played):
                check_alike(attempt(law.explain, event.move), attempt(game.explain, event.move))
            refused = attempt(law.add, event)
            check_alike(refused, attempt(game.add, event))
            made[event.kind, refused[0] == "made"] += 1
        if dice.random() < 0.1:
            both(law, game, dice.choice((None, at, at + 5_000)))
        if law.state.outcome is not None and dice.random() < 0.5:
            break
    both(law, game, None)
    text = dump(law.setup, PLAYERS, law.events)
    assert game.to_json() == text
    again = Game.from_json(text)
    assert again == game
    assert again.state == game.state
    states = list(game.state.chain())
    plays = {state.before.events for state in states if state.before is not None}
    huffs = {state.huff for state in states if state.huff is not None}
    assert (plays, huffs) == moves_that_stand(law.events)
    return made


def moves_that_stand(happened: list[Event]) -> tuple[set[int], set[int]]:
    """Return which events are moves and huffs that were not taken back."""
    path: list[tuple[int, list[int]]] = []
    wanted = 0
    for index, event in enumerate(happened):
        match event:
            case Played():
                path.append((index, []))
            case Huffed():
                path[-1][1].append(index)
            case Compelled():
                path.pop()
            case TakebackRequested():
                wanted = event.plies
            case TakebackAccepted():
                del path[len(path) - wanted :]
    return {play for play, _ in path}, {huff for _, huffs in path for huff in huffs}


def check_alike(expected: tuple[Any, ...], found: tuple[Any, ...]) -> None:
    """Check that both laws answered alike.

    Raises `TooComplex` where the oracle alone cannot answer: it lists what the core looks up.
    """
    if expected == TOO_COMPLEX != found:
        raise TooComplex("The oracle's law lists more moves than one question may")
    assert found == expected


def both(law: LawGame, game: Game, at: int | None) -> None:
    """Check that both laws show the same."""
    expected, found = law.view(at), describe(game, at)
    for name, value in expected.items():
        assert found[name] == value, (name, value, found[name])
    assert list(game.events) == law.events
    for kind in EVENTS:
        able = [by for by in SIDES if kind in game.allowed_events(by)]
        if len(able) == 1 and kind not in ANYBODYS:
            assert game.author_of(kind) == able[0], kind
    if game.outcome is not None:
        assert [name for name in QUESTIONS if getattr(game.state, name) is not None] == []


__all__ = ["EVENTS", "LawSetup", "compare_laws", "oracle"]
