"""Notices in the database are claimed, and told in the ways that their players have chosen."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from time import monotonic

from crownhead.server.clock import DAY, milliseconds
from crownhead.server.event.reminders import soon
from crownhead.server.metrics import FAULTS, NOTICES
from crownhead.server.process.broadcaster import Broadcaster
from crownhead.server.process.event_cache import EventCache
from crownhead.server.process.notifications.mail import MailNotices
from crownhead.server.process.notifications.outgoing import Outgoing, SendingFailed, log_failure
from crownhead.server.process.notifications.page import PageNotices
from crownhead.server.process.notifications.push import PushNotices
from crownhead.server.process.tables import Tables
from crownhead.server.room.notices import LAST_DAY, last_day, still_holds, turn_began
from crownhead.server.room.refusals import Refusal
from crownhead.server.settings import Settings
from crownhead.server.storage.database import is_away
from crownhead.server.storage.friends import FriendStore
from crownhead.server.storage.notices import MAIL, PAGE, PUSH, NewTarget, NoticeStore, Queued

SWEEP = 1.0
MAIL_AFTER = 15 * 60_000
"""Milliseconds after which who has not come to his turn gets a letter, too."""
LEASE = 5 * 60_000
"""Milliseconds after which another process tells what one had claimed and did not tell."""
LATER = (60_000, 10 * 60_000, 60 * 60_000)
"""Milliseconds after which what failed is tried again, each time; then it is given up."""
KEPT_FOR_OPERATOR = DAY
"""Milliseconds for which a letter waits, tried each hour, until the mail server can be used."""
LOOK_AGAIN = 60.0
"""Seconds between two looks for games whose last day has begun."""
LEAST_LEFT = LAST_DAY // 2
MOST_LOOKED_AT = 200
KEPT = 30 * DAY
_log = logging.getLogger("crownhead.server")


class NoticeDispatcher:
    """Send players the notices that they wait for."""

    def __init__(
        self,
        settings: Settings,
        store: NoticeStore,
        friends: FriendStore,
        tables: Tables,
        events: EventCache,
        broadcaster: Broadcaster,
        page: PageNotices,
        push: PushNotices,
        mail: MailNotices,
        outgoing: Outgoing,
        *,
        haste: bool = False,
    ) -> None:
        self._settings = settings
        self._store = store
        self._friends = friends
        self._tables = tables
        self._events = events
        self._broadcaster = broadcaster
        self._page = page
        self._push = push
        self._mail = mail
        self._outgoing = outgoing
        self._haste = haste

    async def watch(self) -> None:
        """Send what is due again and again, and find games whose last day has begun."""
        looked = -LOOK_AGAIN
        while True:
            await asyncio.sleep(SWEEP / 10 if self._haste else SWEEP)
            try:
                if monotonic() - looked >= LOOK_AGAIN:
                    looked = monotonic()
                    await self.warn()
                room = self._outgoing.room
                lease = LEASE // (60 if self._haste else 1)
                for each in await self._store.claim(milliseconds(), lease, room) if room else ():
                    self._outgoing.spawn(self._tell(each))
            except Exception as error:
                if not is_away(error):
                    FAULTS.inc()
                    _log.exception("nobody told")

    async def warn(self) -> None:
        """Queue warnings for games over days whose last day has begun."""
        now = milliseconds()
        while True:
            found = await self._store.falling(now + LEAST_LEFT, now + LAST_DAY, MOST_LOOKED_AT)
            for game, falls in found:
                warning, began = None, now
                with suppress(Refusal):
                    async with self._tables.open(game) as table:
                        warning, began = last_day(table, now), turn_began(table)
                told = [warning] if warning else []
                await self._store.mark(game, falls, told, now, began=began)
            if len(found) < MOST_LOOKED_AT:
                return

    async def prune(self, now: int) -> None:
        """Forget what is old."""
        await self._store.prune(now - KEPT)

    async def close(self) -> None:
        """Send nothing more; what was not told waits for another process."""
        await self._outgoing.close()
        await self._push.close()

    async def _tell(self, notice: Queued) -> None:
        """Send a notice its way, or decide in which ways it goes."""
        present = await self._still(notice)
        if present is None:
            return await self._store.drop(notice.id)
        if not notice.target:
            return await self._spread(notice, present)
        try:
            if notice.target == MAIL:
                await self._mail.send(notice)
            else:
                await self._push.send(notice, notice.target.removeprefix(PUSH))
        except SendingFailed as failed:
            NOTICES.labels(_way(notice), "failed").inc()
            log_failure(_way(notice), failed)
            now, most = milliseconds(), len(LATER) - 1
            waits = failed.later and now < notice.at + KEPT_FOR_OPERATOR
            if notice.tries <= most or waits:
                wait = LATER[min(notice.tries, most)] // (60 if self._haste else 1)
                return await self._store.try_again(notice, now + wait)
        await self._store.drop(notice.id)

    async def _still(self, notice: Queued) -> bool | None:
        """Return whether the player looks at it himself; None where the notice holds no more."""
        try:
            if notice.game is None:
                state = await self._events.read(notice.event or "")
                if soon(state, notice.player, milliseconds()) is None:
                    return None
                return await self._is_present(notice.player)
            async with self._tables.open(notice.game, current=True) as table:
                if not still_holds(notice.notice, table, milliseconds()):
                    return None
                here = self._broadcaster.here(table)
                sides = table.sides(notice.player)
        except Refusal as refusal:
            if refusal.code == "unavailable":
                raise
            return None
        if notice.kind in ("challenge", "round"):
            return await self._is_present(notice.player)
        return any(here[side] for side in sides)

    async def _is_present(self, player: str) -> bool:
        return player in await self._friends.present([player], milliseconds())

    async def _spread(self, notice: Queued, present: bool) -> None:
        ways, now = await self._store.ways(notice.player), milliseconds()
        targets: list[NewTarget] = []
        on_page = notice.kind in ("turn", "deadline", "starts") and notice.kind in ways.page
        if on_page:
            targets.append(NewTarget(PAGE, None))
        if not present and self._settings.push_contact and notice.kind in ways.push:
            subscribed = await self._store.subscriptions(notice.player)
            targets += [NewTarget(PUSH + each.id, now) for each in subscribed]
        if not present and self._settings.mail is not None and notice.kind in ways.mail:
            mail = await self._store.mail_address(notice.player)
            if mail is not None and mail.address is not None:
                later = MAIL_AFTER if notice.kind == "turn" and not self._haste else 0
                targets.append(NewTarget(MAIL, now + later))
        await self._store.spread(notice, targets)
        if on_page:
            self._page.refresh(notice.player)


def _way(notice: Queued) -> str:
    return "mail" if notice.target == MAIL else "push"
