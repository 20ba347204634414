"""Driving an engine over Hub from an event loop; cancelling what it does."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest
from support.hub_peers import PATIENT, PEER, hurry
from support.hub_peers.leaks import count_held, is_alive, settles

from crownhead import Engine, Game, Limit
from crownhead.engines.hub.engine import HubEngine
from crownhead.errors import EngineDied, EngineError, EngineTimeout, ProtocolError

SHORT = Limit(seconds=0.1)


def start_engine(manner: str, timeout: float = PATIENT, *, ponder: bool = False) -> HubEngine:
    command = [sys.executable, "-I", "-S", str(PEER), manner]
    return Engine.hub(command, timeout=timeout, margin=timeout, ponder=ponder)


@pytest.fixture(autouse=True)
def expect_no_leaks() -> Iterator[None]:
    gc.collect()
    before = count_held()
    yield
    gc.collect()
    assert settles(before), count_held()


def test_plays_and_analyses() -> None:
    async def main() -> int:
        game = Game("international")
        async with start_engine("good") as engine:
            assert engine.id["name"] == "Peer" and "threads" in engine.params
            assert engine.variant.key == "international" and "killer" in engine.variants
            await engine.begin(game, "white")
            assert str(await engine.play(game, SHORT)) == "32-28"
            assert engine.last is not None and str(engine.last.best) == "32-28"
            assert (await engine.analyse(game, SHORT)).depth == 3
            assert [one.depth async for one in engine.analysis(game, SHORT)] == [1, 2, 3, 3]
            assert not await engine.offers_draw(game)
            await engine.end(game)
            assert await engine.ping() >= 0
            return engine.pid

    assert not is_alive(asyncio.run(main()))


def test_calls_at_the_same_time_come_one_after_the_other() -> None:
    async def main() -> None:
        async with start_engine("slow") as engine:
            moves = await asyncio.gather(*(engine.play(Game("international")) for _ in range(3)))
            assert [str(move) for move in moves] == ["32-28"] * 3

    asyncio.run(main())


def test_two_engines_think_at_the_same_time() -> None:
    async def main() -> None:
        async with start_engine("waits") as one, start_engine("waits") as two:
            streams = [engine.analysis(Game("international")) for engine in (one, two)]
            for stream in streams:
                assert (await anext(stream)).depth == 1  # and none of them ends before a stop
            for engine, stream in zip((one, two), streams, strict=True):
                engine.stop()
                assert [found.depth async for found in stream][-1] == 3

    asyncio.run(main())


def test_a_cancelled_search_leaves_an_engine_to_be_used() -> None:
    async def main() -> None:
        async with start_engine("waits") as engine:
            for _ in range(3):
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(engine.analyse(Game("international")), 0.1)
                assert await engine.ping() >= 0
            task = asyncio.ensure_future(engine.analyse(Game("international")))
            await asyncio.sleep(0)
            task.cancel()  # before it has begun
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await engine.ping() >= 0

    asyncio.run(main())


def test_a_search_cancelled_twice_ends_the_engine() -> None:
    async def main() -> int:
        async with start_engine("hangs") as engine:
            pid = engine.pid
            task = asyncio.ensure_future(engine.analyse(Game("international")))
            for _ in range(2):
                await asyncio.sleep(0.1)
                task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert not is_alive(pid)
            with pytest.raises(EngineError, match="closed"):
                await engine.ping()
            return pid

    assert not is_alive(asyncio.run(main()))


def test_an_engine_that_does_not_stop_when_cancelled_is_ended() -> None:
    async def main() -> None:
        waiting = start_engine("hangs")
        async with waiting as engine:
            hurry(waiting, timeout=0.3)
            pid = engine.pid
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(engine.analyse(Game("international"), SHORT), 0.1)
            assert not is_alive(pid)

    asyncio.run(main())


def test_leaving_the_stream_stops_the_search() -> None:
    async def main() -> None:
        async with start_engine("waits") as engine:
            async for found in engine.analysis(Game("international")):
                assert found.depth == 1
                break
            assert await engine.ping() >= 0
            stream = engine.analysis(Game("international"))
            await anext(stream)
            engine.stop()
            rest = [found async for found in stream]
            assert rest[-1].depth == 3 and str(rest[-1].best) == "32-28"

    asyncio.run(main())


def test_a_cancelled_start_ends_the_process() -> None:
    async def main() -> None:
        async def start() -> None:
            async with start_engine("silent"):
                pass

        with pytest.raises(TimeoutError):
            await asyncio.wait_for(start(), 0.2)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("manner", "kind"),
    [("hangs", EngineTimeout), ("crashes", EngineDied), ("liar", ProtocolError)],
)
def test_failures_are_the_same(manner: str, kind: type[EngineError]) -> None:
    async def main() -> None:
        def soon() -> HubEngine:
            engine = start_engine(manner)
            return hurry(engine, 0.5, margin=0.5) if manner == "hangs" else engine

        async with soon() as engine:
            pid = engine.pid
            with pytest.raises(kind):
                async for _ in engine.analysis(Game("international"), SHORT):
                    pass
            assert not is_alive(pid)
        async with soon() as engine:
            with pytest.raises(kind):
                await engine.play(Game("international"), SHORT)

    asyncio.run(main())


def test_an_engine_ends_with_the_program_that_closed_its_loop() -> None:
    program = f"""
import asyncio
from crownhead import Engine, Game

async def main():
    async with Engine.hub({[sys.executable, "-I", "-S", str(PEER), "waits"]!r}) as engine:
        print(engine.pid, flush=True)
        begun.set()
        await engine.analyse(Game("international"))

async def until_it_analyses():
    await begun.wait()
    await asyncio.sleep(0.3)

loop = asyncio.new_event_loop()
begun = asyncio.Event()
task = loop.create_task(main())
loop.run_until_complete(until_it_analyses())
loop.close()
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0
    assert not is_alive(int(ran.stdout))
