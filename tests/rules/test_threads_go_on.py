"""While the core works long for one thread, the others go on."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import pytest

from crownhead import Game, Position
from crownhead.errors import CrownheadError
from crownhead.events import Event

RICH = Position.from_fen(
    "W:WK25:B18,33,K34,K1,K42,K32,K41,K38,K49,K22,K13,16,K21,K43,K31,K36,K14,K35,K27,K11,6,K8,K5,"
    "K19,K40",
    "frisian",
)
(ONLY,) = RICH.legal_moves
TEXT = ONLY.notation("full")
CALLS = 400
TURNS, WANTED = 10, 5
"""Turns of another thread in one call that show that it goes on, and how many calls show it."""


def shuffle(rounds: int) -> str:
    """Return the record of a game in which two kings go to and fro."""
    game = Game("international", start="W:WK46:BK6", draws="claim")
    for _ in range(rounds):
        for text in ("46-41", "6-1", "41-46", "1-6"):
            game.play(text)
    return game.to_json()


LONG = shuffle(1000)


@pytest.mark.parametrize(
    "work",
    [
        lambda: RICH.complexity(True, budget=1 << 19),
        lambda: RICH.legal_moves,
        lambda: RICH.faulty_moves,
        lambda: RICH.play(TEXT),
        lambda: RICH.explain(TEXT, huffing=True),
        lambda: Game("frisian", start=RICH.fen(), huffing=True).explain(TEXT),
        lambda: Game.from_json(LONG),
    ],
    ids=["complexity", "legal", "faulty", "play", "explain", "game", "record"],
)
def test_others_go_on_while_the_core_works(work: Callable[[], object]) -> None:
    done = 0
    shown = threading.Event()

    def body() -> None:
        nonlocal done
        while done < CALLS and not shown.is_set():
            with suppress(CrownheadError):
                work()
            done += 1

    thread = threading.Thread(target=body)
    turns: Counter[int] = Counter()  # of the other thread, by the call during which it had them
    thread.start()
    while thread.is_alive():
        turns[done] += 1
        # A call that keeps the interpreter leaves others a turn before and one after it. On a busy
        # machine there may be no processor for them during many a call.
        if turns[done] == TURNS and sum(each >= TURNS for each in turns.values()) >= WANTED:
            shown.set()
        time.sleep(0)  # gives the interpreter away, and needs it again
    thread.join()
    assert shown.is_set(), f"{done} calls, {max(turns.values())} turns at most"


def test_a_game_that_two_threads_change_keeps_every_event() -> None:
    game = Game("english")

    def offer(side: str) -> None:
        for _ in range(200):
            with suppress(CrownheadError):
                game.offer_draw(side)
            with suppress(CrownheadError):
                game.withdraw_draw(side)

    threads = [threading.Thread(target=offer, args=(side,)) for side in ("white", "black") * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Game.from_json(game.to_json()).events == game.events


def test_a_game_shows_what_has_happened_while_threads_change_it_and_look_at_it() -> None:
    """Without Python's lock events were told twice, and a state was read while it was replaced."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            change_and_look(Game("english"))
    finally:
        sys.setswitchinterval(usual)


def change_and_look(game: Game) -> None:
    threads: list[threading.Thread] = []
    start = threading.Barrier(5)
    seen: list[tuple[int, tuple[Event, ...]]] = []

    def change(side: str) -> None:
        start.wait()
        for _ in range(50):
            with suppress(CrownheadError):
                game.offer_draw(side)
            with suppress(CrownheadError):
                game.withdraw_draw(side)

    def look() -> None:
        start.wait()
        while any(thread.is_alive() for thread in threads[:2]):
            seen.append((game.state.events, game.events))

    threads += [threading.Thread(target=change, args=(side,)) for side in ("white", "black")]
    threads += [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    happened = Game.from_json(game.to_json()).events
    assert game.events == happened
    assert game.state.events == len(happened)
    for before, told in seen:
        assert before <= len(told)
        assert told == happened[: len(told)]
