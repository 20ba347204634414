"""Nobody within his share is refused, and cookies and addresses buy nobody more than one."""

from __future__ import annotations

import asyncio
import select
import socket as tcp
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from support.cookieless import cookieless
from support.served import WAIT, Server
from support.service import open_service

from crownhead.server.limits import KINDS, FairLimits, Rate, Shared, SharedLimits
from crownhead.server.messages import bodies as r
from crownhead.server.process.fairqueue import MUCH, Crowded, FairQueue, Urgency
from crownhead.server.process.places import Places
from crownhead.server.process.service import HANDED_IN_OF_NETWORK
from crownhead.server.quota import STATES, bill_to, network_of
from crownhead.server.room.refusals import Refusal
from crownhead.server.settings import Settings
from crownhead.server.wire.middleware import Middleware

OTHERS = [f"198.51.{n}.7" for n in range(6)]
MINE = "203.0.113.9"


class Clock:
    """Time that goes when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


# Rates


def test_six_networks_that_spend_all_refuse_nobody_else() -> None:
    clock = Clock()
    limits = SharedLimits(KINDS, clock)
    spent = refused = mine = 0
    for _ in range(6_000):  # ten minutes
        clock.now += 0.1
        for address in OTHERS:
            if limits.missing(STATES, f"cookie of {address} at {clock.now}", address):
                refused += 1
            else:
                limits.charge(STATES, f"cookie of {address} at {clock.now}", address, 400_000)
                spent += 400_000
        assert not limits.missing(STATES, "anna", MINE)
        limits.charge(STATES, "anna", MINE, 20_000)
        mine += 20_000
    assert refused > 1_000
    each = KINDS[STATES].all.each * clock.now
    assert each * 0.8 < spent + mine < each * 1.2 + KINDS[STATES].all.burst


@pytest.mark.parametrize("neighbour", ["198.51.0.200", "2001:db8:1:9::9"])
def test_neighbours_of_one_site_do_not_use_up_what_is_mine(neighbour: str) -> None:
    clock = Clock()
    limits = SharedLimits(KINDS, clock)
    beside = [f"198.51.0.{n}" for n in range(1, 7)]
    if ":" in neighbour:
        beside = [f"2001:db8:1:{n}::1" for n in range(1, 7)]
    for _ in range(300):
        clock.now += 0.1
        for address in beside:
            if not limits.missing(STATES, address, address):
                limits.charge(STATES, address, address, 900_000)
        assert not limits.missing(STATES, "anna", neighbour)
        limits.charge(STATES, "anna", neighbour, 20_000)
    assert limits.missing(STATES, beside[0], beside[0])


def test_a_fair_share_is_what_is_left_by_those_who_want_less() -> None:
    clock = Clock()
    fair = FairLimits({"do": Rate(1, 100)}, clock)
    for member, had in (("little", 10), ("some", 20), ("much", 200)):
        fair.count("do", "", member, had)
    assert not fair.missing("do", "", "little") and not fair.missing("do", "", "some")
    assert fair.missing("do", "", "much") > 1_000
    fair.count("do", "", "some", 40)  # 60 of the 45 that two can have beside one of 10
    assert fair.missing("do", "", "some") and not fair.missing("do", "", "little")
    clock.now += 100
    assert not fair.missing("do", "", "some")


def test_thousands_of_networks_of_one_site_are_no_more_than_a_site() -> None:
    clock = Clock()
    limits = SharedLimits({"do": Shared(Rate(1, 5), Rate(1, 5), Rate(1, 50), Rate(9, 900))}, clock)
    passed = 0
    for number in range(3_000):
        clock.now += 0.01
        passed += not limits.wait("do", f"g{number}", f"2001:db8:1:{number:x}::1")
    assert passed <= 50 + 30 + 50  # what was there, what came in, and the first once more


def test_health_is_free_and_asks_the_database_once_a_second(tmp_path: Path) -> None:
    limits = SharedLimits(KINDS, lambda: 0.0)
    settings = Settings(folder=tmp_path, database="sqlite://", keys=(b"k" * 32,))

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    middleware = Middleware(app, settings, limits, cookieless(settings))

    async def status(path: str) -> int:
        heard: list[Any] = []

        async def send(message: Any) -> None:
            heard.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "headers": [(b"host", b"localhost")],
            "scheme": "http",
            "client": (MINE, 1),
        }
        await middleware(scope, None, send)  # type: ignore[arg-type]
        return int(heard[0]["status"])

    async def test() -> None:
        limits.charge(STATES, "anna", MINE, 10**12)
        assert await status("/api/me") == 429
        assert [await status("/health") for _ in range(2_000)] == [200] * 2_000
        assert await status("/") != 429
        async with open_service(tmp_path / "well") as service:
            asked = 0
            real = service.store.access.check

            async def check() -> None:
                nonlocal asked
                asked += 1
                await real()

            service.store.access.check = check  # type: ignore[method-assign]
            await asyncio.gather(*(service.store.access.check_lately() for _ in range(200)))
            for _ in range(200):
                await service.store.access.check_lately()
            assert asked <= 2

    (tmp_path / "well").mkdir()
    asyncio.run(test())


def test_a_cached_explanation_cost_what_all_moves_cost(tmp_path: Path) -> None:
    """Six addresses that asked for it again and again had everybody refused."""
    start = "W:WK13,K46:BK39,18,24,K37,36,K47,43"
    wish = r.NewGame(opponent=r.SameDevice(), variant="frisian", start=start, huffing=True)

    async def test() -> None:
        async with open_service(tmp_path) as service:
            game = (await service.matchmaking.begin("anna", wish)).game

            async def cost(times: int, *texts: str) -> int:
                limits = SharedLimits({STATES: Shared(*[Rate(1_000, 1)] * 4)}, lambda: 0.0)
                for number in range(times):
                    with bill_to(limits, "bert", MINE):
                        text = texts[number % len(texts)]
                        await service.queries.explain(game, text, "id-000001", "en")
                return limits.missing(STATES, "bert", MINE)

            first, again = await cost(1, "13-9"), await cost(100, "13-9")
            assert again < 100 * first / 10
            views = SharedLimits({STATES: Shared(*[Rate(1_000, 1)] * 4)}, lambda: 0.0)
            for _ in range(100):
                with bill_to(views, "bert", MINE):
                    await service.show(game, "bert", "en")
            assert views.missing(STATES, "bert", MINE) < 100 * first / 10

    asyncio.run(test())


# Threads


class Queue:
    """A queue on whose threads time goes only for what a test lets work."""

    def __init__(self, threads: int = 1, **options: Any) -> None:
        self.clock = Clock()
        self.queue = FairQueue(threads, "test", now=self.clock, **options)
        self.done: list[str] = []
        self.gates: dict[str, threading.Event] = {}

    def ask(self, name: str, network: str, **options: Any) -> asyncio.Task[None]:
        gate = self.gates[name] = threading.Event()

        def work() -> None:
            gate.wait(300)
            self.done.append(name)

        run = self.queue.run(Urgency.MOVE, name, work, network=network, **options)
        return asyncio.create_task(run)

    async def finish(self, name: str, task: asyncio.Task[None], seconds: float = 0.0) -> None:
        self.clock.now += seconds
        self.gates[name].set()
        await task


async def turn() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_whoever_has_had_least_goes_first_however_many_cookies_wait() -> None:
    async def test() -> None:
        bench = Queue()
        tasks = {name: bench.ask(name, "attacker") for name in ("a0", "a1", "a2", "a3")}
        await turn()
        await bench.finish("a0", tasks["a0"], 2.0)
        tasks["b"] = bench.ask("b", "somebody")
        await turn()
        await bench.finish("a1", tasks["a1"], 2.0)  # ran already
        for gate in bench.gates.values():
            gate.set()
        await asyncio.gather(*tasks.values())
        assert bench.done[:3] == ["a0", "a1", "b"]

    asyncio.run(test())


def test_networks_that_have_had_much_leave_a_thread_to_the_others() -> None:
    async def test() -> None:
        bench = Queue(threads=2, spares=True)
        for name, network in (("a0", "one"), ("b0", "two")):
            await bench.finish(name, (task := bench.ask(name, network)), 0.0)
            del task
        tasks = {}
        for name, network in (("a1", "one"), ("b1", "two")):
            tasks[name] = bench.ask(name, network)
        await turn()
        bench.clock.now += 2 * MUCH
        for name, task in tasks.items():
            await bench.finish(name, task)
        heavy = [bench.ask(name, name[0]) for name in ("one2", "two2")]
        heavy = [bench.ask("a2", "one"), bench.ask("b2", "two"), *heavy]
        await turn()
        assert bench.queue.running <= 2
        light = bench.ask("c", "three")
        for name in ("one2", "two2"):
            bench.gates[name].set()
        await turn()
        bench.gates["c"].set()
        await asyncio.wait_for(light, 60)  # though those that have had much are not done
        assert not {"a2", "b2"} <= set(bench.done)
        for gate in bench.gates.values():
            gate.set()
        await asyncio.gather(*heavy)

    asyncio.run(test())


def test_what_waits_is_bounded_in_number_bytes_and_time_of_a_network() -> None:
    async def test() -> None:
        bench = Queue(most=2, crowd=3, bytes_of=1_000, patience=0.05)
        running = bench.ask("r", "elsewhere")
        await turn()
        waiting = [bench.ask(f"a{n}", "one") for n in range(3)]
        await turn()
        with pytest.raises(Crowded):
            await bench.ask("a3", "one")  # another cookie
        big = bench.ask("b0", "two", size=900)
        await turn()
        with pytest.raises(Crowded):
            await bench.ask("b1", "two", size=200)
        found = await asyncio.gather(*waiting, big, return_exceptions=True)
        assert [type(each) for each in found] == [Crowded] * 4  # nobody waits for ever
        await bench.finish("r", running)
        assert bench.queue.idle and not bench.queue._held

    asyncio.run(test())


# Places


@pytest.fixture
def at() -> Iterator[Any]:
    """Return what has a guest ask from an address."""

    def ask(guest: str, address: str) -> str:
        with bill_to(SharedLimits(KINDS), guest, address):
            return guest

    yield ask


def test_cookies_of_one_network_hold_few_places(at: Any) -> None:
    places = Places(most=8, network=2)
    for number in range(2):
        places.enter(at(f"cookie-{number}", "2001:db8:7:7::1"))
    with pytest.raises(Refusal) as refusal:
        places.enter(at("cookie-2", "2001:db8:7:7:ffff::1"))  # the same /64
    assert refusal.value.crowded
    assert places.enter(at("anna", "2001:db8:7:8::1"))


def test_a_full_house_gives_the_newcomer_what_one_network_has_too_much(at: Any) -> None:
    places, lost = Places(most=6, network=3), []
    for number in range(6):
        guest = at(f"attacker-{number}", OTHERS[number // 3])
        places.enter(guest, lambda guest=guest: lost.append(guest))
    mine = places.enter(at("anna", MINE))
    assert lost == ["attacker-2"] and len(places) == 6 and not mine.lost
    # Nobody is driven out by as many as he has himself.
    for number in range(4):
        with pytest.raises(Refusal):
            for _ in range(3):
                places.enter(at(f"more-{number}", OTHERS[2 + number]))
            raise Refusal("too_fast")
    assert not mine.lost


def test_the_network_of_a_guest_is_the_last_he_came_from(at: Any) -> None:
    assert network_of("never came") == "never came"
    at("traveller", "192.0.2.77")
    at("traveller", "2001:db8:5:6::1")
    assert network_of("traveller") == "2001:db8:5:6::/64"


def test_games_handed_in_slowly_hold_few_places_from_their_first_byte_on(tmp_path: Path) -> None:
    """Each held up to 2 MB until its last byte came, and whoever liked sent hundreds."""

    def ask(server: Server, network: str, *, slowly: bool) -> tcp.socket:
        connection = tcp.create_connection(
            ("127.0.0.1", server.port), source_address=(network, 0), timeout=WAIT
        )
        head = b"POST /api/games/hand-in HTTP/1.1\r\nHost: localhost\r\n"
        kind = b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n"
        connection.sendall(head + kind + (b"{" if slowly else b"{}"))
        return connection

    def status(connection: tcp.socket) -> int:
        return int(connection.recv(65_536).split()[1])

    with Server(tmp_path) as server, ExitStack() as stack:
        held: set[tcp.socket] = set()
        for network in ("127.0.1.1", "127.0.2.1"):
            for _ in range(HANDED_IN_OF_NETWORK + 1):
                held.add(stack.enter_context(ask(server, network, slowly=True)))
            (refused,), _, _ = select.select(held, (), (), WAIT)
            assert status(refused) == 429
            held.remove(refused)
        with ask(server, "127.0.3.1", slowly=False) as mine:
            assert status(mine) == 400  # it was read, and is no game
        (lost,), _, _ = select.select(held, (), (), WAIT)
        assert status(lost) == 429
