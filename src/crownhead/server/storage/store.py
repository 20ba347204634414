"""The database with what is asked of it first: its games, their players, its processes."""

from __future__ import annotations

from collections.abc import Sequence

from crownhead.server.storage.access import Access
from crownhead.server.storage.database import Database
from crownhead.server.storage.games import GameStore
from crownhead.server.storage.players import PlayerStore
from crownhead.server.storage.processes import ProcessStore


class Store:
    """Open the stores of a database that share one access to it."""

    def __init__(self, database: Database, keys: Sequence[bytes] = ()) -> None:
        self.database = database
        self.access = Access(database)
        self.games = GameStore(self.access, keys)
        self.players = PlayerStore(self.access)
        self.processes = ProcessStore(self.access)
