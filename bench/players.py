"""The players of the load: each a socket that does no more than it must."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import deque
from collections.abc import Sequence
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.times import Times


class _Move(msgspec.Struct):
    text: str


class _View(msgspec.Struct):
    turn: str
    legal: list[_Move]
    outcome: Any = None


class _Message(msgspec.Struct):
    t: str
    id: str = ""
    seq: int | None = 0
    view: _View | None = None


_decoder = msgspec.json.Decoder(_Message)
NETWORKS = 200
"""Networks of loopback from which the players of either side come: one alone has its bounds."""
PATIENCE = 100
"""Tenths of a second for which the last answers are waited for."""


class Game:
    """One game: its two sockets, and what its players know of it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sockets: dict[str, ClientConnection] = {}
        self.seq = 0
        self.view: _View | None = None
        self.sent: tuple[str, float] | None = None
        self.moved_at = 0.0
        self.told: dict[str, int] = {}

    def is_quiet(self) -> bool:
        """Return whether the last move was acknowledged, and told to the next player."""
        view = self.view
        return self.sent is None and (view is None or self.told.get(view.turn) == self.seq)


class Crowd:
    """All players of the load; `members` are cookies of those who have signed in, else guests."""

    def __init__(self, urls: list[str], members: Sequence[str] = ()) -> None:
        self.urls = urls
        self.members = members
        self.games: list[Game] = []
        self._times: Times | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._ended: list[asyncio.Task[None]] = []
        self._number = 0

    async def gather(self, games: int) -> None:
        """Begin games and open both sockets of each."""
        limits = httpx.Limits(max_connections=16)
        async with contextlib.AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(
                    httpx.AsyncClient(base_url=url, timeout=60, limits=limits)
                )
                for url in self.urls
            ]
            for client in clients:  # every request is a guest of its own
                client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
            free = asyncio.Semaphore(16)

            async def one(number: int) -> None:
                async with free:
                    await self._begin(clients, number)

            await asyncio.gather(*(one(number) for number in range(games)))

    async def _begin(self, clients: list[httpx.AsyncClient], number: int) -> None:
        here = number % len(clients)
        there = (number + 1) % len(clients)
        wish = {"variant": "english", "side": "black", "opponent": {"kind": "friend"}}
        mine, yours = self._cookie(2 * number), self._cookie(2 * number + 1)
        agreed = {**wish, "time": "3600"}
        made = await clients[here].post("/api/games", json=agreed, headers=mine)
        begun = made.raise_for_status().json()
        joined = await clients[there].post(f"/api/invitations/{begun['code']}", headers=yours)
        joined.raise_for_status()
        game = Game(begun["game"])
        for side, answer, place, known in (
            ("black", made, here, mine),
            ("white", joined, there, yours),
        ):
            address = self.urls[place].replace("http", "ws", 1) + "/api/socket"
            cookie = known.get("cookie") or answer.headers["set-cookie"].partition(";")[0]
            socket = await connect(
                address,
                additional_headers={"cookie": cookie},
                compression=None,
                ping_interval=None,
                open_timeout=60,
                local_addr=(f"127.{1 + number % NETWORKS}.{place}.1", 0),
            )
            game.sockets[side] = socket
            await socket.send(f'{{"t":"watch","game":"{game.name}"}}')
            task = asyncio.create_task(self._listen(game, side, socket))
            task.add_done_callback(self._ended.append)
            self._tasks.append(task)
        self.games.append(game)

    def _cookie(self, number: int) -> dict[str, str]:
        """Return what a member sends along; a guest is given his by the first answer."""
        return {"cookie": self.members[number]} if self.members else {}

    async def _listen(self, game: Game, side: str, socket: ClientConnection) -> None:
        """Receive all messages to a player; raise if one cannot be read, or they end."""
        async for text in socket:
            now = time.monotonic()
            if text == "p":
                await socket.send("q")
                continue
            message = _decoder.decode(text)
            sent = game.sent
            if message.t == "ack" and sent is not None and message.id == sent[0]:
                game.sent = None
                if self._times is not None:
                    self._times.acknowledged.append(now - sent[1])
            elif message.t == "refused" and self._times is not None:
                self._times.refused += 1
                game.sent = None
            if message.view is not None and message.seq is not None:
                if message.t == "event" and side == message.view.turn and self._times:
                    self._times.told.append(now - game.moved_at)
                game.told[side] = message.seq
                if message.seq >= game.seq:
                    game.seq, game.view = message.seq, message.view
        raise ConnectionError(f"{game.name}: the server has ended the socket of {side}")

    async def play(self, rate: int, seconds: float, chance: random.Random) -> Times:
        """Send moves at an even rate for some seconds, and return what was measured.

        Raises what a player failed of.
        """
        times = self._times = Times()
        waiting = deque(chance.sample(self.games, len(self.games)))
        began = time.monotonic()
        while (now := time.monotonic() - began) < seconds:
            for task in self._ended:
                task.result()
            while times.sent + times.skipped < now * rate:
                game = self._next_game(waiting)
                if game is None:
                    times.skipped += 1
                    continue
                times.sent += 1
                await self._move(game, chance)
            await asyncio.sleep(0.002)
        for _ in range(PATIENCE):
            if not self._ended and all(game.is_quiet() for game in self.games):
                break
            await asyncio.sleep(0.1)
        for task in self._ended:
            task.result()
        self._times = None
        for game in self.games:
            game.sent = None
        return times

    def _next_game(self, waiting: deque[Game]) -> Game | None:
        """Return a game whose next player has seen the last move."""
        for _ in range(len(waiting)):
            game = waiting[0]
            waiting.rotate(-1)
            view = game.view
            if view is not None and view.outcome is None and view.legal and game.is_quiet():
                return game
        return None

    async def _move(self, game: Game, chance: random.Random) -> None:
        assert game.view is not None
        self._number += 1
        id = f"load-{self._number:08}"
        text = chance.choice(game.view.legal).text
        act = f'{{"kind":"move","text":"{text}"}}'
        game.moved_at = time.monotonic()
        game.sent = (id, game.moved_at)
        await game.sockets[game.view.turn].send(
            f'{{"t":"do","id":"{id}","game":"{game.name}","seq":{game.seq},"act":{act}}}'
        )

    async def close(self) -> None:
        """Close all sockets."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        sockets = [socket for game in self.games for socket in game.sockets.values()]
        for begin in range(0, len(sockets), 200):
            closing = (socket.close() for socket in sockets[begin : begin + 200])
            await asyncio.gather(*closing, return_exceptions=True)
