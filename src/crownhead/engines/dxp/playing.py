"""Play a whole game at a table with any engine, listening while it thinks."""

from __future__ import annotations

import socket
from collections.abc import Callable
from threading import Thread
from time import monotonic

from crownhead.engines.dxp.ending import Ending
from crownhead.engines.dxp.table import Declined, Table, WentBack
from crownhead.engines.interface import Engine
from crownhead.engines.limit import Limit
from crownhead.move import Move
from crownhead.rules import Color
from crownhead.sides import other

ACKNOWLEDGED = 30.0
"""Seconds within which a peer acknowledges the end of a game: it may be thinking."""
FOREVER = 86_400.0
"""Seconds an engine may think: it keeps its limits itself."""

LimitOf = Callable[[Table], Limit | None]
Happened = Callable[[Table, Move | WentBack | Declined, Color, float], None]
"""Gets a move or a take-back, the side that did it, and the seconds it took."""


def play(
    table: Table,
    engine: Engine,
    limit: LimitOf,
    patience: float,
    happened: Happened | None = None,
) -> Ending:
    """Play until the game ends; `patience` is added to the time that the peer has left.

    Without a time limit, `patience` is what the peer has for each move. Raises what `Table` does.
    """
    tell = happened or (lambda *what: None)
    while table.ending is None:
        begin = monotonic()
        event: object
        if table.turn == table.own:
            due = table.due
            if due is not None:
                return table.finish(due, patience + ACKNOWLEDGED)
            found = think(table, engine, limit(table))
            if isinstance(found, Move):
                seconds = monotonic() - begin
                table.send(found, seconds)
                tell(table, found, table.own, seconds)
                continue
            event = found
        else:
            left = table.seconds_left(table.game.turn) or 0.0
            event = table.receive(left + patience)
        if isinstance(event, Move | WentBack | Declined):
            side = event.asked if isinstance(event, WentBack) else other(table.own)
            tell(table, event, side, monotonic() - begin)
    return table.ending


def think(
    table: Table, engine: Engine, limit: Limit | None
) -> Move | WentBack | Declined | Ending | None:
    """Return the engine's move, or what the peer did meanwhile; then no move is made."""
    found: list[Move] = []
    failed: list[BaseException] = []
    here, there = socket.socketpair()
    game = table.game

    def run() -> None:
        try:
            found.append(engine.play(game, limit))
        except BaseException as error:
            failed.append(error)
        finally:
            there.send(b"!")

    thread = Thread(target=run, daemon=True)
    with here, there:
        thread.start()
        try:
            event = table.receive(FOREVER, here)
        finally:
            while thread.is_alive():  # a stop that comes before the search begins is lost
                engine.stop()
                thread.join(0.02)
    if event is not None:
        return event
    if failed:
        raise failed[0]
    return found[0]
