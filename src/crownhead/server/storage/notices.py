"""What players are to be told, by which ways, and where it goes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    SmallInteger,
    String,
    and_,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from crownhead.server.room.notices import LAST_DAY, Notice, NoticeKind
from crownhead.server.storage.database import Database, put
from crownhead.server.storage.schema import (
    accounts,
    games,
    mail_addresses,
    notice_choices,
    notice_marks,
    notices,
    players,
    push_subscriptions,
    server_keys,
    sessions,
)
from crownhead.server.storage.sessions import hold_session

ALL: tuple[NoticeKind, ...] = ("turn", "deadline", "challenge", "round", "starts")
PAGE, MAIL, PUSH = "page", "mail", "push "
"""Targets; after the last one stands the id of a subscription."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Of what an account is told by each way."""

    page: tuple[NoticeKind, ...] = ALL
    push: tuple[NoticeKind, ...] = ALL
    mail: tuple[NoticeKind, ...] = ("deadline", "challenge", "round")


@dataclass(frozen=True, slots=True)
class Queued:
    """A notice on its way: to be told from `due` on, for the `tries` + first time."""

    id: int
    player: str
    kind: NoticeKind
    game: str | None
    event: str | None
    target: str
    tries: int
    at: int

    @property
    def notice(self) -> Notice:
        """Return what is told."""
        return Notice(self.player, self.kind, self.game, self.event)


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that shows messages of the server."""

    id: str
    player: str
    session: str
    endpoint: str
    p256dh: str
    auth: str
    device: str
    language: str
    created: int


@dataclass(frozen=True, slots=True)
class MailAddress:
    """Where an account gets mail, and the address it wants to have confirmed until a time."""

    player: str
    address: str | None
    wanted: str | None
    until: int
    asked: int
    stop: str
    language: str
    day: int
    sent: int


class NewTarget(NamedTuple):
    """A way by which a notice goes, and from when on; None: it is there to be looked at."""

    target: str
    due: int | None


_QUEUED = [notices.c[name] for name in Queued.__slots__]
_SUBSCRIPTION = [push_subscriptions.c[name] for name in Subscription.__slots__]
_ADDRESS = [mail_addresses.c[name] for name in MailAddress.__slots__]


def queue(connection: Connection, told: Iterable[Notice], due: int) -> None:
    """Queue notices for those who have an account of their own; what was said before is void."""
    for each in told:
        known = notices.c
        about = known.event == each.event if each.game is None else known.game == each.game
        same = (known.player == each.player, known.kind == each.kind, about)
        connection.execute(delete(notices).where(*same))
        row = {
            "player": literal(each.player, String),
            "kind": literal(each.kind, String),
            "game": literal(each.game, String),
            "event": literal(each.event, String),
            "target": literal("", String),
            "due": literal(due, BigInteger),
            "tries": literal(0, SmallInteger),
            "at": literal(due, BigInteger),
        }
        person = (players.c.id == accounts.c.player, players.c.kind != "bot")
        values: list[Any] = list(row.values())
        whose = select(*values).join_from(accounts, players, person[0])
        whose = whose.where(accounts.c.player == each.player, person[1])
        connection.execute(insert(notices).from_select(list(row), whose))


class NoticeStore:
    """Keep what is to be told, and by which ways."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # On their way

    async def queue(self, told: Sequence[Notice], due: int) -> None:
        """Queue notices."""
        await self._database.write(lambda connection: queue(connection, told, due))

    async def claim(self, now: int, lease: int, most: int) -> list[Queued]:
        """Return what is due, the oldest first; nobody else gets it before the lease is over."""
        wanted = select(*_QUEUED).where(notices.c.due <= now).order_by(notices.c.due).limit(most)

        def change(connection: Connection) -> list[Queued]:
            rows = connection.execute(wanted.with_for_update(skip_locked=True)).fetchall()
            ids = [row.id for row in rows]
            taken = update(notices).where(notices.c.id.in_(ids)).values(due=now + lease)
            connection.execute(taken)
            return [Queued(*row) for row in rows]

        waits = select(notices.c.id).where(notices.c.due <= now).limit(1)
        if await self._database.read(lambda c: c.execute(waits).first()) is None:
            return []
        return await self._database.write(change)

    async def spread(self, notice: Queued, targets: Sequence[NewTarget]) -> None:
        """Put in a notice's place one for each way by which it goes."""
        about = {"game": notice.game, "event": notice.event}
        row = {"player": notice.player, "kind": notice.kind, **about, "tries": 0}
        rows = [{**row, "target": t, "due": due, "at": notice.at} for t, due in targets]

        def change(connection: Connection) -> None:
            gone = delete(notices).where(notices.c.id == notice.id)
            if connection.execute(gone).rowcount and rows:
                connection.execute(insert(notices), rows)

        try:
            await self._database.write(change)
        except IntegrityError:
            return  # the same is on its way already, or the game or the event is gone

    async def drop(self, id: int) -> None:
        """Forget a notice: it was told, or holds no more."""
        await self._database.write(lambda c: c.execute(delete(notices).where(notices.c.id == id)))

    async def try_again(self, notice: Queued, due: int) -> None:
        """Postpone a notice that could not be sent now."""
        later = update(notices).where(notices.c.id == notice.id)
        values = {"due": due, "tries": notice.tries + 1}
        await self._database.write(lambda c: c.execute(later.values(**values)))

    async def on_page(self, player: str, most: int) -> list[Queued]:
        """Return what a player's page shows, the newest first."""
        mine = select(*_QUEUED).where(notices.c.player == player, notices.c.target == PAGE)
        wanted = mine.order_by(notices.c.at.desc()).limit(most)
        return await self._database.read(lambda c: [Queued(*row) for row in c.execute(wanted)])

    async def falling(self, least: int, most: int, count: int) -> list[tuple[str, int]]:
        """Return games whose clock falls between two times, and that nobody has looked at since."""
        marked = exists().where(
            notice_marks.c.game == games.c.id, notice_marks.c.falls == games.c.due
        )
        due = (games.c.due > least, games.c.due <= most)
        running = select(games.c.id, games.c.due).where(*due, games.c.clocked, ~marked)
        wanted = running.order_by(games.c.due).limit(count)
        return await self._database.read(
            lambda c: [(str(row.id), int(row.due)) for row in c.execute(wanted)]
        )

    async def mark(
        self, game: str, falls: int, told: Sequence[Notice], due: int, *, began: int
    ) -> None:
        """Note that a game was looked at, and queue what follows; once, whoever is faster.

        `began` is when the turn did: a clock that was stopped in its last day falls later, and
        tells nothing anew.
        """

        def change(connection: Connection) -> None:
            mine = notice_marks.c.game == game
            known = connection.execute(select(notice_marks.c.falls).where(mine).with_for_update())
            row = known.first()
            if row is None:
                connection.execute(insert(notice_marks), {"game": game, "falls": falls})
            elif row.falls == falls:
                return
            else:
                connection.execute(update(notice_marks).where(mine).values(falls=falls))
                if row.falls - LAST_DAY >= began:
                    return
            queue(connection, told, due)

        try:
            await self._database.write(change)
        except IntegrityError:
            return  # another process has noted it, or the game is gone

    async def prune(self, before: int) -> None:
        """Forget what is older, and subscriptions of sessions that have ended."""

        def change(connection: Connection) -> None:
            connection.execute(delete(notices).where(notices.c.at < before))
            live = select(sessions.c.digest)
            gone = delete(push_subscriptions).where(push_subscriptions.c.session.not_in(live))
            connection.execute(gone)

        await self._database.write(change)

    # By which ways

    async def ways(self, player: str) -> Ways:
        """Return of what an account is told by each way."""
        known = notice_choices.c
        wanted = select(known.page, known.push, known.mail).where(known.player == player)

        def ask(connection: Connection) -> Ways:
            row = connection.execute(wanted).first()
            return Ways() if row is None else Ways(*(_kinds(each) for each in row))

        return await self._database.read(ask)

    async def quiet(self, wanted: Sequence[str], kind: NoticeKind) -> set[str]:
        """Return who of these players is not told of a kind by the page."""
        known = notice_choices.c
        found: set[str] = set()
        for first in range(0, len(wanted), 500):
            mine = known.player.in_(wanted[first : first + 500])
            some = select(known.player, known.page).where(mine)
            found |= await self._database.read(partial(_players_without, wanted=some, kind=kind))
        return found

    async def choose(self, player: str, ways: Ways) -> None:
        """Keep of what an account is told by each way."""
        row = {name: list(getattr(ways, name)) for name in Ways.__slots__}

        def change(connection: Connection) -> None:
            known = select(accounts.c.player).where(accounts.c.player == player).with_for_update()
            if connection.execute(known).first() is None:
                return
            put(connection, notice_choices, {"player": player}, row)

        await self._database.write(change)

    # Browsers

    async def subscribe(self, one: Subscription, digest: str, most: int) -> None:
        """Keep a browser's subscription, in place of the oldest where there are too many.

        One browser is one, whoever has signed in there. Raises `SessionGone`.
        """
        row = {name: getattr(one, name) for name in Subscription.__slots__}

        def change(connection: Connection) -> None:
            hold_session(connection, one.session, one.player, 0)
            known = push_subscriptions.c
            connection.execute(delete(push_subscriptions).where(known.digest == digest))
            mine = select(known.id).where(known.player == one.player)
            ids = [row.id for row in connection.execute(mine.order_by(known.created.desc()))]
            connection.execute(delete(push_subscriptions).where(known.id.in_(ids[most - 1 :])))
            connection.execute(insert(push_subscriptions), {**row, "digest": digest})

        await self._database.write(change)

    async def subscriptions(self, player: str) -> list[Subscription]:
        """Return the browsers of an account that are signed in, the newest first."""
        wanted = (
            select(*_SUBSCRIPTION)
            .join(sessions, sessions.c.digest == push_subscriptions.c.session)
            .where(push_subscriptions.c.player == player, sessions.c.player == player)
            .order_by(push_subscriptions.c.created.desc())
        )
        return await self._database.read(
            lambda c: [Subscription(*row) for row in c.execute(wanted)]
        )

    async def count_subscriptions(self) -> int:
        """Return how many browsers get messages, those of all accounts."""
        wanted = select(func.count()).select_from(push_subscriptions)
        return await self._database.read(lambda c: int(c.execute(wanted).scalar_one()))

    async def unsubscribe(self, player: str, id: str) -> None:
        """Forget a browser's subscription, if it is there."""
        known = push_subscriptions.c
        gone = delete(push_subscriptions).where(known.id == id, known.player == player)
        await self._database.write(lambda connection: connection.execute(gone))

    async def server_key(self, name: str) -> str | None:
        """Return a key of the server as it lies sealed, or None."""
        wanted = select(server_keys.c.sealed).where(server_keys.c.name == name)
        return await self._database.read(lambda c: c.execute(wanted).scalar())

    async def put_server_key(self, name: str, before: str | None, sealed: str) -> None:
        """Keep a key of the server in place of one that nobody can read any more.

        Subscriptions of the one before are void. Where another process was faster, its key stays.
        """

        def change(connection: Connection) -> None:
            if before is None:
                connection.execute(insert(server_keys), {"name": name, "sealed": sealed})
                return
            place = and_(server_keys.c.name == name, server_keys.c.sealed == before)
            if connection.execute(update(server_keys).where(place).values(sealed=sealed)).rowcount:
                connection.execute(delete(push_subscriptions))

        try:
            await self._database.write(change)
        except IntegrityError:
            return

    # Mail

    async def mail_address(self, player: str) -> MailAddress | None:
        """Return where an account gets mail, or None."""
        return await self._address(mail_addresses.c.player == player)

    async def want_address(self, wish: MailAddress, code: str, session: str, fresh: int) -> None:
        """Keep an address until it is confirmed by a code, given by its hash.

        Raises `SessionGone` unless the session has shown a credential since `fresh`.
        """
        values = {
            "wanted": wish.wanted,
            "code": code,
            "until": wish.until,
            "asked": wish.asked,
            "language": wish.language,
        }

        def change(connection: Connection) -> None:
            hold_session(connection, session, wish.player, fresh)
            first = {"address": None, "stop": wish.stop, "day": 0, "sent": 0}
            put(connection, mail_addresses, {"player": wish.player}, values, first)

        await self._database.write(change)

    async def count_wanted(self, address: str, since: int) -> int:
        """Return how many accounts have asked for an address since a time."""
        known = mail_addresses.c
        wanted = select(func.count()).where(known.wanted == address, known.asked >= since)
        return await self._database.read(lambda c: int(c.execute(wanted).scalar_one()))

    async def confirm(self, code: str, now: int) -> str | None:
        """Confirm an address by the hash of its code, once; return whose it is, or None."""
        known = mail_addresses.c

        def change(connection: Connection) -> str | None:
            valid = (known.code == code, known.until > now, known.wanted.is_not(None))
            row = connection.execute(select(known.player).where(*valid).with_for_update()).first()
            if row is None:
                return None
            taken = {"address": known.wanted, "wanted": None, "code": None}
            connection.execute(update(mail_addresses).where(*valid).values(taken))
            return str(row.player)

        return await self._database.write(change)

    async def remove_address(self, player: str, session: str, fresh: int) -> None:
        """Forget an account's address. Raises `SessionGone` as `want_address` does."""

        def change(connection: Connection) -> None:
            hold_session(connection, session, player, fresh)
            connection.execute(delete(mail_addresses).where(mail_addresses.c.player == player))

        await self._database.write(change)

    async def stop_mail(self, stop: str) -> bool:
        """Forget the address of whoever has this link; return whether there was one."""
        gone = delete(mail_addresses).where(mail_addresses.c.stop == stop)
        return await self._database.write(lambda c: bool(c.execute(gone).rowcount))

    async def refuse_address(self, player: str, address: str) -> None:
        """Forget an address for which the mail server takes nothing."""
        known = mail_addresses.c
        place = (known.player == player, known.address == address)
        gone = delete(mail_addresses).where(*place)
        await self._database.write(lambda connection: connection.execute(gone))

    async def count_letter(self, player: str, day: int, most: int) -> bool:
        """Count a letter to an account on a day; return False where there were enough."""
        known = mail_addresses.c
        mine = known.player == player

        def change(connection: Connection) -> bool:
            fresh = update(mail_addresses).where(mine, known.day != day).values(day=day, sent=0)
            connection.execute(fresh)
            counted = update(mail_addresses).where(mine, known.sent < most)
            return bool(connection.execute(counted.values(sent=known.sent + 1)).rowcount)

        return await self._database.write(change)

    async def _address(self, place: Any) -> MailAddress | None:
        wanted = select(*_ADDRESS).where(place)

        def ask(connection: Connection) -> MailAddress | None:
            row = connection.execute(wanted).first()
            return None if row is None else MailAddress(*row)

        return await self._database.read(ask)

    # What is kept of a player

    async def personal_data(self, player: str) -> list[dict[str, Any]]:
        """Return what is kept of a player: his choices if he made any, browsers and addresses."""
        ways = await self.ways(player)
        found: list[dict[str, Any]] = [] if ways == Ways() else [{"notices": ways}]
        for each in await self.subscriptions(player):
            told = {"device": each.device, "endpoint": each.endpoint, "created": each.created}
            found.append({"subscription": told})
        mail = await self.mail_address(player)
        if mail is not None:
            found.append({"mail": {"address": mail.address, "unconfirmed": mail.wanted}})
        return found

    async def forget(self, player: str) -> None:
        """Delete what is kept of a player."""

        def change(connection: Connection) -> None:
            for table in (notices, notice_choices, push_subscriptions, mail_addresses):
                connection.execute(delete(table).where(table.c.player == player))

        await self._database.write(change)


def _players_without(connection: Connection, wanted: Any, kind: NoticeKind) -> set[str]:
    return {str(row.player) for row in connection.execute(wanted) if kind not in row.page}


def _kinds(names: Sequence[str]) -> tuple[NoticeKind, ...]:
    return tuple(kind for kind in ALL if kind in names)
