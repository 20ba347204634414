"""An engine of one's own as a program that plays over DXP."""

from __future__ import annotations

from typing import Literal

from crownhead.engines.dxp.connection import Trace
from crownhead.engines.dxp.messages import Back
from crownhead.engines.dxp.series import Plan, Series, Watcher, limits
from crownhead.engines.interface import Engine
from crownhead.engines.limit import Limit
from crownhead.engines.player import Player, PlayerEngine, print_failure
from crownhead.errors import EngineError
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.variants import Variant, get

Colour = Color | Literal["alternate"]


def serve(
    player: Player,
    *,
    name: str = "",
    variant: str | Variant = "international",
    host: str = "127.0.0.1",
    port: int = 27531,
    connect: bool = False,
    games: int | None = None,
    limit: Limit | None = None,
    colour: Colour = "alternate",
    minutes: int = 5,
    moves: int = 0,
    patience: float = 60.0,
    watcher: Watcher | None = None,
    trace: Trace | None = None,
) -> int:
    """Play games of an engine over DXP, and return how many were played to their end.

    It waits at `host` and `port` for programs that connect and ask for games, for ever or until
    `games` have been played. With `connect` it goes to the program that waits there, and asks for
    games itself (one, unless `games` says how many), of so many `minutes` and `moves` of each side
    and with our `colour`. The engine is asked with the time that it has left, or with `limit`. What
    it raises, and a move that is not legal, lose the game: the other program hears in a chat why,
    and that we have lost; the traceback goes to the error stream. So does an answer that does not
    come within `patience` seconds beyond its time, which the other program has, too.

    `watcher` hears what happens, `trace` every message. Raises `EngineError` where it cannot
    listen, and with `connect` where the other program is at fault.

    >>> class First:
    ...     def play(self, on, limit):
    ...         return on.legal_moves[0]
    >>> serve(First(), port=1, connect=True)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    crownhead.errors.EngineDied: DXP: cannot connect to 127.0.0.1:1: ...
    """
    game = get(variant)
    if not (0 <= minutes <= 999 and 0 <= moves <= 999 and patience > 0):
        raise EngineError("DXP: minutes and moves are 0 to 999, patience is more than 0")
    if games is not None and games < 1:
        raise EngineError(f"DXP: {games} games cannot be played")
    engine: Engine = PlayerEngine(player, name=name, patience=patience, on_failure=print_failure)
    sides: tuple[Color, ...] = ("white", "black") if colour == "alternate" else (colour,)
    series = Series(
        engine,
        game,
        name or type(player).__name__,
        games=games or (1 if connect else None),
        plan=Plan(sides, minutes, moves, Position.initial(game)) if connect else None,
        limit=limits(None, None, None) if limit is None else lambda table: limit,
        patience=patience,
        back=Back.NO,
        watcher=watcher or Watcher(),
    )
    with engine:
        if connect:
            series.connect(host, port, trace)
        else:
            series.listen(host, port, trace)
    return series.played
