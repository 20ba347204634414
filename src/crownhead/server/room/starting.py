"""How a table begins: by a new agreement, after another game, or as it was played elsewhere."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, assert_never

from crownhead.errors import CrownheadError, InvalidRecord, TooComplex
from crownhead.events import Event, from_dict
from crownhead.game import Game
from crownhead.lots import Toss, new_seed
from crownhead.match import Match
from crownhead.position import Position
from crownhead.procedure.setup import Setup
from crownhead.rules import Color
from crownhead.server.messages import bodies as r
from crownhead.server.messages.entries import (
    ClockSuspended,
    Contributed,
    Followed,
    LotsDrawn,
    Seated,
)
from crownhead.server.room import records
from crownhead.server.room.acts import publish_lots
from crownhead.server.room.naming import clean_name, new_code, new_id, own_name
from crownhead.server.room.rated import anchor, check_rated
from crownhead.server.room.reserved import is_reserved
from crownhead.server.room.table import Seat, Table
from crownhead.server.room.terms import Rival, Terms, agree, canonical
from crownhead.sides import other

MOST_REPLAYED = 5_000_000
"""The states of all positions of a game that is handed in: 1,000 for each event it can have."""
FUTURE = 60_000
"""Milliseconds that a client's clock may be ahead of the server's."""


def open_table(wish: r.NewGame, guest: Seat, at: int) -> Table:
    """Return a new table with a guest seated, and the computer if it is the opponent.

    Raises `CrownheadError` where what is wished cannot be played.
    """
    rival = wish.opponent
    level = rival.level if isinstance(rival, r.Computer) else None
    terms = agree(wish, _kind(rival), None, level)
    if terms.rated:
        check_rated(terms, guest)
    side = terms.variant.first if wish.side is None else wish.side
    if side != "toss":
        terms = replace(terms, side=side)
    code = new_code() if isinstance(rival, r.Friend) else None
    table = Table(new_id(), terms, _seeds(terms), code, at)
    seat(table, replace(guest, side=terms.side), at)
    if isinstance(rival, r.Computer):
        computer = _engine(level or 1, table.free_side)
        if terms.rated:
            rating = str(anchor(terms.variant.key, level or 1))
            computer = replace(computer, rating=rating)
        seat(table, computer, at)
    elif isinstance(rival, r.SameDevice):
        name = own_name(rival.name) or "2"
        seat(table, replace(guest, name=name, side=table.free_side), at)
    return table


def _kind(opponent: r.Opponent) -> Rival:
    match opponent:
        case r.Computer():
            return "computer"
        case r.Friend():
            return "friend"
        case r.Anybody():
            return "anybody"
        case r.SameDevice():
            return "same_device"
        case _:
            assert_never(opponent)


def seat(table: Table, taken: Seat, at: int, *, named: bool = False) -> None:
    """Give somebody the free seat; the lots are published when the table is full.

    `named`: a toss is one of before, between the names of the players.
    """
    table.add(
        Seated(taken.player, taken.name, taken.kind, taken.level, taken.side, taken.rating), at
    )
    if table.phase == "lots":
        publish_lots(table, at, named=named)


def next_table(table: Table, at: int, ratings: Mapping[str, str] | None = None) -> Table:
    """Return the game after this one, sides swapped: the second of a match, or a rematch.

    `ratings` are what the players have now, in a game that is rated.
    """
    terms = replace(table.terms, side=other(table.terms.side or "black"), first=None)
    if is_first_of_match(table):
        assert table.match is not None
        terms = replace(terms, first={**json.loads(table.match.to_json()), "id": table.id})
    after = Table(new_id(), terms, _seeds(terms), None, at)
    for old in table.seats:
        assert old.side is not None
        rating = (ratings or {}).get(old.player, old.rating)
        seat(after, replace(old, side=other(old.side), rating=rating), at)
    return after


def is_first_of_match(table: Table) -> bool:
    """Return whether this is the first game of a match, so that another one belongs to it."""
    return table.match is not None and table.terms.first is None


def hand_in(
    wish: r.HandIn, player: str, name: str, at: int
) -> Generator[None, None, tuple[Table, ...]]:
    """Make the tables of a game or round that was played elsewhere, one step per event.

    A game that has not ended is paused until its player resumes it. Raises `CrownheadError`.
    """
    yield from _check_work(wish.record)
    match: Match | None = None
    if wish.record.get("format") == "crownhead-match":
        match = records.read(wish.record, lambda record: Match.from_json(json.dumps(record)))
        games = match.games
        if wish.toss is not None:
            raise InvalidRecord("Toss: that of a match stands in its record")
        toss = match.toss
    else:
        games = (records.read(wish.record, lambda record: Game.from_json(json.dumps(record))),)
        toss = None if wish.toss is None else records.read(wish.toss, Toss.from_dict)
    if toss is not None:
        _check_toss(toss, wish, games[0])
    if any((game.state.at or 0) > at + FUTURE for game in games):
        raise InvalidRecord("Game record: events from the future")
    if len(set(wish.you)) != (2 if wish.level is None else 1):
        raise InvalidRecord("Game record: the guest has both sides, or one beside a level")
    first = _lay_brought_game(wish, games[0], match, toss, player, name, at)
    yield from _replay(first, games[0], at)
    if len(games) == 1:
        return (first,)
    second = next_table(first, _began(games[1], at))
    yield from _replay(second, games[1], at)
    first.add(Followed(second.id), max(first.last_at, second.created))
    return first, second


def _check_work(record: dict[str, Any]) -> Iterator[None]:
    """Raise `TooComplex` for a game, or a round, whose replay would keep others waiting.

    Whatever else is amiss is told where the record is read.
    """
    games = record.get("games", [record])
    left = MOST_REPLAYED
    for values in games if isinstance(games, list) else ():
        try:
            setup = records.read(values, lambda values: Setup.from_dict(values["setup"]))
            game = Game(**{f.name: getattr(setup, f.name) for f in fields(Setup)})
            for event in values.get("events") or ():
                game.follow(from_dict(event))
                left -= game.position.complexity(setup.huffing)
                if left < 0:
                    said = f"The game takes more than {MOST_REPLAYED} states to replay"
                    raise TooComplex(said)
                yield
        except TooComplex:
            raise
        except (CrownheadError, TypeError):
            return


def _check_toss(toss: Toss, wish: r.HandIn, game: Game) -> None:
    """Raise `InvalidRecord` where a toss gives the sides to others than the game has (E5).

    The guest has seat 1. In a toss of before the names say who has which side.
    """
    players = game.players
    if toss.players is None:
        fits = wish.you[0] == toss.sides[0]
    else:
        drawn = dict(zip(toss.sides, toss.players, strict=True))
        fits = (drawn["white"], drawn["black"]) == (players.white, players.black)
    if not fits:
        raise InvalidRecord("Toss: the players of the game have other sides")


def _lay_brought_game(
    wish: r.HandIn,
    game: Game,
    match: Match | None,
    toss: Toss | None,
    player: str,
    name: str,
    at: int,
) -> Table:
    """Return the table at which a game brought along begins, its lots drawn."""
    setup, house = canonical(game.setup)
    terms = Terms(
        setup=setup,
        rival="same_device" if wish.level is None else "computer",
        side=wish.you[0] if toss is None else None,
        level=wish.level,
        house=house,
    )
    sides: tuple[Color, Color] = ("white", "black")
    seeds: dict[str, str] = {}
    drawn = toss if match is None else match.draw
    if drawn is not None:
        at = _began(game, at)
    if match is not None:
        start = Position.from_fen(Position.initial(setup.variant).fen(counters=True), setup.variant)
        terms = replace(terms, setup=replace(setup, start=start, opening=0), deck=match.draw.deck)
        seeds["card"] = match.draw.seed
    if toss is not None:
        seeds["toss"] = toss.seed
        sides = toss.sides
    named = toss is not None and toss.players is not None
    table = Table(new_id(), terms, seeds, None, at)
    for side in sides:
        given = clean_name(game.players.of(side))
        if side == wish.you[0]:
            taken = Seat(player, name, side=side)
        elif wish.level is None:
            taken = Seat(player, "2" if is_reserved(given) else given or "2", side=side)
        else:
            taken = _engine(wish.level, side)
        if toss is not None:
            # The commitment of a toss of before holds the names.
            taken = replace(taken, name=given if named else taken.name, side=None)
        seat(table, taken, at, named=named)
    if drawn is not None:
        for line in drawn.contributions:
            table.add(Contributed(player, line), at)
        table.add(LotsDrawn(dict(table.seeds)), at)
        if table.toss != toss:
            raise InvalidRecord("Toss: other names or contributions than the table's")
    return table


def _began(game: Game, at: int) -> int:
    """Return when a game began by its own clock, or else `at`."""
    timed = game.setup.time is not None and game.events
    return game.events[0].at or 0 if timed else at


def _replay(table: Table, game: Game, at: int) -> Iterator[None]:
    """Repeat at a table what happened in a game; a running clock is stopped."""
    opening = table.game.events
    if canonical(game.setup)[0] != table.game.setup or not _begins_with(game, opening):
        raise InvalidRecord("Game record: not begun as its card has it")
    for event in game.events[len(opening) :]:
        table.game.add(event)
        table.note(at if event.at is None else event.at)
        yield
    running = table.game.clock is not None and table.game.clock.since is not None
    if table.phase == "playing" and running:
        table.add(ClockSuspended(), at)
        table.game.pause(at=game.state.at or 0)
        table.note(at)


def _begins_with(game: Game, opening: tuple[Event, ...]) -> bool:
    begun = game.events[: len(opening)]
    if game.setup.time is None:
        begun = tuple(replace(event, at=None) for event in begun)
    return begun == opening


def _engine(level: int, side: Color | None) -> Seat:
    return Seat("engine", f"crownhead {level}", "engine", level, side)


def _seeds(terms: Terms) -> dict[str, str]:
    kinds = (("toss", terms.tossed), ("card", terms.drawn))
    return {kind: new_seed() for kind, wanted in kinds if wanted}
