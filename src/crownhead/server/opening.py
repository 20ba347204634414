"""How a table begins: with a new agreement, after another game, or with a game brought along."""

from __future__ import annotations

import json
from dataclasses import replace

from crownhead.errors import InvalidRecord
from crownhead.game import Game
from crownhead.lots import new_seed
from crownhead.rules import Color
from crownhead.server import requests as r
from crownhead.server.acts import publish_lots
from crownhead.server.naming import clean_name, new_code, new_game
from crownhead.server.table import Seat, Table
from crownhead.server.terms import Terms, agreed, canonical
from crownhead.sides import other

FUTURE = 60_000
"""Milliseconds that a client's clock may be ahead of the server's."""


def opened(wish: r.NewGame, player: str, name: str, at: int) -> Table:
    """Return a new table with its creator seated, and the computer if it is the opponent.

    Raises `CrownheadError` where what is wished cannot be played.
    """
    rival = wish.opponent
    level = rival.level if isinstance(rival, r.Computer) else None
    kind = {
        r.Computer: "computer",
        r.Friend: "friend",
        r.Anybody: "anybody",
        r.SameDevice: "same_device",
    }[type(rival)]
    terms = agreed(wish, kind, None, level)  # type: ignore[arg-type]
    side = terms.variant.first if wish.side is None else wish.side
    if side != "toss":
        terms = replace(terms, side=side)
    code = new_code() if isinstance(rival, r.Friend) else None
    table = Table(new_game(), terms, _seeds(terms), code, at)
    seat(table, Seat(player, name, side=terms.side), at)
    if isinstance(rival, r.Computer):
        seat(table, _engine(level or 1, table.free_side), at)
    elif isinstance(rival, r.SameDevice):
        seat(table, Seat(player, clean_name(rival.name) or "2", side=table.free_side), at)
    return table


def seat(table: Table, taken: Seat, at: int) -> None:
    """Give somebody the free seat; the lots are published when the table is full."""
    body = {
        "player": taken.player,
        "name": taken.name,
        "who": taken.kind,
        "level": taken.level,
        "side": taken.side,
    }
    table.add("seated", at, body)
    if table.phase == "lots":
        publish_lots(table, at)


def followed(table: Table, at: int) -> Table:
    """Return the game after this one, sides swapped: the second of a match, or a rematch."""
    terms = replace(table.terms, side=other(table.terms.side or "black"), first=None)
    if is_first_of_match(table):
        assert table.match is not None
        terms = replace(terms, first={**json.loads(table.match.to_json()), "id": table.id})
    after = Table(new_game(), terms, _seeds(terms), None, at)
    for old in table.seats:
        assert old.side is not None
        seat(after, replace(old, side=other(old.side)), at)
    return after


def is_first_of_match(table: Table) -> bool:
    """Say whether this is the first game of a match, so that another one belongs to it."""
    return table.match is not None and table.terms.first is None


def handed_in(wish: r.HandIn, player: str, name: str, at: int) -> Table:
    """Return the table of a game that was played elsewhere; it is replayed event by event.

    Where it has not ended it stands still until its player resumes it. Raises `CrownheadError`.
    """
    game = Game.from_json(json.dumps(wish.record))
    last = game.state.at or 0
    if last > at + FUTURE:
        raise InvalidRecord("Game record: events from the future")
    setup, house = canonical(game.setup)
    sides: tuple[Color, Color] = ("white", "black")
    alone = wish.level is None
    if alone and set(wish.you) != set(sides):
        raise InvalidRecord("Game record: without a level the guest has both sides")
    terms = Terms(
        setup=setup,
        rival="same_device" if alone else "computer",
        side=wish.you[0],
        level=wish.level,
        house=house,
    )
    table = Table(new_game(), terms, {}, None, at)
    for side in sides:
        if side == wish.you[0]:
            seat(table, Seat(player, name, side=side), at)
        elif alone:
            seat(table, Seat(player, clean_name(game.players.of(side)) or "2", side=side), at)
        else:
            seat(table, _engine(wish.level or 1, side), at)
    for event in game.events:
        table.game.add(event)
        table.note(at if event.at is None else event.at)
    running = table.game.clock is not None and table.game.clock.since is not None
    if table.phase == "playing" and running:
        table.add("held", at)
        table.game.pause(at=last)
        table.note(at)
    return table


def _engine(level: int, side: Color | None) -> Seat:
    return Seat("engine", f"crownhead {level}", "engine", level, side)


def _seeds(terms: Terms) -> dict[str, str]:
    kinds = (("toss", terms.tossed), ("card", terms.drawn))
    return {kind: new_seed() for kind, wanted in kinds if wanted}
