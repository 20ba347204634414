"""Play whole competitions by bots through the public interface, a process killed in every round.

    python3 dev.py bench event                        Swiss of 120, 9 rounds, 2 games; then 10 who
                                                      all meet twice
    python3 dev.py bench event --entrants 16 --rounds 3 --sqlite

Two processes share one PostgreSQL (`--sqlite`: one process). When a quarter of a round's games has
ended, one of the processes is killed (SIGKILL) and started again; its players turn to the other.
In the end the published file is checked by `crownhead.competition.check` alone, and every result in
it is compared with the games at the server. Any difference ends the run with status 1.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx

from bench.server import Server, database
from crownhead.competition import check

PATIENCE = 300.0
"""Seconds after which a request that no process has answered ends the run."""
PASSWORD = "not worth guessing: it lives for minutes"


def main(arguments: list[str] | None = None) -> int:
    """Play both competitions; return 0 if nothing was lost, doubled or wrong."""
    parser = argparse.ArgumentParser(prog="bench.event")
    parser.add_argument("--entrants", type=int, default=120)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--plies", type=int, default=12, help="of a game before it is given up")
    parser.add_argument("--sqlite", action="store_true", help="one process, SQLite")
    options = parser.parse_args([] if arguments is None else arguments)
    swiss = {"format": "swiss", "rounds": options.rounds, "games": 2, "ballots": {}}
    all_meet = {"format": "round robin", "cycles": 2, "games": 2, "ballots": {}}
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(database(folder, not options.sqlite))
        house = House(folder, url, 1 if options.sqlite else 2)
        stack.callback(house.close)
        faults = asyncio.run(_hold(house, swiss, options.entrants, options.plies))
        faults += asyncio.run(_hold(house, all_meet, min(10, options.entrants), options.plies))
    for fault in faults:
        print(f"WRONG: {fault}")
    return 1 if faults else 0


class House:
    """The processes of one server, any of which may be killed and started again."""

    def __init__(self, folder: Path, url: str, processes: int) -> None:
        self._folder, self._url, self._started = folder, url, 0
        self.servers = [self._start(f"data{n}") for n in range(processes)]

    def _start(self, data: str) -> Server:
        return Server(self._folder / data, self._url)

    def kill(self, number: int) -> None:
        """Kill a process, which has no time to say goodbye, and start it again."""
        server = self.servers[number]
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        self.servers[number] = self._start(f"data{number}")

    def check(self) -> None:
        """Raise `RuntimeError` where a process has ended that was not killed."""
        for server in self.servers:
            if server.process.poll() not in (None, -signal.SIGKILL):
                status = server.process.returncode
                raise RuntimeError(f"{server.url} has ended by itself, with status {status}")

    def close(self) -> None:
        """End all processes."""
        for server in self.servers:
            server.__exit__()


@dataclass(eq=False)
class Person:
    """Somebody with a cookie; he asks one process, and the next one where it does not answer."""

    house: House
    client: httpx.AsyncClient
    place: int
    cookies: dict[str, str] = field(default_factory=dict)

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Send a request until a process answers it."""
        until = time.monotonic() + PATIENCE
        while True:
            url = self.house.servers[self.place % len(self.house.servers)].url
            try:
                answer = await self.client.request(
                    method, url + path, json=body, headers={"cookie": self._cookie()}
                )
            except httpx.TransportError:
                self.house.check()
                self.place += 1
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.1)
                continue
            self.cookies |= dict(answer.cookies.items())
            if answer.status_code not in (429, 503) or time.monotonic() > until:
                return answer
            await asyncio.sleep(float(answer.headers.get("retry-after", 1)))

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def get(self, path: str) -> Any:
        """Return what a path holds."""
        return (await self.ask("GET", path)).raise_for_status().json()

    async def act(self, path: str, kind: str, **values: object) -> httpx.Response:
        """Act, however often it has to be sent: its id makes it one act."""
        body = {"id": uuid.uuid4().hex, "act": {"kind": kind, **values}}
        return await self.ask("POST", f"{path}/do", body)


async def _hold(house: House, settings: dict[str, Any], entrants: int, plies: int) -> list[str]:
    """Hold one competition and return what is wrong afterwards."""
    limits = httpx.Limits(max_connections=64)
    async with httpx.AsyncClient(timeout=60, limits=limits) as client:
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        organiser = Person(house, client, 0)
        name = f"Organiser {uuid.uuid4().hex[:8]}"
        account = {"name": name, "password": PASSWORD}
        (await organiser.ask("POST", "/api/account", account)).raise_for_status()
        made = {"name": f"Bench {settings['format']}", "time": "600+5", "boards": "server"}
        answer = await organiser.ask("POST", "/api/events", {**made, **settings})
        event = f"/api/events/{answer.raise_for_status().json()['event']}"
        players: dict[str, Person] = {}
        for number in range(entrants):
            each = players[f"Bot {number:03}"] = Person(house, client, number)
            me = {"name": f"Bot {number:03}", "bot": True}
            (await each.ask("POST", "/api/me", me)).raise_for_status()
            (await each.act(event, "enter")).raise_for_status()
        print(f"{settings['format']}, {entrants} entrants", flush=True)
        print(" round   pairing   start   all boards   games   seconds", flush=True)
        rounds = 0
        while not (await organiser.get(event))["over"]:
            rounds += 1
            await _play_round(house, organiser, event, players, rounds, plies)
        return await _examine(organiser, event)


async def _play_round(
    house: House,
    organiser: Person,
    event: str,
    players: dict[str, Person],
    number: int,
    plies: int,
) -> None:
    """Pair, start and play one round, and print the times of it."""
    began = time.monotonic()
    (await organiser.act(event, "pair")).raise_for_status()
    paired = time.monotonic()
    (await organiser.act(event, "start")).raise_for_status()
    started, stand = time.monotonic(), 0.0
    running: dict[str, asyncio.Task[None]] = {}
    killed = False
    while True:
        found = (await organiser.get(event))["rounds"][number - 1]
        boards = [board for board in found["boards"] if board["two"]]
        tables = [(board, table) for board in boards for table in board["tables"]]
        if not stand and all(board["tables"] for board in boards):
            stand = time.monotonic()
        for board, table in tables:
            if table not in running:
                pair = {name: players[name] for name in (board["one"], board["two"])}
                task = _play(pair, f"/api/games/{table}", random.Random(table), plies)
                running[table] = asyncio.create_task(task)
        for task in running.values():
            if task.done():
                task.result()
        if not killed and 4 * sum(task.done() for task in running.values()) >= len(boards):
            killed = True
            await asyncio.to_thread(house.kill, number % len(house.servers))
        if found["over"]:
            break
        await asyncio.sleep(0.3)
    await asyncio.gather(*running.values())
    print(
        f"{number:6} {paired - began:8.2f} s {started - paired:6.2f} s {stand - paired:9.2f} s"
        f" {len(running):7} {time.monotonic() - began:8.1f}"
        + ("" if killed else "   nobody was killed"),
        flush=True,
    )


async def _play(pair: dict[str, Person], game: str, chance: random.Random, plies: int) -> None:
    """Play some moves by chance; then one gives up, or a draw is agreed."""
    reader = next(iter(pair.values()))
    last = plies + chance.randrange(4)
    while True:
        view = (await reader.get(game))["view"]
        if view["outcome"]:
            return
        names = {side: player["name"] for side, player in view["players"].items()}
        mover = pair[names[view["turn"]]]
        allowed = view["allowed"].get(view["turn"], ())
        if "resume" in allowed:  # the clock stood while a process was away
            await mover.act(game, "resume")
        elif "move" not in allowed:
            await asyncio.sleep(0.1)
        elif view["ply"] < last:
            await mover.act(game, "move", text=chance.choice(view["legal"])["text"])
        elif chance.random() < 0.6:
            await mover.act(game, "resign")
        else:
            await mover.act(game, "offer")
            (other,) = (each for each in pair.values() if each is not mover)
            await other.act(game, "accept")


async def _examine(organiser: Person, event: str) -> list[str]:
    """Return what is wrong with an event that is over."""
    file = (await organiser.ask("GET", f"{event}/file")).raise_for_status().content
    report = check(file)
    faults = [str(finding) for finding in report.findings]
    shown = await organiser.get(event)
    games: list[str] = []
    for found in shown["rounds"]:
        for board in found["boards"]:
            if not board["two"]:
                continue
            games += board["tables"]
            place = f"round {found['number']}, board {board['board']}"
            if len(board["tables"]) != 2 or len(board["games"]) != 2:
                faults.append(f"{place}: {len(board['tables'])} games, {board['games']}")
            for table, result in zip(board["tables"], board["games"], strict=False):
                view = (await organiser.get(f"/api/games/{table}"))["view"]
                winner = view["outcome"] and view["outcome"]["winner"]
                name = winner and view["players"][winner]["name"]
                meant = {None: "1-1", board["one"]: "2-0", board["two"]: "0-2"}[name]
                if not view["outcome"] or result != meant:
                    faults.append(f"{place}: {table} ended {meant}, the event has {result}")
    if len(set(games)) != len(games):
        faults.append("a game stands on two boards")
    pdn = (await organiser.ask("GET", f"{event}/pdn")).raise_for_status().text
    if pdn.count("[Event ") != len(games):
        faults.append(f"{pdn.count('[Event ')} games in the PDN, {len(games)} on boards")
    print(
        f"{len(games)} games; checked from the file alone: {report.pairings} pairings,"
        f" {report.lots} lots, {report.rankings} rankings; {len(faults)} faults",
        flush=True,
    )
    return faults
