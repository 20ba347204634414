"""The parts of a server in this process, without its sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from crownhead.server.process.bus import NoBus
from crownhead.server.process.service import Service
from crownhead.server.settings import Settings
from crownhead.server.storage.migrations import upgrade
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.store import Store


@asynccontextmanager
async def open_service(folder: Path, **limits: Any) -> AsyncIterator[Service]:
    """Give what serves requests, with a database in a folder of its own, and limits of its own."""
    url = f"sqlite:///{folder / 'games'}"
    settings = Settings(folder=folder, database=url, keys=(b"s" * 32,), **limits)
    store = Store(open_database(settings.database), settings.keys)
    await upgrade(store.database, folder)
    service = Service(settings, store, NoBus(), haste=True)
    try:
        yield service
    finally:
        await service.timers.close()
        await service.letters.close()
        await service.tables.close()
        await service.computer.close()
        await service.offers.close()
        await service.event_games.close()
        await service.events.close()
        await service.work.close()
        await service.guest_databases.close()
        await service.bases.close()
        await service.analysis.close()
        await store.database.close()
