"""What players say to each other, in the database."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Exists,
    ScalarSelect,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from crownhead.server.storage.database import Database
from crownhead.server.storage.deeds import write_down
from crownhead.server.storage.schema import (
    accounts,
    blocks,
    deeds,
    mutes,
    players,
    said,
    talk_off,
    talk_reports,
)

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
class StoredTalk:
    """What a player hears in a game, and what he may say.

    `muted` is until when he may not, `warned` when a moderator last warned him.
    """

    said: tuple[StoredSaid, ...]
    off: bool
    blocked: bool
    account: bool
    muted: int | None
    warned: int | None


class Spoken(NamedTuple):
    """The number of something said, and whether the other hears it."""

    id: int
    heard: bool


Hindrance = Literal["muted", "guest", "off"]
"""Why something is not said: a moderator's word, no account, or texts are off or too many."""


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report that nobody has decided about yet, and what there is to know for it.

    `trail` is what moderators did about the author before: when, what, and more of it.
    """

    id: int
    game: str
    said: int
    by: str
    author: str
    ground: Any
    at: int
    name: str
    around: tuple[StoredSaid, ...]
    trail: tuple[tuple[int, str, str], ...]


class TalkStore:
    """Ask the database what was said, and change it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def talk(
        self, game: str, player: str, other: str, after: int, at: int, since: int
    ) -> StoredTalk:
        """Return the last things said in a game, the oldest first, and what can be said now.

        A warning is one that was given after `since`.
        """
        wanted = _select_said().where(said.c.game == game, said.c.id > after, _is_heard_by(player))
        last = wanted.order_by(said.c.id.desc()).limit(MOST_SHOWN)
        asked = select(
            select(talk_off.c.game).where(talk_off.c.game == game).exists().label("off"),
            _blocks(player, other).label("blocked"),
            select(accounts.c.player).where(accounts.c.player == player).exists().label("account"),
            _select_muted(player, at).label("muted"),
            _select_warned(player, since).label("warned"),
        )

        def ask(connection: Connection) -> StoredTalk:
            row = connection.execute(asked).one()
            found = [StoredSaid(*each) for each in connection.execute(last)][::-1]
            kept = (each for each in found if not row.blocked or each.player != other)
            return StoredTalk(said=tuple(kept), **row._mapping)

        return await self._database.read(ask)

    async def one(self, game: str, id: int) -> StoredSaid | None:
        """Return one thing said in a game that both have heard, or None."""
        wanted = _select_said().where(said.c.game == game, said.c.id == id, said.c.heard.is_(True))

        def ask(connection: Connection) -> StoredSaid | None:
            row = connection.execute(wanted).first()
            return None if row is None else StoredSaid(*row)

        return await self._database.read(ask)

    async def say(self, game: str, other: str, row: dict[str, Any]) -> Spoken | Hindrance:
        """Store something said to another; return what hinders it.

        Who is blocked speaks as always, and is not heard.
        """
        player, text = row["player"], row["text"]
        counted = select(func.count()).where(said.c.game == game, said.c.player == player)
        asked = select(
            select(talk_off.c.game).where(talk_off.c.game == game).exists().label("off"),
            _blocks(other, player).label("blocked"),
            select(accounts.c.player).where(accounts.c.player == player).exists().label("account"),
            _select_muted(player, row["at"]).label("muted"),
            counted.scalar_subquery().label("number"),
        )

        def change(connection: Connection) -> Spoken | Hindrance:
            known = connection.execute(asked).one()
            if known.muted is not None:
                return "muted"
            if text and not known.account:
                return "guest"
            if known.number >= MOST_SAID or (text and known.off):
                return "off"
            values = {"game": game, "heard": not known.blocked, **row}
            made = connection.execute(insert(said).returning(said.c.id), values)
            return Spoken(int(made.scalar_one()), not known.blocked)

        return await self._database.write(change)

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

    # Reports

    async def report(self, row: dict[str, Any], most: int) -> bool:
        """Store a report; a second one of the same by the same player changes nothing.

        Return False where so many of his are undecided that it is not stored.
        """
        r = talk_reports.c
        mine = select(func.count()).where(r.by == row["by"], r.verdict.is_(None))
        there = select(r.id).where(r.said == row["said"], r.by == row["by"])

        def change(connection: Connection) -> bool:
            if connection.execute(there).first() is not None:
                return True
            if connection.execute(mine).scalar_one() >= most:
                return False
            connection.execute(insert(talk_reports), row)
            return True

        try:
            return await self._database.write(change)
        except IntegrityError:
            return True  # another request of his was first, or it is gone

    async def open_reports(self, most: int, but: str) -> list[StoredReport]:
        """Return reports that nobody has decided about, the oldest first, none about one player."""
        r, d, n = talk_reports.c, deeds.c, players.c
        wanted = (
            select(r.id, r.game, r.said, r.by, r.author, r.ground, r.at, n.name)
            .outerjoin(players, n.id == r.author)
            .where(r.verdict.is_(None), r.author != but)
            .order_by(r.id)
            .limit(most)
        )

        def ask(connection: Connection) -> list[StoredReport]:
            found = []
            trails: dict[str, tuple[tuple[int, str, str], ...]] = {}
            for row in connection.execute(wanted).fetchall():
                if row.author not in trails:
                    done = select(d.at, d.deed, d.detail).where(d.player == row.author)
                    rows = connection.execute(done.order_by(d.id))
                    trails[row.author] = tuple((each.at, each.deed, each.detail) for each in rows)
                around = tuple(_around(connection, row.game, row.said))
                found.append(StoredReport(*row[:7], row.name or "", around, trails[row.author]))
            return found

        return await self._database.read(ask)

    async def decide(self, id: int, actor: str, verdict: str, until: int, at: int) -> bool:
        """Decide about a report, and write down who did; return False if somebody has already.

        Nobody decides about what he has said himself. A mute makes none shorter.
        """
        r = talk_reports.c
        open_one = and_(r.id == id, r.verdict.is_(None), r.author != actor)

        def change(connection: Connection) -> bool:
            found = connection.execute(select(r.author, r.game, r.ground).where(open_one)).first()
            decided = update(talk_reports).where(open_one).values(verdict=verdict, decided=at)
            if found is None or not connection.execute(decided).rowcount:
                return False
            if verdict == "mute":
                known = select(mutes.c.until).where(mutes.c.player == found.author)
                longest = max(until, connection.execute(known).scalar() or 0)
                connection.execute(delete(mutes).where(mutes.c.player == found.author))
                connection.execute(insert(mutes), {"player": found.author, "until": longest})
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

    async def personal_data(self, player: str) -> list[dict[str, Any]]:
        """Return what a player has said, reported and whom he has blocked."""
        s, r = said.c, talk_reports.c
        spoken = select(s.game, s.phrase, s.text, s.at).where(s.player == player).order_by(s.id)
        told = select(r.game, r.ground, r.at).where(r.by == player).order_by(r.id)
        counted = select(func.count()).where(blocks.c.player == player)
        muted = select(mutes.c.until).where(mutes.c.player == player)

        def ask(connection: Connection) -> list[dict[str, Any]]:
            found = [{"said": dict(row._mapping)} for row in connection.execute(spoken)]
            found += [{"complaint": dict(row._mapping)} for row in connection.execute(told)]
            for kind, wanted in (("blocks", counted), ("muted", muted)):
                number = connection.execute(wanted).scalar()
                found += [{kind: number}] if number else []
            return found

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
            connection.execute(delete(blocks).where(blocks.c.player == blocks.c.other))
            # A mute is the person's, whatever he calls himself.
            until = select(func.max(mutes.c.until)).where(mutes.c.player.in_((guest, player)))
            found = connection.execute(until).scalar()
            if found is not None:
                connection.execute(delete(mutes).where(mutes.c.player.in_((guest, player))))
                connection.execute(insert(mutes), {"player": player, "until": found})

        await self._database.write(change)

    async def forget(self, player: str) -> None:
        """Delete what a player has said; what was reported stays, nameless, until it is decided.

        What moderators did about him stays without his name, too. A mute stays until it is over, or
        a guest could speak again by the same cookie.
        """
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
            done = and_(deeds.c.player == player, deeds.c.deed.startswith("talk_"))
            connection.execute(update(deeds).where(done).values(player=nobody))

        await self._database.write(change)

    async def _insert(self, table: Any, row: dict[str, Any]) -> None:
        def change(connection: Connection) -> None:
            connection.execute(insert(table), row)

        try:
            await self._database.write(change)
        except IntegrityError:
            return  # it stands there already


def _select_said() -> Any:
    s = said.c
    return select(s.id, s.player, s.side, s.phrase, s.text, s.at)


def _is_heard_by(player: str) -> ColumnElement[bool]:
    return or_(said.c.heard.is_(True), said.c.player == player)


def _blocks(player: str, other: str) -> Exists:
    """Return the question whether a player wants to hear nothing of another."""
    mine = and_(blocks.c.player == player, blocks.c.other == other)
    return select(blocks.c.player).where(mine).exists()


def _select_muted(player: str, at: int) -> ScalarSelect[Any]:
    """Return the question until when a player says nothing."""
    mine = and_(mutes.c.player == player, mutes.c.until > at)
    return select(mutes.c.until).where(mine).scalar_subquery()


def _select_warned(player: str, since: int) -> ScalarSelect[Any]:
    """Return the question when a player was last warned for what he said, since a time."""
    d = deeds.c
    mine = and_(d.player == player, d.deed == "talk_warn", d.at >= since)
    return select(func.max(d.at)).where(mine).scalar_subquery()


def _around(connection: Connection, game: str, id: int) -> Iterator[StoredSaid]:
    """Yield what was said around one thing, the oldest first."""
    of_game = said.c.game == game
    before = _select_said().where(of_game, said.c.id <= id).order_by(said.c.id.desc())
    after = _select_said().where(of_game, said.c.id > id).order_by(said.c.id)
    first = [StoredSaid(*row) for row in connection.execute(before.limit(AROUND + 1))]
    yield from first[::-1]
    for row in connection.execute(after.limit(AROUND)):
        yield StoredSaid(*row)
