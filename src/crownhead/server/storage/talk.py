"""What players say to each other, in the database."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from crownhead.server.storage.accounts import write_down
from crownhead.server.storage.database import Database
from crownhead.server.storage.schema import blocks, deeds, mutes, said, talk_off, talk_reports

MOST_SHOWN = 200
"""Things said in a game that are shown, the last ones."""
MOST_SAID = 500
"""And that can be said by one player in one game."""
AROUND = 10
"""Things said before and after a reported one that a moderator sees."""


@dataclass(frozen=True, slots=True)
class StoredSaid:
    """One thing that was said."""

    id: int
    player: str
    side: Any
    phrase: Any
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report that nobody has decided about yet."""

    id: int
    game: str
    said: int
    by: str
    author: str
    ground: Any
    at: int


class TalkStore:
    """Ask the database what was said, and change it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def said_in(self, game: str, after: int = 0) -> list[StoredSaid]:
        """Return the last things said in a game, the oldest first."""
        wanted = _said().where(said.c.game == game, said.c.id > after)
        last = wanted.order_by(said.c.id.desc()).limit(MOST_SHOWN)

        def ask(connection: Connection) -> list[StoredSaid]:
            return [StoredSaid(*row) for row in connection.execute(last)][::-1]

        return await self._database.read(ask)

    async def one(self, game: str, id: int) -> StoredSaid | None:
        """Return one thing said in a game, or None."""
        wanted = _said().where(said.c.game == game, said.c.id == id)

        def ask(connection: Connection) -> StoredSaid | None:
            row = connection.execute(wanted).first()
            return None if row is None else StoredSaid(*row)

        return await self._database.read(ask)

    async def say(self, game: str, row: dict[str, Any]) -> int | None:
        """Store something said; return its id, None where the player has said too much.

        Texts are stored only where nobody has switched them off meanwhile: then, too, None.
        """
        counted = select(func.count()).where(said.c.game == game, said.c.player == row["player"])
        off = select(talk_off.c.game).where(talk_off.c.game == game)

        def change(connection: Connection) -> int | None:
            if (connection.execute(counted).scalar() or 0) >= MOST_SAID:
                return None
            if row["text"] and connection.execute(off).first() is not None:
                return None
            made = connection.execute(insert(said).returning(said.c.id), {"game": game, **row})
            return int(made.scalar_one())

        return await self._database.write(change)

    async def is_off(self, game: str) -> bool:
        """Return whether texts are switched off in a game."""
        wanted = select(talk_off.c.game).where(talk_off.c.game == game)
        return await self._database.read(lambda c: c.execute(wanted).first() is not None)

    async def switch_off(self, game: str, at: int) -> None:
        """Switch texts off in a game, for good."""
        await self._insert(talk_off, {"game": game, "at": at})

    async def has_blocked(self, player: str, other: str) -> bool:
        """Return whether a player wants to hear nothing of another."""
        wanted = select(blocks.c.player).where(blocks.c.player == player, blocks.c.other == other)
        return await self._database.read(lambda c: c.execute(wanted).first() is not None)

    async def block(self, player: str, other: str) -> None:
        """Note that a player wants to hear nothing of another."""
        await self._insert(blocks, {"player": player, "other": other})

    async def unblock(self, player: str, other: str) -> None:
        """Note that a player hears another again."""
        gone = delete(blocks).where(blocks.c.player == player, blocks.c.other == other)
        await self._database.write(lambda connection: connection.execute(gone))

    async def muted_until(self, player: str, at: int) -> int | None:
        """Return until when a player says nothing, None if he may speak."""
        wanted = select(mutes.c.until).where(mutes.c.player == player, mutes.c.until > at)
        found = await self._database.read(lambda c: c.execute(wanted).scalar())
        return None if found is None else int(found)

    # Reports

    async def report(self, row: dict[str, Any]) -> None:
        """Store a report; a second one of the same by the same player changes nothing."""
        await self._insert(talk_reports, row)

    async def open_reports(self, most: int) -> list[StoredReport]:
        """Return reports that nobody has decided about, the oldest first."""
        r = talk_reports.c
        wanted = (
            select(r.id, r.game, r.said, r.by, r.author, r.ground, r.at)
            .where(r.verdict.is_(None))
            .order_by(r.id)
            .limit(most)
        )
        return await self._database.read(
            lambda c: [StoredReport(*row) for row in c.execute(wanted)]
        )

    async def around(self, game: str, id: int) -> list[StoredSaid]:
        """Return what was said around one thing, the oldest first."""
        of_game = said.c.game == game
        before = _said().where(of_game, said.c.id <= id).order_by(said.c.id.desc())
        after = _said().where(of_game, said.c.id > id).order_by(said.c.id)

        def ask(connection: Connection) -> list[StoredSaid]:
            first = [StoredSaid(*row) for row in connection.execute(before.limit(AROUND + 1))]
            return first[::-1] + [
                StoredSaid(*row) for row in connection.execute(after.limit(AROUND))
            ]

        return await self._database.read(ask)

    async def trail(self, player: str) -> list[str]:
        """Return what moderators did about a player: when, what, and more of it."""
        d = deeds.c
        wanted = select(d.at, d.deed, d.detail).where(d.player == player).order_by(d.id)
        return await self._database.read(
            lambda c: [f"{row.at} {row.deed} {row.detail}".strip() for row in c.execute(wanted)]
        )

    async def decide(self, id: int, actor: str, verdict: str, until: int, at: int) -> bool:
        """Decide about a report, and write down who did; return False if somebody has already."""
        r = talk_reports.c
        open_one = and_(r.id == id, r.verdict.is_(None))

        def change(connection: Connection) -> bool:
            found = connection.execute(select(r.author, r.game, r.ground).where(open_one)).first()
            decided = update(talk_reports).where(open_one).values(verdict=verdict, decided=at)
            if found is None or not connection.execute(decided).rowcount:
                return False
            if verdict == "mute":
                connection.execute(delete(mutes).where(mutes.c.player == found.author))
                connection.execute(insert(mutes), {"player": found.author, "until": until})
            write_down(
                connection,
                actor,
                f"talk_{verdict}",
                found.author,
                f"{found.game} {found.ground}",
                at,
            )
            return True

        return await self._database.write(change)

    # What is kept

    async def prune(self, before: int) -> None:
        """Delete what was said before a time, unless it was reported and not decided since."""
        r = talk_reports.c
        kept = select(r.said).where(or_(r.verdict.is_(None), r.decided >= before))
        old_said = delete(said).where(said.c.at < before, said.c.id.not_in(kept))
        old_reports = delete(talk_reports).where(r.verdict.is_not(None), r.decided < before)

        def change(connection: Connection) -> None:
            connection.execute(old_said)
            connection.execute(old_reports)
            connection.execute(delete(mutes).where(mutes.c.until < before))

        await self._database.write(change)

    async def kept_of(self, player: str) -> list[dict[str, Any]]:
        """Return what a player has said, reported and whom he has blocked."""
        s, r = said.c, talk_reports.c
        spoken = select(s.game, s.phrase, s.text, s.at).where(s.player == player).order_by(s.id)
        told = select(r.game, r.ground, r.at).where(r.by == player).order_by(r.id)
        counted = select(func.count()).where(blocks.c.player == player)

        def ask(connection: Connection) -> list[dict[str, Any]]:
            found = [{"said": dict(row._mapping)} for row in connection.execute(spoken)]
            found += [{"complaint": dict(row._mapping)} for row in connection.execute(told)]
            number = connection.execute(counted).scalar() or 0
            return [*found, {"blocks": number}] if number else found

        return await self._database.read(ask)

    async def adopt(self, guest: str, player: str) -> None:
        """Give what is kept of a guest to a player."""

        def change(connection: Connection) -> None:
            for column in (said.c.player, talk_reports.c.author):
                table = column.table
                moved = update(table).where(column == guest).values({column.name: player})
                connection.execute(moved)
            theirs = select(talk_reports.c.said).where(talk_reports.c.by == player)
            connection.execute(
                update(talk_reports)
                .where(talk_reports.c.by == guest, talk_reports.c.said.not_in(theirs))
                .values(by=player)
            )
            for mine, them in (
                (blocks.c.player, blocks.c.other),
                (blocks.c.other, blocks.c.player),
            ):
                known = select(them).where(mine == player)
                connection.execute(
                    update(blocks)
                    .where(mine == guest, them.not_in(known))
                    .values({mine.name: player})
                )
                connection.execute(delete(blocks).where(mine == guest))
            # A mute is the person's, whatever he calls himself.
            until = select(func.max(mutes.c.until)).where(mutes.c.player.in_((guest, player)))
            found = connection.execute(until).scalar()
            if found is not None:
                connection.execute(delete(mutes).where(mutes.c.player.in_((guest, player))))
                connection.execute(insert(mutes), {"player": player, "until": found})

        await self._database.write(change)

    async def forget(self, player: str) -> None:
        """Delete what a player has said; what is reported stays until it is decided, nameless."""
        nobody = f"x{secrets.token_hex(12)}"
        r = talk_reports.c

        def change(connection: Connection) -> None:
            kept = select(r.said).where(r.verdict.is_(None))
            mine = said.c.player == player
            connection.execute(delete(said).where(mine, said.c.id.not_in(kept)))
            connection.execute(update(said).where(mine).values(player=nobody))
            for column in (r.by, r.author):
                changed = update(talk_reports).where(column == player)
                connection.execute(changed.values({column.name: nobody}))
            connection.execute(
                delete(blocks).where(or_(blocks.c.player == player, blocks.c.other == player))
            )
            connection.execute(delete(mutes).where(mutes.c.player == player))

        await self._database.write(change)

    async def _insert(self, table: Any, row: dict[str, Any]) -> None:
        def change(connection: Connection) -> None:
            connection.execute(insert(table), row)

        try:
            await self._database.write(change)
        except IntegrityError:
            return  # it stands there already


def _said() -> Any:
    s = said.c
    return select(s.id, s.player, s.side, s.phrase, s.text, s.at)
