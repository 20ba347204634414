"""Who asks for work is served in turn, the short before the long, and no urgency waits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from crownhead.server.process.fairqueue import Crowded, FairQueue, Urgency

MOVE, HINT, ANALYSIS = Urgency.MOVE, Urgency.HINT, Urgency.ANALYSIS


class Bench:
    """A queue whose jobs note that they were done, and wait until they are let go."""

    def __init__(self, threads: int = 1, **options: Any) -> None:
        self.queue = FairQueue(threads, "test", **options)
        self.done: list[str] = []
        self.gate = threading.Event()
        self.stopped: list[str] = []

    def ask(self, name: str, urgency: Urgency = MOVE, cost: int = 0) -> asyncio.Task[str]:
        """Ask for a job; the owner is the first letter of its name."""

        def work() -> str:
            self.gate.wait(300)
            self.done.append(name)
            return name

        def stop() -> None:
            self.stopped.append(name)
            self.gate.set()

        return asyncio.create_task(
            self.queue.run(urgency, name[0], work, cost=cost, stop=stop), name=name
        )


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


async def turn() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_owners_take_turns() -> None:
    async def test() -> None:
        bench = Bench(now=lambda: 0.0)
        tasks = [bench.ask(name) for name in ("a1", "a2", "a3", "b1", "b2", "c1")]
        await turn()
        bench.gate.set()
        await asyncio.gather(*tasks)
        assert bench.done == ["a1", "b1", "c1", "a2", "b2", "a3"]

    run(test)


def test_of_one_owners_jobs_the_shortest_is_first() -> None:
    async def test() -> None:
        bench = Bench()
        tasks = [bench.ask("b1"), bench.ask("a9", cost=9), bench.ask("a1", cost=1)]
        await turn()
        bench.gate.set()
        await asyncio.gather(*tasks)
        assert bench.done == ["b1", "a1", "a9"]

    run(test)


def test_no_urgency_waits_for_a_later_one() -> None:
    async def test() -> None:
        bench = Bench()
        tasks = [bench.ask("x")]
        await turn()
        tasks += [bench.ask("a", ANALYSIS), bench.ask("h", HINT), bench.ask("m", MOVE)]
        await turn()
        bench.gate.set()
        await asyncio.gather(*tasks)
        assert bench.done == ["x", "m", "h", "a"]

    run(test)


def test_long_work_leaves_a_thread_to_the_short() -> None:
    async def test() -> None:
        bench = Bench(long=5)
        tasks = [bench.ask(name, cost=9) for name in "abcd"]
        await turn()
        assert bench.queue.running == 1 and bench.queue.waiting == 3
        assert not bench.queue.idle
        tasks.append(bench.ask("s", cost=1))
        await turn()
        assert bench.queue.running == 2 and bench.queue.waiting == 3
        bench.gate.set()
        await asyncio.gather(*tasks)
        assert bench.queue.idle

    run(test)


def test_one_owner_has_no_more_threads_than_his() -> None:
    async def test() -> None:
        bench = Bench(threads=4, each=2)
        tasks = [bench.ask(f"a{n}") for n in range(5)]
        await turn()
        assert bench.queue.running == 2
        tasks.append(bench.ask("b"))
        await turn()
        assert bench.queue.running == 3
        bench.gate.set()
        await asyncio.gather(*tasks)

    run(test)


def test_who_is_cancelled_waits_no_more_and_stops() -> None:
    async def test() -> None:
        bench = Bench()
        runs, waits, last = bench.ask("a"), bench.ask("b"), bench.ask("c")
        await turn()
        waits.cancel()
        await turn()
        assert bench.queue.waiting == 1
        runs.cancel()
        await turn()
        assert bench.stopped == ["a"]
        assert await last == "c"
        assert "b" not in bench.done

    run(test)


def test_too_many_of_one_owner_are_refused() -> None:
    async def test() -> None:
        bench = Bench(most=2)
        tasks = [bench.ask(f"a{n}") for n in range(3)]
        await turn()
        with pytest.raises(Crowded):
            await bench.ask("a4")
        tasks.append(bench.ask("b"))
        bench.gate.set()
        await asyncio.gather(*tasks)

    run(test)


def test_errors_come_back_and_the_queue_goes_on() -> None:
    async def test() -> None:
        bench = Bench()

        def fail() -> None:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await bench.queue.run(MOVE, "a", fail)
        bench.gate.set()
        assert await bench.ask("a") == "a"
        await bench.queue.close()

    run(test)
