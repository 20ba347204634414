"""Attack a server with costly games while another guest plays, and measure what he notices.

    python3 -m bench attack                     1,000 accepted positions
    python3 -m bench attack --positions 100000 --hunters 4
    python3 -m bench attack --games 24 --seconds 60          games with the computer's best level

Hunters choose random positions, games of the family and house rules, huffing or not, and ask for
everything in each that is accepted: the view, explanations, a move, its history, a picture. Another
guest looks at his own game and moves in it all the while, and plays the same game in the same
moments at a second server that nobody attacks: what that one takes is the machine's, and what the
victim waits beyond it is ours. Where others use the machine too, the system says besides how long
the two threads that are between a question and its answer whatever else happens, the event loop's
and the victim's own, were ready and not given a processor: that is taken off. The limits of one
address are lifted, for all come from one.
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
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.server import Server
from crownhead import Position
from crownhead.errors import CrownheadError
from crownhead.rules import Choice, Step
from crownhead.variants import VARIANTS, Variant

LIMIT = 0.100
"""Seconds that another guest's answer may take."""
OF_ONE_GUEST = 200
"""Wishes of a hunter before he comes as somebody else: nobody may keep games without end."""


def main(arguments: list[str] | None = None) -> int:
    """Attack and measure; return 0 if nobody was kept waiting by us."""
    parser = argparse.ArgumentParser(prog="bench attack")
    parser.add_argument("--positions", type=int, default=1_000, help="accepted ones, in all")
    parser.add_argument("--hunters", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=86_400.0, help="stop then in any case")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--games", type=int, default=0, help="with level 10, instead of hunters")
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
        pids = (server.process.pid, quiet.process.pid)
        if options.games:
            about = (port, options.games, accepted, stop)
            hunters = [mp.Process(target=_engage, args=about, daemon=True)]
        victim = mp.Process(target=_play, args=(port, beside, pids, stop, found), daemon=True)
        for process in (victim, *hunters):
            process.start()
        began = time.monotonic()
        end, lags, told = began + options.seconds, ([0.0], [0.0]), began
        while any(hunter.is_alive() for hunter in hunters) and time.monotonic() < end:
            time.sleep(2)
            for lag, url in zip(lags, (server.url, quiet.url), strict=True):
                lag.append(_lag(url))
            if time.monotonic() > told + 60:
                told = time.monotonic()
                print(f"{told - began:.0f} s: {accepted.value}", flush=True)
        stop.set()
        times, control = found.get(timeout=60)
        for process in (victim, *hunters):
            process.join(30)
            process.kill()
        what = (
            "moves against the computer" if options.games else "positions accepted and asked about"
        )
        print(f"seed {seed}: {accepted.value} {what}", flush=True)
        for name, lag in zip(("attacked", "quiet"), lags, strict=True):
            middle, most = statistics.median(lag), max(lag)
            print(f"lag of the {name} loop: median {middle * 1000:.0f}, most {most * 1000:.0f} ms")
        return _report(times, control)


def _lag(url: str) -> float:
    """Return the latest that the event loop came to anything in the last ten seconds."""
    text = urllib.request.urlopen(f"{url}/metrics", timeout=60).read().decode()
    line = next(line for line in text.splitlines() if line.startswith("crownhead_loop_lag_seconds"))
    return float(line.split()[1])


def _report(times: list[_Wait], control: list[_Wait]) -> int:
    for name, found in (("another guest", times), ("the same at a quiet server", control)):
        _print(name, [one.whole for one in found])
        _print("  less what the system kept it waiting", [one.own for one in found])
    pairs = list(zip(times, control, strict=True))
    ours = [one for one, beside in pairs if one.own > LIMIT and beside.whole < LIMIT / 4]
    print(f"late while the quiet server took less than a quarter: {len(ours)} of {len(pairs)}")
    return 1 if ours else 0


def _print(name: str, found: list[float]) -> None:
    p95, p999 = (statistics.quantiles(found, n=1000)[n] for n in (949, 998))
    late = sum(one > LIMIT for one in found)
    print(
        f"{name}: {len(found)} answers, median {statistics.median(found) * 1000:.1f} ms, "
        f"p95 {p95 * 1000:.1f} ms, p99.9 {p999 * 1000:.0f} ms, longest {max(found) * 1000:.0f} ms, "
        f"{late} later than {LIMIT * 1000:.0f} ms"
    )


@dataclass(frozen=True)
class _Wait:
    """How long an answer took, and what of that was ours: seconds."""

    whole: float
    own: float


def waiting_time(pid: int) -> float:
    """Return the seconds that a process's first thread was ready, and had no processor."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/schedstat").read_text(encoding="ascii")
    except OSError:
        return 0.0  # the system does not say
    return int(text.split()[1]) / 1e9


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
        try:
            self._connection.request(method, path, sent, headers)
            answer = self._connection.getresponse()
        except (ConnectionError, http.client.RemoteDisconnected):
            self._connection.close()  # it was idle for too long; what was asked may be asked again
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

    def __init__(self, port: int, pid: int) -> None:
        self._client = _Client(port)
        self._pids = (pid, os.getpid())
        self._game = ""
        self._number = 0
        self._view: dict[str, Any] = {}
        self.times: list[_Wait] = []

    def look(self) -> None:
        """Look at the game, and note how long the answer takes."""
        if not self._game:
            wish = {"variant": "english", "opponent": {"kind": "same_device"}}
            self._game = self._client.ask("POST", "/api/games", wish)[1]["game"]
        self._view = self._measure("GET", f"/api/games/{self._game}")["view"]

    def move(self) -> None:
        """Make a move, and note how long the answer takes."""
        legal = self._view["legal"]
        if self._view["phase"] != "playing" or not legal:
            self._game = ""
            return
        self._number += 1
        act = {"kind": "move", "text": legal[0]["text"]}
        command = {"id": f"victim-{self._number}", "act": act}
        self._measure("POST", f"/api/games/{self._game}/do", command)

    def _measure(self, method: str, path: str, body: Any = None) -> Any:
        before, began = sum(map(waiting_time, self._pids)), time.perf_counter()
        answer = self._client.ask(method, path, body)[1]
        whole = time.perf_counter() - began
        waited = sum(map(waiting_time, self._pids)) - before
        self.times.append(_Wait(whole, max(0.0, whole - waited)))
        return answer


def _play(port: int, quiet: int, pids: tuple[int, int], stop: Any, found: Any) -> None:
    """Play the same game at both servers, in the same moments."""
    attacked, beside = _Victim(port, pids[0]), _Victim(quiet, pids[1])
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
    for number in range(1, 1_000_000_000):
        if wanted <= 0 or stop.is_set():
            return
        if number % OF_ONE_GUEST == 1:
            client = _Client(port)
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


def _engage(port: int, games: int, accepted: Any, stop: Any) -> None:
    """Play as many games with the best level, each a guest's own; count the computer's moves."""
    os.nice(5)
    dice = random.Random(games)
    wish = {"variant": "international", "opponent": {"kind": "computer", "level": 10}}
    tables = []
    for _ in range(games):
        client = _Client(port)
        tables.append((client, client.ask("POST", "/api/games", wish)[1]["game"]))
    for number in range(1_000_000_000):
        for place, (client, game) in enumerate(tables):
            if stop.is_set():
                return
            shown = client.ask("GET", f"/api/games/{game}")[1]
            view = shown["view"]
            if view["phase"] != "playing":
                tables[place] = (client, client.ask("POST", "/api/games", wish)[1]["game"])
            elif view["turn"] in shown["you"] and view["legal"]:
                act = {"kind": "move", "text": dice.choice(view["legal"])["text"]}
                command = {"id": f"game-{place}-{number}", "act": act}
                client.ask("POST", f"/api/games/{game}/do", command)
                with accepted.get_lock():
                    accepted.value += 1
            time.sleep(0.02)


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
        start = _scatter(variant, dice)
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


def _scatter(variant: Variant, dice: random.Random) -> str:
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
