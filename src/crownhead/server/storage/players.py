"""Players in the database: their names, their games, and what becomes of both."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, Text, and_, cast, delete, func, select, update

from crownhead.rules import Color
from crownhead.server.messages.views import PlayerKind
from crownhead.server.room.naming import apart
from crownhead.server.storage.access import Access
from crownhead.server.storage.database import put
from crownhead.server.storage.schema import (
    accounts,
    game_events,
    games,
    played_games,
    players,
    seats,
)
from crownhead.sides import other

SEATED = "seated"
PERSONAL = (SEATED, "contributed", "received")
"""The kinds of entries that name a player."""
NAMELESS = "Guest"
BYTES_OF_ENTRY = 60
"""What a row of a log takes besides its body."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player has said of himself."""

    name: str
    kind: PlayerKind


class PlayerStore:
    """Ask for players and their seats, and change them."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def profile_of(self, player: str) -> Profile | None:
        """Return what a player has said of himself, or None."""
        wanted = select(players.c.name, players.c.kind).where(players.c.id == player)
        rows = await self._access.rows(wanted)
        return Profile(rows[0].name, rows[0].kind) if rows else None

    async def rename(self, player: str, name: str, kind: PlayerKind, at: int) -> None:
        """Give a guest a name, and note whether it is a program."""
        said, first = {"name": name, "kind": kind}, {"created": at}
        await self._access.write(lambda c: put(c, players, {"id": player}, said, first))

    async def forget_player(self, player: str) -> None:
        """Forget the name of a player who has no account."""
        has = select(accounts.c.player).where(accounts.c.player == player).exists()
        gone = delete(players).where(players.c.id == player, ~has)
        await self._access.write(lambda connection: connection.execute(gone))

    async def all_games_of(self, player: str, *, ended: bool = False) -> list[str]:
        """Return the games in which a player has a seat, or those `ended` alone, oldest first."""
        wanted = _games_of(player, games.c.id).group_by(games.c.id, games.c.created)
        if ended:
            wanted = wanted.where(games.c.phase == "over")
        rows = await self._access.rows(wanted.order_by(games.c.created))
        return [str(row.id) for row in rows]

    async def partners_of(self, player: str) -> list[str]:
        """Return who has a seat in a game of a player, besides himself."""
        own = select(seats.c.game).where(seats.c.player == player)
        others = seats.c.player.not_in((player, "engine"))
        wanted = select(seats.c.player).where(seats.c.game.in_(own), others).distinct()
        return [str(row.player) for row in await self._access.rows(wanted)]

    async def erase(self, game: str, player: str) -> None:
        """Delete a game in which nobody else sits, or make the player nameless in it."""

        def change(connection: Connection) -> None:
            if _sitting(connection, game) <= {player, "engine"}:
                connection.execute(delete(games).where(games.c.id == game))
            else:
                nobody = f"x{secrets.token_hex(12)}"
                _reseat(connection, game, player, nobody, NAMELESS)

        await self._access.write(change)

    async def adopt(self, game: str, guest: str, player: str) -> bool:
        """Give a guest's seats in a game to another player, unless he sits there himself.

        Returns whether that was done.
        """

        def change(connection: Connection) -> bool:
            if player in _sitting(connection, game):
                return False
            _reseat(connection, game, guest, player)
            return True

        return await self._access.write(change)

    async def games_of(self, player: str, most: int) -> list[Row[Any]]:
        """Return id, phase and more of the games of a player, newest first."""
        columns = (games.c.id, games.c.phase, games.c.turn, games.c.result, games.c.created)
        wanted = _games_of(player, *columns).group_by(games.c.id)
        return await self._access.rows(wanted.order_by(games.c.changed.desc()).limit(most))

    async def open_games_of(self, player: str) -> int:
        """Return how many games of a player have not ended."""
        wanted = _games_of(player, func.count(games.c.id.distinct()))
        still = games.c.phase.in_(("waiting", "lots", "playing"))
        return int(await self._access.one(wanted.where(still)) or 0)

    async def games_kept_of(self, player: str) -> int:
        """Return how many games a player has a seat in."""
        wanted = select(func.count(seats.c.game.distinct())).where(seats.c.player == player)
        return int(await self._access.one(wanted) or 0)

    async def bytes_kept_of(self, player: str) -> int:
        """Return about how many bytes the logs of a player's games take."""
        body = func.length(cast(game_events.c.body, Text)) + BYTES_OF_ENTRY
        wanted = (
            select(func.sum(body))
            .join(seats, seats.c.game == game_events.c.game)
            .where(seats.c.player == player)
        )
        return int(await self._access.one(wanted) or 0)


def _games_of(player: str, *columns: Any) -> Select[Any]:
    """Return the question for columns of the games in which a player has a seat."""
    joined = select(*columns).join(seats, seats.c.game == games.c.id)
    return joined.where(seats.c.player == player)


def _sitting(connection: Connection, game: str) -> set[str]:
    """Return who has a seat in a game."""
    return {
        row.player for row in connection.execute(select(seats.c.player).where(seats.c.game == game))
    }


def _reseat(
    connection: Connection, game: str, player: str, other: str, name: str | None = None
) -> None:
    """Put another id, and perhaps name, in a player's place, in the seats and in the log."""
    mine = and_(seats.c.game == game, seats.c.player == player)
    connection.execute(update(seats).where(mine).values(player=other))
    own = and_(played_games.c.game == game, played_games.c.player == player)
    if name is None:
        connection.execute(update(played_games).where(own).values(player=other))
    else:  # he has none any more
        connection.execute(delete(played_games).where(own))
    theirs = and_(played_games.c.game == game, played_games.c.opponent == player)
    called = {} if name is None else {"name": name, "kind": "guest"}
    connection.execute(update(played_games).where(theirs).values(opponent=other, **called))
    asked = games.c.origin.startswith(f"{player}:")
    connection.execute(update(games).where(games.c.id == game, asked).values(origin=None))
    personal = and_(game_events.c.game == game, game_events.c.kind.in_(PERSONAL))
    if name is not None:
        _unname_first(connection, game, player, name)
    for row in connection.execute(select(game_events.c.seq, game_events.c.body).where(personal)):
        if row.body.get("player") == player:
            body = {**row.body, "player": other}
            if name is not None and "name" in body:
                body["name"] = name
            place = and_(game_events.c.game == game, game_events.c.seq == row.seq)
            connection.execute(update(game_events).where(place).values(body=body))


def _unname_first(connection: Connection, game: str, player: str, name: str) -> None:
    """Put another name in a player's place in what a second game holds of its match's first."""
    row = connection.execute(select(games.c.agreement).where(games.c.id == game)).first()
    agreement: dict[str, Any] = {} if row is None else row.agreement
    first = agreement.get("first")
    if first is None or (first.get("toss") or {}).get("players"):
        return  # a toss of before was between names: nobody could check it without them
    seated = and_(game_events.c.game == game, game_events.c.kind == SEATED)
    rows = [row.body for row in connection.execute(select(game_events.c.body).where(seated))]
    sides: list[Color] = [body["side"] for body in rows if body.get("player") == player]
    if len(sides) != 1:
        return
    before = other(sides[0])  # a second game has the sides swapped
    known = first["games"][0]
    called = {"white": known["white"], "black": known["black"], before: name}
    white, black = apart(called["white"], called["black"])
    new = {known["white"]: white, known["black"]: black}
    renamed = [{**known, "white": white, "black": black}, *first["games"][1:]]
    names = [new[each] for each in first["players"]]
    changed = {**agreement, "first": {**first, "games": renamed, "players": names}}
    connection.execute(update(games).where(games.c.id == game).values(agreement=changed))
