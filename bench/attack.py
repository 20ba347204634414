"""Attack a server with costly games while another guest plays, and measure what he notices.

    python3 -m bench attack                     1,000 accepted positions
    python3 -m bench attack --positions 100000 --hunters 4

Hunters choose random positions, games of the family and house rules, huffing or not, and ask for
everything in each that is accepted: the view, explanations, a move, its history, a picture. Another
guest looks at his own game and moves in it all the while, and plays the same game in the same
moments at a second server that nobody attacks: what that one takes is the machine's, and what the
victim waits beyond it is ours. The limits of one address are lifted, for all come from one.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import multiprocessing as mp
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.server import Server
from crownhead import Position
from crownhead.errors import CrownheadError
from crownhead.rules import Choice, Step
from crownhead.variants import VARIANTS, Variant

LIMIT = 0.100
"""Seconds that another guest's answer may take."""


def main(arguments: list[str] | None = None) -> int:
    """Attack and measure; return 0 if nobody was kept waiting by us."""
    parser = argparse.ArgumentParser(prog="bench attack")
    parser.add_argument("--positions", type=int, default=1_000, help="accepted ones, in all")
    parser.add_argument("--hunters", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=86_400.0, help="stop then in any case")
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args([] if arguments is None else arguments)
    seed = random.randrange(2**32) if options.seed is None else options.seed
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(Server(folder / "server", ""))
        port = int(server.url.rsplit(":", 1)[1])
        quiet = stack.enter_context(Server(folder / "quiet", ""))
        beside = int(quiet.url.rsplit(":", 1)[1])
        found: Any = mp.Queue()
        accepted, stop = mp.Value("i", 0), mp.Event()
        each = -(-options.positions // options.hunters)
        hunters = [
            mp.Process(target=_hunt, args=(port, seed + n, each, accepted, stop), daemon=True)
            for n in range(options.hunters)
        ]
        victim = mp.Process(target=_play, args=(port, beside, stop, found), daemon=True)
        for process in (victim, *hunters):
            process.start()
        end = time.monotonic() + options.seconds
        while any(hunter.is_alive() for hunter in hunters) and time.monotonic() < end:
            time.sleep(0.2)
        stop.set()
        times, control = found.get(timeout=60)
        for process in (victim, *hunters):
            process.join(30)
            process.kill()
        print(f"seed {seed}: {accepted.value} positions accepted and asked about", flush=True)
        return _report(times, control)


def _report(times: list[float], control: list[float]) -> int:
    for name, found in (("another guest", times), ("the same at a quiet server", control)):
        p95 = statistics.quantiles(found, n=20)[-1] if len(found) > 1 else found[0]
        late = sum(one > LIMIT for one in found)
        print(
            f"{name}: {len(found)} answers, median {statistics.median(found) * 1000:.1f} ms, "
            f"p95 {p95 * 1000:.1f} ms, longest {max(found) * 1000:.0f} ms, "
            f"{late} later than {LIMIT * 1000:.0f} ms"
        )
    pairs = list(zip(times, control, strict=True))
    ours = [one for one, beside in pairs if one > LIMIT and beside < LIMIT / 4]
    print(f"late while the quiet server took less than a quarter: {len(ours)} of {len(pairs)}")
    return 1 if ours else 0


# The other guest


class _Client:
    """A guest who asks by HTTP."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._cookie = ""

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return the status and the body of an answer."""
        headers = {"cookie": self._cookie, "content-type": "application/json"}
        sent = None if body is None else json.dumps(body)
        self._connection.request(method, path, sent, headers)
        answer = self._connection.getresponse()
        given = answer.getheader("set-cookie")
        if given:
            self._cookie = given.split(";")[0]
        text = answer.read()
        kind = answer.getheader("content-type") or ""
        return answer.status, json.loads(text) if "json" in kind else text


class _Victim:
    """Somebody who looks and moves in a game of his own."""

    def __init__(self, port: int) -> None:
        self._client = _Client(port)
        self._game = ""
        self._number = 0
        self._view: dict[str, Any] = {}
        self.times: list[float] = []

    def look(self) -> None:
        """Look at the game, and note how long the answer takes."""
        if not self._game:
            wish = {"variant": "english", "opponent": {"kind": "same_device"}}
            self._game = self._client.ask("POST", "/api/games", wish)[1]["game"]
        began = time.perf_counter()
        self._view = self._client.ask("GET", f"/api/games/{self._game}")[1]["view"]
        self.times.append(time.perf_counter() - began)

    def move(self) -> None:
        """Make a move, and note how long the answer takes."""
        legal = self._view["legal"]
        if self._view["phase"] != "playing" or not legal:
            self._game = ""
            return
        self._number += 1
        act = {"kind": "move", "text": legal[0]["text"]}
        command = {"id": f"victim-{self._number}", "act": act}
        began = time.perf_counter()
        self._client.ask("POST", f"/api/games/{self._game}/do", command)
        self.times.append(time.perf_counter() - began)


def _play(port: int, quiet: int, stop: Any, found: Any) -> None:
    """Play the same game at both servers, in the same moments."""
    attacked, beside = _Victim(port), _Victim(quiet)
    while not stop.is_set():
        for step in ("look", "move"):
            for victim in random.sample((attacked, beside), 2):
                getattr(victim, step)()
        time.sleep(0.02)
    found.put((attacked.times, beside.times))


# The hunters


def _hunt(port: int, seed: int, wanted: int, accepted: Any, stop: Any) -> None:
    """Ask for everything in positions that nobody should have to bear."""
    os.nice(5)
    dice = random.Random(seed)
    client = _Client(port)
    for number in range(1, 1_000_000_000):
        if wanted <= 0 or stop.is_set():
            return
        wish = _wish(dice)
        if wish is None:
            continue
        status, begun = client.ask("POST", "/api/games", wish)
        if status == 503 or status == 429:
            time.sleep(0.05)
        if status != 201:
            assert status < 500 or status == 503, (status, wish)
            continue
        wanted -= 1
        with accepted.get_lock():
            accepted.value += 1
        _bother(client, begun["game"], f"{seed}-{number}", dice)


def _bother(client: _Client, game: str, name: str, dice: random.Random) -> None:
    path = f"/api/games/{game}"
    status, shown = client.ask("GET", path)
    assert status == 200, shown
    view = shown["view"]
    moves = view["legal"] + view["faulty"]
    for step in range(3):
        text = dice.choice(moves)["text"] if moves and dice.random() < 0.7 else "1x2x3x4x5x6"
        command = {"id": f"hunter-{name}-{step}", "act": {"kind": "move", "text": text}}
        status, _ = client.ask("POST", f"{path}/do", command)
        assert status in (200, 400, 409), status
    client.ask("GET", path)
    if dice.random() < 0.1:
        client.ask("GET", f"{path}/svg?film=true")
        client.ask("GET", f"{path}/pdn")
    for number, kind in enumerate(("abort", "resign")):
        client.ask("POST", f"{path}/do", {"id": f"ending-{name}-{number}", "act": {"kind": kind}})


def _wish(dice: random.Random) -> dict[str, Any] | None:
    """Return the wish for a game from a random position, None where it has no such position."""
    try:
        variant = _variant(dice)
        start = _scattered(variant, dice)
    except CrownheadError:
        return None
    given = variant.key if variant.key in VARIANTS else variant.to_dict()
    return {
        "variant": given,
        "start": start,
        "huffing": dice.random() < 0.5,
        "opponent": {"kind": "same_device"},
    }


def _variant(dice: random.Random) -> Variant:
    variant = VARIANTS[dice.choice(sorted(VARIANTS))]
    if dice.random() < 0.7:
        return variant
    rules = variant.rules.but(
        flying=dice.random() < 0.8,
        men_capture=dice.choice(list(Step)),
        choice=dice.choice(list(Choice)),
    )
    return Variant.house("ours", rules)


def _scattered(variant: Variant, dice: random.Random) -> str:
    squares = variant.rules.board.squares
    chosen = dice.sample(range(1, squares + 1), dice.randint(4, min(30, squares - 4)))
    kings = dice.choice((0.1, 0.5, 0.9))
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for square in chosen:
        king = "K" if dice.random() < kings else ""
        sides["W" if dice.random() < dice.choice((0.1, 0.5)) else "B"].append(f"{king}{square}")
    lists = ":".join(side + ",".join(found) for side, found in sides.items())
    return Position.from_fen(f"W:{lists}", variant).fen()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
