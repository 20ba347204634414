"""Pairing a round is long work: nothing else in the event waits for it."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from support.service import open_service

from crownhead.server.event.rounds import Proposal, propose
from crownhead.server.messages.event import acts as m
from crownhead.server.messages.event.settings import NewEvent
from crownhead.server.process.service import Service

OLGA = "olga"


async def event_of(service: Service) -> str:
    """Return an event with four entrants."""
    made = await service.events.make(OLGA, NewEvent(name="Club", rounds=3, boards="real"))
    for name in ("Anna", "Bert", "Cleo", "Dora"):
        await act(service, made.event, m.AdmitAct(name=name))
    return made.event


async def act(service: Service, event: str, what: m.AnyEventAct, id: str = "") -> m.EventDone:
    """Act in an event as its organiser."""
    command = m.EventCommand(id or f"c{next(_numbers)}", what)
    return await service.events.do(event, OLGA, command)


_numbers = iter(range(10**6))


class Slow:
    """Pair as `propose` does, once it is allowed to go on; count how often it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = asyncio.Event()
        self.goes_on = threading.Event()
        self.count = 0
        self._loop = asyncio.get_running_loop()
        self._propose = propose
        monkeypatch.setattr("crownhead.server.process.events.propose", self)

    def __call__(self, *given: Any) -> Proposal:
        self.count += 1
        self._loop.call_soon_threadsafe(self.asked.set)
        self.goes_on.wait()
        return self._propose(*given)


@pytest.mark.parametrize("changes", [False, True])
def test_acts_go_on_while_a_round_is_paired_and_what_changed_is_paired_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: bool
) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await event_of(service)
            slow = Slow(monkeypatch)
            pairing = asyncio.create_task(act(service, event, m.PairRoundAct(), "once"))
            await slow.asked.wait()
            if changes:
                await act(service, event, m.WithdrawEntrantAct(name="Dora", reason="ill"))
            else:
                await act(service, event, m.CheckInAct(name="Dora"))
            assert (await service.event_queries.show(event, OLGA)).rounds == ()
            assert not pairing.done()
            slow.goes_on.set()
            await pairing
            [published] = (await service.event_queries.show(event, OLGA)).rounds
            names = {name for board in published.boards for name in (board.one, board.two)}
            assert ("Dora" in names) != changes
            assert slow.count == (2 if changes else 1)
            again = await act(service, event, m.PairRoundAct(), "once")
            assert again == await pairing and slow.count == (2 if changes else 1)

    asyncio.run(asyncio.wait_for(run(), 20))
