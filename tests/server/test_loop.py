"""Nothing that may take long is computed on the event loop's thread, whatever is asked for."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from support.scattered import scatter
from support.served import Server
from support.service import open_service

import crownhead
from crownhead.errors import CrownheadError
from crownhead.rules import Choice, Step
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.messages.letters import PlanWish
from crownhead.server.process.connection import Connection
from crownhead.server.process.service import Service
from crownhead.server.room.refusals import Refusal
from crownhead.variants import VARIANTS, Variant

NIGHTLY = bool(os.environ.get("CROWNHEAD_NIGHTLY"))
LIBRARY = Path(crownhead.__file__).parent

# By file or folder: what of it may be called on the loop's thread, for it is short.
COSTLY: dict[str, set[str]] = {
    "explain.py": set(),
    "formats": set(),
    "game.py": {"__repr__"},
    "server/room/acts.py": set(),
    "server/room/alike.py": {"key", "<genexpr>", "<listcomp>", "is_singular", "_common_plies"},
    "server/room/pictures.py": set(),
    "server/room/plans.py": {"of", "<genexpr>", "<listcomp>", "<dictcomp>", "due_step"}
    | {"_steps", "show", "_step", "_act", "stored"},
    "server/room/starting.py": {"is_first_of_match"},
    "server/room/view.py": {"players", "<genexpr>", "_player"},
}


@contextmanager
def watch_thread() -> Iterator[list[str]]:
    """Note every call of something costly on this thread."""
    found: list[str] = []

    def on_call(frame: FrameType, event: str, _argument: Any) -> None:
        if event != "call" or not frame.f_code.co_filename.startswith(str(LIBRARY)):
            return
        path = Path(frame.f_code.co_filename).relative_to(LIBRARY)
        name = frame.f_code.co_name
        for place in (path, path.parent):
            if name not in COSTLY.get(place.as_posix(), {name}):
                found.append(f"{path}: {name}")

    sys.setprofile(on_call)
    try:
        yield found
    finally:
        sys.setprofile(None)


def some_variant(dice: random.Random) -> Variant:
    """Return a game of the family, or house rules."""
    variant = VARIANTS[dice.choice(sorted(VARIANTS))]
    if dice.random() < 0.5:
        return variant
    rules = variant.rules.but(
        flying=dice.random() < 0.7,
        men_capture=dice.choice(list(Step)),
        choice=dice.choice(list(Choice)),
    )
    return Variant.house("ours", rules)


async def everything(service: Service, dice: random.Random, number: int) -> bool:
    """Ask for everything in a game of a random position; return whether it was accepted."""
    try:
        variant = some_variant(dice)
        start = scatter(variant, dice, dice.randint(4, 30 if NIGHTLY else 14)).fen()
    except CrownheadError:
        return False
    given = variant.key if variant.key in VARIANTS else variant.to_dict()
    wish = r.NewGame(
        opponent=r.SameDevice(), variant=given, start=start, huffing=dice.random() < 0.5
    )
    try:
        game = (await service.matchmaking.begin("anna", wish)).game
    except Refusal:
        return False
    connection = Connection("anna", "127.0.0.1", lambda _: asyncio.sleep(0))
    async with service.tables.open(game) as table:
        service.broadcaster.watch(connection, game)
        connection.post(await service.queries.snapshot(table, connection, 0))
    shown = (await service.show(game, "anna", "de")).view
    for move in (*shown.legal[:2], *shown.faulty[:1]):
        with suppress(Refusal):
            await service.queries.explain(game, move.text, f"explain-{number}", "en")
    with suppress(Refusal):
        await service.queries.explain(game, "1x2x3x4x5", f"explain-{number}", "en")
    if shown.legal:
        act = m.MoveAct(shown.legal[0].text)
        await service.act(game, "anna", f"command-{number}", act, None)
    await ask_over_days(service, wish, number)
    await service.queries.history(game, "history-1")
    await service.queries.pdn(game)
    await service.queries.svg(game, None, flip=False, film=False, language="en")
    return True


async def ask_over_days(service: Service, wish: r.NewGame, number: int) -> None:
    """Ask for what there is in games over days only."""
    daily = {"opponent": r.Friend(), "time": "259200", "mode": "per-move", "side": "white"}
    begun = await service.matchmaking.begin("anna", replace(wish, **daily))
    game = (await service.matchmaking.redeem("bert", begun.code or "")).game
    shown = (await service.show(game, "anna", "de")).view
    if shown.phase != "playing":
        return  # it begins at its end
    who, other = ("anna", "bert") if shown.turn == "white" else ("bert", "anna")
    async with service.tables.open(game) as table:
        position = table.game.position
    for whole in (False, True):
        with pytest.raises(Refusal):
            await service.letters.check_question("anna", [position], whole=whole)
    if shown.legal:
        answers = position.play(shown.legal[0].text).legal_moves
        if len(answers):
            line = (m.MoveAct(shown.legal[0].text), m.MoveAct(str(answers[0])))
            with suppress(Refusal):
                await service.letters.foresee(game, other, PlanWish((line,)))
            await service.letters.plan(game, other)
        act = m.MoveAct(shown.legal[0].text)
        await service.act(game, who, f"daily-{number}", act, None)


def test_what_is_watched_is_there() -> None:
    assert [place for place in COSTLY if not (LIBRARY / place).exists()] == []


def test_nothing_costly_runs_on_the_event_loop(tmp_path: Path) -> None:
    seed = random.randrange(2**32)
    dice = random.Random(seed)

    async def run() -> None:
        async with open_service(tmp_path) as service:
            with watch_thread() as found:
                accepted = 0
                for number in range(2_000 if NIGHTLY else 10):
                    accepted += await everything(service, dice, number)
            assert not found, f"seed {seed}: {sorted(set(found))}"
            assert accepted >= 2, f"seed {seed}"

    asyncio.run(run())


def test_the_lag_of_the_event_loop_is_measured(server: Server) -> None:
    text = httpx.get(f"{server.url}/metrics").text
    line = next(line for line in text.splitlines() if line.startswith("crownhead_loop_lag_seconds"))
    assert 0 <= float(line.split()[1]) < 60


def test_a_costly_game_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            wish = r.NewGame(opponent=r.SameDevice(), variant="english")
            mine = (await service.matchmaking.begin("anna", wish)).game
            ended = threading.Event()
            costly = [
                asyncio.create_task(service.work.run_off_loop("eve", lambda: ended.wait(60)))
                for _ in range(20)
            ]
            await asyncio.sleep(0)
            ack = await service.act(mine, "anna", "command-1", m.MoveAct("11-15"), None)
            assert ack.seq == 3 and not any(task.done() for task in costly)
            ended.set()
            await asyncio.gather(*costly)

    asyncio.run(run())


@pytest.mark.parametrize(
    "start",
    [
        "W:WK13,K46:B27,K17,K39,K18,24,K37,36,K47,K43",
        "W:WK46:BK36,K31,K22,K49,K29,K48,K45,K34,8,39,K5,K19,K27,K38,25,K40,K23,K1,K11,K20",
        "W:WK46:B6,K9,K5,K18,K41,38,K17,K40,K37,K19,21,K29,K47,K12,K45,23",
    ],
)
def test_positions_with_more_moves_than_anybody_chooses_from_are_refused(
    server: Server, start: str
) -> None:
    wish = {"variant": "frisian", "huffing": True, "start": start}
    answer = httpx.post(f"{server.url}/api/games", json={**wish, "opponent": {"kind": "friend"}})
    assert answer.status_code == 409
    assert any(word in answer.json()["sentence"] for word in ("moves", "work limit"))
