"""Games over days in the database: conditional moves, notes, leave."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from crownhead.rules import Color
from crownhead.server.room.terms import is_daily
from crownhead.server.storage.database import Database, put
from crownhead.server.storage.schema import games, leaves, notes, plans, seat_networks, seats
from crownhead.timecontrol import TimeControl

MOST_PLANNED = 1_000
"""Games looked through at once for an answer that is due, after a process has ended."""


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A plan as it lies in the database; `stamp` is its own."""

    side: Color
    player: str
    plan: dict[str, Any]
    stamp: str


@dataclass(frozen=True, slots=True)
class StoredLeave:
    """A leave of `days` whole days from `since`, which ended or ends at `until`."""

    player: str
    since: int
    days: int
    until: int


class LetterStore:
    """Ask the database about games over days, and change what it holds of them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Conditional moves

    async def plans(self, game: str) -> list[StoredPlan]:
        """Return the plans in a game, of both sides."""
        p = plans.c
        wanted = select(p.side, p.player, p.plan, p.stamp).where(p.game == game)
        return await self._database.read(lambda c: [StoredPlan(*row) for row in c.execute(wanted)])

    async def store_plan(self, game: str, side: Color, player: str, plan: dict[str, Any]) -> None:
        """Store a plan in place of the one before."""
        row = {"player": player, "plan": plan, "stamp": secrets.token_hex(8)}

        def change(connection: Connection) -> None:
            put(connection, plans, {"game": game, "side": side}, row)

        try:
            await self._database.write(change)
        except IntegrityError:
            await self._database.write(change)  # another request of his was first

    async def drop_plan(self, game: str, side: Color, stamp: str | None = None) -> None:
        """Delete a plan; where a stamp is given, only the plan with that stamp."""
        gone = delete(plans).where(plans.c.game == game, plans.c.side == side)
        if stamp is not None:
            gone = gone.where(plans.c.stamp == stamp)
        await self._write(gone)

    async def plans_to_move(self, after: str) -> list[str]:
        """Return games, from an id on, in which somebody has a plan and is to move.

        An answer may be due there, or waits for an offer to be answered.
        """
        wanted = (
            select(plans.c.game)
            .join(games, games.c.id == plans.c.game)
            .where(games.c.phase == "playing", games.c.turn == plans.c.side)
            .where(plans.c.game > after)
            .order_by(plans.c.game)
            .limit(MOST_PLANNED)
        )
        return await self._database.read(lambda c: [str(row.game) for row in c.execute(wanted)])

    # Where games are played from

    async def note_network(self, game: str, player: str, network: str, at: int) -> None:
        """Note from where somebody plays a game, in place of before."""
        row = {"network": network, "at": at}

        def change(connection: Connection) -> None:
            put(connection, seat_networks, {"game": game, "player": player}, row)

        try:
            await self._database.write(change)
        except IntegrityError:
            return  # another request of his was first, or the game is gone

    async def playing_from(self, network: str, player: str, most: int) -> list[str]:
        """Return running games over days that others than a player play from a network."""
        known = seat_networks.c
        wanted = (
            select(known.game)
            .join(games, games.c.id == known.game)
            .where(known.network == network, known.player != player, games.c.phase == "playing")
            .order_by(known.at.desc())
            .limit(most)
        )
        return await self._database.read(lambda c: [str(row.game) for row in c.execute(wanted)])

    async def close_game(self, game: str) -> None:
        """Delete what is kept of a game only while it runs: plans, and where it is played from."""

        def change(connection: Connection) -> None:
            for table in (plans, seat_networks):
                connection.execute(delete(table).where(table.c.game == game))

        await self._database.write(change)

    # Notes

    async def note(self, game: str, player: str) -> str:
        """Return a player's note on a game, empty where he has none."""
        wanted = select(notes.c.text).where(notes.c.game == game, notes.c.player == player)
        return await self._database.read(lambda c: str(c.execute(wanted).scalar() or ""))

    async def store_note(self, game: str, player: str, text: str, at: int) -> None:
        """Store a note in place of the one before; an empty one deletes it."""
        place = and_(notes.c.game == game, notes.c.player == player)

        def change(connection: Connection) -> None:
            connection.execute(delete(notes).where(place))
            if text:
                row = {"game": game, "player": player, "text": text, "at": at}
                connection.execute(insert(notes), row)

        try:
            await self._database.write(change)
        except IntegrityError:
            await self._database.write(change)

    # Leave

    async def leaves_of(self, player: str) -> list[StoredLeave]:
        """Return all leave that a player has taken, the first one first."""
        wanted = _leaves().where(leaves.c.player == player).order_by(leaves.c.number)
        return await self._database.read(lambda c: [StoredLeave(*row) for row in c.execute(wanted)])

    async def add_leave(self, known: int, leave: StoredLeave) -> bool:
        """Store a leave as number `known` of a player; return False if that number is taken."""
        values = {f: getattr(leave, f) for f in ("player", "since", "days", "until")}

        def change(connection: Connection) -> None:
            connection.execute(insert(leaves), {**values, "number": known, "told": False})

        try:
            await self._database.write(change)
        except IntegrityError:
            return False
        return True

    async def end_leave(self, leave: StoredLeave, days: int, at: int) -> None:
        """End a leave after so many days."""
        mine = and_(leaves.c.player == leave.player, leaves.c.since == leave.since)
        await self._write(update(leaves).where(mine).values(days=days, until=at, told=False))

    async def untold(self) -> list[str]:
        """Return players whose leave was taken or ended, and whose games may not know of it."""
        wanted = select(leaves.c.player).where(leaves.c.told.is_(False)).distinct()
        return await self._database.read(lambda c: [str(row.player) for row in c.execute(wanted)])

    async def tell_leave(self, player: str, until: int) -> None:
        """Note that the games of a player know until when he is on leave."""
        known = and_(leaves.c.player == player, leaves.c.until <= until)
        await self._write(update(leaves).where(known).values(told=True))

    async def leave_until(self, player: str, at: int = 0) -> int | None:
        """Return until when a player is on leave, None if he is not after a time."""
        wanted = select(func.max(leaves.c.until)).where(
            leaves.c.player == player, leaves.c.until > at
        )
        found = await self._database.read(lambda c: c.execute(wanted).scalar())
        return None if found is None else int(found)

    # Games and players

    async def playing(self, player: str) -> list[str]:
        """Return the games over days that a player is in the middle of."""
        own = select(seats.c.game).where(seats.c.player == player)
        wanted = select(games.c.id, games.c.agreement).where(
            games.c.id.in_(own), games.c.phase == "playing"
        )

        def ask(connection: Connection) -> list[str]:
            found = connection.execute(wanted)
            return [str(row.id) for row in found if _is_daily(row.agreement)]

        return await self._database.read(ask)

    async def personal_data(self, player: str) -> list[dict[str, Any]]:
        """Return what is kept of a player: plans, notes, leave, when he was seen in games."""
        p, n, w = plans.c, notes.c, seat_networks.c
        planned = select(p.game, p.side, p.plan).where(p.player == player).order_by(p.game)
        noted = select(n.game, n.text, n.at).where(n.player == player).order_by(n.game)
        taken = _leaves().where(leaves.c.player == player).order_by(leaves.c.number)
        seen = select(w.game, w.network, w.at).where(w.player == player).order_by(w.game)
        kinds = (("plan", planned), ("note", noted), ("leave", taken), ("seen", seen))

        def ask(connection: Connection) -> list[dict[str, Any]]:
            found: list[dict[str, Any]] = []
            for kind, wanted in kinds:
                for row in connection.execute(wanted):
                    values = dict(row._mapping.items())
                    values.pop("player", None)
                    found.append({kind: values})
            return found

        return await self._database.read(ask)

    async def adopt(self, guest: str, player: str) -> None:
        """Give what is kept of a guest to a player, where he has not the same already."""

        def change(connection: Connection) -> None:
            connection.execute(update(plans).where(plans.c.player == guest).values(player=player))
            connection.execute(delete(seat_networks).where(seat_networks.c.player == guest))
            own = select(notes.c.game).where(notes.c.player == player)
            moved = and_(notes.c.player == guest, notes.c.game.not_in(own))
            connection.execute(update(notes).where(moved).values(player=player))
            connection.execute(delete(notes).where(notes.c.player == guest))
            known = connection.execute(
                select(func.max(leaves.c.number)).where(leaves.c.player == player)
            ).scalar()
            shift = 0 if known is None else int(known) + 1
            theirs = leaves.c.player == guest
            values = {"player": player, "number": leaves.c.number + shift}
            connection.execute(update(leaves).where(theirs).values(**values))

        await self._database.write(change)

    async def forget(self, player: str) -> None:
        """Delete what is kept of a player."""

        def change(connection: Connection) -> None:
            for table in (plans, notes, leaves, seat_networks):
                connection.execute(delete(table).where(table.c.player == player))

        await self._database.write(change)

    async def _write(self, changed: Any) -> None:
        await self._database.write(lambda connection: connection.execute(changed))


def _is_daily(agreement: dict[str, Any]) -> bool:
    time = agreement["setup"].get("time")
    return time is not None and is_daily(TimeControl.from_dict(time))


def _leaves() -> Any:
    return select(leaves.c.player, leaves.c.since, leaves.c.days, leaves.c.until)
