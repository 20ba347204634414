"""Count how long work keeps Python's lock, in processor time: the same on a busy machine.

    python3 -m bench holds --seconds 300

One thread does whatever the server does for a guest in random accepted positions and house rules,
as its workers do. Another wants the lock every half millisecond. What the first thread has computed
between that wish and its fulfilment is how long it kept the lock: that long the event loop would
have waited. Where the second thread itself was ready and got no processor, the system is to blame,
and the attempt does not count.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from bench.attack import _wish
from crownhead.errors import CrownheadError
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.room import acts, pictures
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.starting import open_table
from crownhead.server.room.table import Seat
from crownhead.server.room.view import history, view

STEPS = (0.001, 0.002, 0.005, 0.010, 0.020, 0.050)
INTERVAL = 0.001
"""The switch interval of a server (`crownhead.server.serve`)."""


def main(arguments: list[str] | None = None) -> int:
    """Count the holds; return 0 if none was longer than 50 ms."""
    parser = argparse.ArgumentParser(prog="bench holds")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args([] if arguments is None else arguments)
    seed = random.randrange(2**32) if options.seed is None else options.seed
    usual = sys.getswitchinterval()
    sys.setswitchinterval(INTERVAL)
    ended, done = threading.Event(), Counter[str]()
    dice = random.Random(seed)
    one_by_one(dice, done)  # whatever is imported and made once
    worker = threading.Thread(target=work, args=(dice, done, ended), daemon=True)
    worker.start()
    try:
        holds, wishes = measure(worker, options.seconds)
    finally:
        ended.set()
        worker.join(60)
        sys.setswitchinterval(usual)
    counted = {f">{step * 1000:g} ms": sum(hold > step for hold in holds) for step in STEPS}
    print(f"seed {seed}: {done['accepted']} positions accepted, {done['refused']} refused")
    print(f"{wishes} wishes for the lock, {len(holds)} with a processor at once: {counted}")
    print(f"longest {max(holds, default=0) * 1000:.1f} ms")
    return 1 if max(holds, default=0) > STEPS[-1] else 0


def measure(worker: threading.Thread, seconds: float) -> tuple[list[float], int]:
    """Return what the worker computed between each wish for the lock and its fulfilment."""
    assert worker.ident is not None
    clock = time.pthread_getcpuclockid(worker.ident)
    waited = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
    end, holds, wishes = time.monotonic() + seconds, [], 0
    while time.monotonic() < end and worker.is_alive():
        before = int(waited.read_text(encoding="ascii").split()[1])
        computed = time.clock_gettime(clock)
        time.sleep(0.0005)
        hold = time.clock_gettime(clock) - computed - 0.0005
        delay = int(waited.read_text(encoding="ascii").split()[1]) - before
        wishes += 1
        if delay < 300_000:
            holds.append(hold)
    return holds, wishes


def work(dice: random.Random, done: Counter[str], ended: threading.Event) -> None:
    """Do for a guest what the server does, position after position."""
    while not ended.is_set():
        one_by_one(dice, done)


def one_by_one(dice: random.Random, done: Counter[str]) -> None:
    """Do everything in one random position, if it is accepted."""
    wish = _wish(dice)
    if wish is None:
        return
    asked = {name: wish[name] for name in ("variant", "start", "huffing")}
    try:
        table = open_table(r.NewGame(opponent=r.SameDevice(), **asked), Seat("g1", "A"), 1_000)
        shown = view(table, "en")
    except CrownheadError:
        done["refused"] += 1
        return
    done["accepted"] += 1
    for _ in range(3):
        moves = [*shown.legal, *shown.faulty]
        text = dice.choice(moves).text if moves and dice.random() < 0.7 else "1x2x3x4x5x6"
        with suppress(CrownheadError, Refusal):
            table.game.explain(text)
            acts.do(table, "g1", m.MoveAct(text), 2_000, 0)
        with suppress(CrownheadError):
            shown = view(table, "en")
            _ = table.states
    history(table.game)
    pictures.pdn(table, "en")
    if dice.random() < 0.1:
        record = table.game.to_json()
        pictures.svg(record, None, flip=False, film=dice.random() < 0.5, language="en")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
