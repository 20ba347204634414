"""Random games of events of every kind, allowed and not, with what the law says of each.

The worker that plays without a server must say the same. The seed is a fresh one each time.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from crownhead import Game, _core
from crownhead.errors import CrownheadError
from crownhead.events import (
    EVENTS,
    Awarded,
    Compelled,
    DrawClaimed,
    DrawWithdrawn,
    Event,
    Huffed,
    Played,
    Stood,
    event_of,
)
from crownhead.sides import other

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from support.random_games import STARTS, TIMES, anything, some_move  # noqa: E402

GAMES = 60
MOST_GAMES = 400
STEPS = 90


def cases() -> dict[str, Any]:
    """Return the seed, the games, and the kinds of events that there are."""
    seed = random.SystemRandom().randrange(2**32)
    dice = random.Random(seed)
    games = [_game(dice) for _ in range(GAMES)]
    while _accepted_kinds(games) != set(EVENTS) and len(games) < MOST_GAMES:
        games.append(_game(dice))
    return {"seed": seed, "kinds": sorted(EVENTS), "laws": games}


def _accepted_kinds(games: list[dict[str, Any]]) -> set[str]:
    steps = (step for game in games for step in game["steps"])
    return {step["event"]["kind"] for step in steps if "refused" not in step}


def _game(dice: random.Random) -> dict[str, Any]:
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
    setup = json.loads(game.to_json())["setup"]
    steps: list[dict[str, Any]] = []
    at = 0
    while len(steps) < STEPS and game.outcome is None:
        at += dice.randint(0, 12_000) if dice.random() < 0.03 else dice.randint(0, 900)
        steps.append(_step(dice, game, None if game.clock is None else at))
    return {"setup": setup, "steps": steps}


def _step(dice: random.Random, game: Game, at: int | None) -> dict[str, Any]:
    event = _event(dice, game, at)
    step: dict[str, Any] = {"event": event.to_dict()}
    try:
        game.add(event)
    except CrownheadError as error:
        reason = getattr(error, "reason", None)
        step["refused"] = reason.code if reason is not None else type(error).__name__
    step["state"] = _state(game)
    return step


def _event(dice: random.Random, game: Game, at: int | None) -> Event:
    answers = _answers(game, at)
    if answers and dice.random() < 0.4:
        return dice.choice(answers)
    if dice.random() < 0.6 and game.position.has_legal_move:
        move = some_move(dice, game)
        faulty = move not in game.position.legal_moves
        form = dice.choice(("short", "full", "hub"))
        return Played(game.turn, move.notation(form), faulty, at=at)
    return Awarded(None, "late", at=at) if dice.random() < 0.01 else anything(dice, game, at)


def _answers(game: Game, at: int | None) -> list[Event]:
    """Return what answers the other side now."""
    found: list[Event] = []
    for claim in game.claims[:1]:
        found.append(DrawClaimed(claim.by, claim.move and str(claim.move), at=at))
    for asked, by in game.questions.items():
        _, *answers = _core.question_faces()[asked]
        found += [event_of(kind, {"by": other(by), "at": at}) for kind in answers]
    if game.draw_offer is not None:
        found.append(DrawWithdrawn(game.draw_offer, at=at))
    if game.huffable:
        by = game.turn
        found += [Huffed(by, game.huffable[0], at=at), Compelled(by, at=at), Stood(by, at=at)]
    return found


def _state(game: Game) -> dict[str, Any]:
    outcome = game.outcome
    return {
        "fen": game.position.fen(counters=True),
        "plies": game.state.plies,
        "offer": game.draw_offer,
        "paused": game.paused,
        "duties": [[d.side, d.made, d.limit] for d in game.duties],
        "claims": [[c.rule, c.by, c.move and str(c.move)] for c in game.claims],
        "outcome": outcome and [outcome.winner, outcome.termination.value, outcome.rule],
    }
