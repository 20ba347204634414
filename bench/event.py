"""Play whole competitions by bots through the public interface, a process killed in every round.

    python3 dev.py bench event                        Swiss of 120, 9 rounds, 2 games; 10 who all
                                                      meet twice; an arena of 300 for 4 minutes
    python3 dev.py bench event swiss --entrants 16 --rounds 3 --sqlite
    python3 dev.py bench event arena --entrants 60 --minutes 2

Two processes share one PostgreSQL (`--sqlite`: one process). When a quarter of a round's games has
ended, one of the processes is killed (SIGKILL) and started again; its players turn to the other.
In the end the published file is checked by `crownhead.competition.check` alone, and every result in
it is compared with the games at the server. Any difference ends the run with status 1.

An arena is looked at as a page does it, by what has changed alone; what has come to that is
compared with the event as a whole. One bot in fifty does not come to his first board, and says a
minute after that game that he is there. No process is killed in it with `--no-kill`.
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
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx

from bench.server import Server, database
from crownhead.competition import check

PATIENCE = 300.0
"""Seconds after which a request that no process has answered ends the run."""
FORMATS = ("swiss", "robin", "arena")
PASSWORD = "not worth guessing: it lives for minutes"


def main(arguments: list[str] | None = None) -> int:
    """Play both competitions; return 0 if nothing was lost, doubled or wrong."""
    parser = argparse.ArgumentParser(prog="bench.event")
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=", ".join(FORMATS))
    parser.add_argument("--entrants", type=int, help="of the Swiss (120) and of the arena (300)")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--minutes", type=int, default=4, help="of the arena")
    parser.add_argument("--plies", type=int, default=12, help="of a game before it is given up")
    parser.add_argument("--sqlite", action="store_true", help="one process, SQLite")
    parser.add_argument("--no-kill", action="store_true", help="no process in an arena")
    options = parser.parse_args([] if arguments is None else arguments)
    formats = options.formats or FORMATS
    if unknown := set(formats) - set(FORMATS):
        parser.error(f"{min(unknown)}: formats are {', '.join(FORMATS)}")
    swiss = {"format": "swiss", "rounds": options.rounds, "games": 2, "ballots": {}}
    all_meet = {"format": "round robin", "cycles": 2, "games": 2, "ballots": {}}
    faults: list[str] = []
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(database(folder, not options.sqlite))
        house = House(folder, url, 1 if options.sqlite else 2)
        stack.callback(house.close)
        many, plies = options.entrants, options.plies
        if "swiss" in formats:
            faults += asyncio.run(_hold(house, swiss, many or 120, plies))
        if "robin" in formats:
            faults += asyncio.run(_hold(house, all_meet, min(10, many or 10), plies))
        if "arena" in formats:
            arena = _hold_arena(house, options.minutes, many or 300, plies, not options.no_kill)
            faults += asyncio.run(arena)
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


@contextlib.asynccontextmanager
async def _open_event(
    house: House, settings: dict[str, Any], entrants: int
) -> AsyncIterator[tuple[Person, str, dict[str, Person]]]:
    """Make a competition, and have bots enter; yield its organiser, its path and the bots."""
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
        yield organiser, event, players


async def _hold(house: House, settings: dict[str, Any], entrants: int, plies: int) -> list[str]:
    """Hold one competition and return what is wrong afterwards."""
    async with _open_event(house, settings, entrants) as (organiser, event, players):
        print(" round   pairing   start   all boards   games   seconds", flush=True)
        rounds = 0
        while not (await organiser.get(event))["over"]:
            rounds += 1
            await _play_round(house, organiser, event, players, rounds, plies)
        return await _examine(organiser, event, 2)


class Follower:
    """An event as somebody knows it who looks on, by what has changed alone."""

    def __init__(self, watcher: Person, event: str) -> None:
        self._watcher, self._event = watcher, event
        self.known: dict[str, Any] = {}
        self.boards: dict[tuple[int, int], dict[str, Any]] = {}
        self.rows: dict[str, dict[str, Any]] = {}
        self.wholes: list[int] = []
        self.changes: list[int] = []

    async def refresh(self) -> None:
        """Ask what has changed, or for the event as a whole where that takes it."""
        if self.known:
            path = f"{self._event}/after/{self.known['seq']}"
            answer = (await self._watcher.ask("GET", path)).raise_for_status()
            news = answer.json()
            self.changes.append(len(answer.content))
            if not (news["whole"] or news["more"] or news["phase"] != self.known["phase"]):
                self._take(news)
                return
        answer = (await self._watcher.ask("GET", self._event)).raise_for_status()
        self.wholes.append(len(answer.content))
        self._take(answer.json())

    def _take(self, told: dict[str, Any]) -> None:
        self.known |= {name: told[name] for name in ("seq", "phase", "round", "you")}
        boards = [*told.get("boards", ()), *(b for r in told["rounds"] for b in r["boards"])]
        self.boards |= {(board["round"], board["board"]): board for board in boards}
        rows = told["standing"] if "standing" in told else told["places"]
        self.rows |= {row["name"]: row for row in rows}

    async def compare(self) -> list[str]:
        """Return what is known otherwise than it is."""
        whole = await self._watcher.get(self._event)
        faults = []
        for board in [board for each in whole["rounds"] for board in each["boards"]]:
            if self.boards.get((board["round"], board["board"])) != board:
                faults.append(f"round {board['round']}, board {board['board']} was not told")
        if self.rows != {row["name"]: row for row in whole["standing"]}:
            faults.append("the standing was not told")
        return faults


async def _hold_arena(
    house: House, minutes: int, entrants: int, plies: int, kills: bool
) -> list[str]:
    """Hold an arena, in which some do not come at first, and return what is wrong afterwards."""
    settings = {"format": "arena", "rounds": 0, "minutes": minutes, "scoring": "arena"}
    settings |= {"time": "60+2"}
    async with _open_event(house, settings, entrants) as (organiser, event, players):
        missing = {f"Bot {number:03}" for number in range(0, entrants, 50)}
        follower = Follower(organiser, event)
        await follower.refresh()
        began = time.monotonic()
        (await organiser.act(event, "pair")).raise_for_status()
        print("  second   rounds   games   over   kB told   largest   whole", flush=True)
        running: dict[str, asyncio.Task[None]] = {}
        back: dict[str, float] = {}
        told = killed = 0
        while follower.known["phase"] != "ended":
            await asyncio.sleep(0.5)
            await follower.refresh()
            for board in follower.boards.values():
                for table in board["tables"]:
                    if table not in running:
                        pair = {name: players[name] for name in (board["one"], board["two"])}
                        chance = random.Random(table)
                        task = _play(pair, f"/api/games/{table}", chance, plies, missing)
                        running[table] = asyncio.create_task(task)
            for task in running.values():
                if task.done():
                    task.result()
            now = time.monotonic() - began
            for board in follower.boards.values():
                gone = {"+/-": board["two"], "-/+": board["one"]}.get("".join(board["games"]))
                if gone is not None:
                    back.setdefault(gone, now + 60)
            for name in [name for name, when in back.items() if name in missing and now >= when]:
                missing.remove(name)
                (await players[name].act(event, "check_in")).raise_for_status()
            if kills and not killed and now > 30 * minutes:
                killed = 1
                await asyncio.to_thread(house.kill, 0)
            if now >= 30 * told:
                told += 1
                over = sum(bool(board["games"]) for board in follower.boards.values())
                print(
                    f"{now:8.0f} {follower.known['round']:8} {len(running):7} {over:6}"
                    f" {sum(follower.changes) / 1000:9.0f} {max(follower.changes):9}"
                    f" {max(follower.wholes):7}",
                    flush=True,
                )
        await asyncio.gather(*running.values())
        faults = await follower.compare()
        faults += await _check_rests(organiser, event)
        print(
            f"told {len(follower.changes)} times, {_mean(follower.changes):.0f} bytes on average,"
            f" {max(follower.changes)} at most; as a whole {len(follower.wholes)} times,"
            f" {max(follower.wholes)} bytes at most",
            flush=True,
        )
        return faults + await _examine(organiser, event, 1)


def _mean(values: list[int]) -> float:
    return sum(values) / max(1, len(values))


async def _check_rests(organiser: Person, event: str) -> list[str]:
    """Return who was paired in an arena while he rested, by its file alone."""
    file = (await organiser.ask("GET", f"{event}/file")).raise_for_status().json()
    rests: set[str] = set()
    faults, count = [], 0
    for deed in file["deeds"]:
        if deed["deed"] == "withdraw":
            rests.add(deed["name"])
            count += 1
        elif deed["deed"] == "return":
            rests.remove(deed["name"])
        elif deed["deed"] == "pair":
            names = {board[side] for board in deed["boards"] for side in ("one", "two")}
            faults += [f"round {deed['round']}: {name} rests" for name in sorted(rests & names)]
    print(f"{count} have rested", flush=True)
    return faults


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


async def _play(
    pair: dict[str, Person],
    game: str,
    chance: random.Random,
    plies: int,
    missing: Collection[str] = (),
) -> None:
    """Play some moves by chance; then one gives up, or a draw is agreed. Nobody `missing` moves."""
    absent = {name for name in pair if name in missing}
    reader = next(iter(pair.values()))
    last = plies + chance.randrange(4)
    while True:
        view = (await reader.get(game))["view"]
        if view["outcome"]:
            return
        names = {side: player["name"] for side, player in view["players"].items()}
        mover = pair[names[view["turn"]]]
        allowed = view["allowed"].get(view["turn"], ())
        if absent:
            there = [side for side, name in names.items() if name not in absent]
            if there and "resume" in view["allowed"].get(there[0], ()):
                await pair[names[there[0]]].act(game, "resume")
            if names[view["turn"]] in absent:
                await asyncio.sleep(1)
                continue
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


async def _rounds(organiser: Person, event: str) -> list[dict[str, Any]]:
    """Return all rounds of an event, page by page."""
    found: list[dict[str, Any]] = []
    page = await organiser.get(f"{event}/rounds")
    while True:
        found = [*reversed(page["rounds"]), *found]
        if page["before"] is None:
            return found
        page = await organiser.get(f"{event}/rounds?before={page['before']}")


async def _examine(organiser: Person, event: str, number: int) -> list[str]:
    """Return what is wrong with an event that is over, of so many games on a board."""
    file = (await organiser.ask("GET", f"{event}/file")).raise_for_status().content
    report = check(file)
    faults = [str(finding) for finding in report.findings]
    games: list[str] = []
    for found in await _rounds(organiser, event):
        for board in found["boards"]:
            if not board["two"]:
                continue
            games += board["tables"]
            place = f"round {found['number']}, board {board['board']}"
            if len(board["tables"]) != number or len(board["games"]) != number:
                faults.append(f"{place}: {len(board['tables'])} games, {board['games']}")
            for table, result in zip(board["tables"], board["games"], strict=False):
                view = (await organiser.get(f"/api/games/{table}"))["view"]
                winner = view["outcome"] and view["outcome"]["winner"]
                name = winner and view["players"][winner]["name"]
                meant = {None: ("1-1", "0-0"), board["one"]: ("2-0", "+/-")}
                meant[board["two"]] = ("0-2", "-/+")
                if not view["outcome"] or result not in meant[name]:
                    faults.append(f"{place}: {table} ended {meant[name]}, not {result}")
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
