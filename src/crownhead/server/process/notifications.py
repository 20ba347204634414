"""What players are told who do not look at the game: by their page, by their browsers, by mail.

Notices lie in the database, so that nothing is lost with a process; whoever claims one tells it.
What is sent goes out beside all else, a few at once, and is tried again where it may help.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from time import monotonic

from tenacity import (
    AsyncRetrying,
    retry_if_exception_type,
    stop_after_attempt,
    wait_random_exponential,
)

from crownhead.locales import Catalogue
from crownhead.server.clock import DAY, milliseconds
from crownhead.server.event.entries import Announced
from crownhead.server.event.reminders import soon
from crownhead.server.event.state import EventState
from crownhead.server.messages import notices as m
from crownhead.server.metrics import FAULTS, NOTICES
from crownhead.server.people.tokens import digest, new_token
from crownhead.server.process.accounts import needing_proof
from crownhead.server.process.broadcaster import Broadcaster
from crownhead.server.process.event_cache import EventCache
from crownhead.server.process.tables import Tables
from crownhead.server.room.naming import new_id
from crownhead.server.room.notices import (
    LAST_DAY,
    NoticeKind,
    last_day,
    still_holds,
    turn_began,
)
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table
from crownhead.server.sending.mail import (
    AddressRefused,
    Letter,
    MailUnusable,
    NotAnAddress,
    clean_address,
)
from crownhead.server.sending.push_client import NotAllowedAddress, PushClient, check_endpoint
from crownhead.server.settings import Settings
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.database import is_away
from crownhead.server.storage.encryption import decrypt, encrypt
from crownhead.server.storage.friends import FriendStore
from crownhead.server.storage.notices import (
    MAIL,
    PAGE,
    PUSH,
    MailAddress,
    NewTarget,
    NoticeStore,
    Queued,
    Subscription,
    Ways,
)
from crownhead.server.storage.sessions import Session, SessionGone

SWEEP = 1.0
MAIL_AFTER = 15 * 60_000
"""Milliseconds after which who has not come to his turn gets a letter, too."""
LEASE = 5 * 60_000
"""Milliseconds after which another process tells what one had claimed and did not tell."""
MOST_ON_THEIR_WAY = 32
"""Notices that one process has in hand; the others wait in the database."""
TRIES_AT_ONCE = 3
LATER = (60_000, 10 * 60_000, 60 * 60_000)
"""Milliseconds after which what failed is tried again, each time; then it is given up."""
KEPT_FOR_OPERATOR = DAY
"""Milliseconds for which a letter waits, tried each hour, until the mail server can be used."""
LOOK_AGAIN = 60.0
"""Seconds between two looks for games whose last day has begun."""
LEAST_LEFT = LAST_DAY // 2
MOST_LOOKED_AT = 200
KEPT = 30 * DAY
MOST_DEVICES = 10
MOST_LETTERS = 30
"""Letters to one account on a day."""
CODE_LASTS = 6 * 3_600_000
ASK_AGAIN = 10 * 60_000
"""Milliseconds between two letters that ask an account's address for confirmation."""
MOST_ASKING = 3
"""Accounts that ask the same address for confirmation on a day."""
FRESH_ON_PAGE = 10 * 60_000
"""Milliseconds for which the page says whose turn it is, wherever its user is."""
MOST_ON_PAGE = 5
VAPID = "vapid"
_LASTS = {"turn": 86_400, "deadline": 43_200, "challenge": 3_600, "round": 900, "starts": 600}
"""Seconds for which a push service keeps a message for a browser that is away."""
_log = logging.getLogger("crownhead.server")


class _Failed(Exception):
    """Something was not sent; it may help to try again, `later` once the operator has acted."""

    def __init__(self, said: str, *, later: bool = False) -> None:
        super().__init__(said)
        self.later = later


class _Gone(Exception):
    """Nobody is there any more."""


class Notifications:
    """Notify players of what they wait for, in the ways they have chosen."""

    def __init__(
        self,
        settings: Settings,
        store: NoticeStore,
        accounts: AccountStore,
        friends: FriendStore,
        tables: Tables,
        events: EventCache,
        broadcaster: Broadcaster,
        *,
        haste: bool = False,
    ) -> None:
        self._settings = settings
        self._store = store
        self._accounts = accounts
        self._friends = friends
        self._tables = tables
        self._events = events
        self._broadcaster = broadcaster
        self._haste = haste
        self._push = PushClient(settings.push_services)
        self._vapid: str | None = None
        self._going: set[asyncio.Task[None]] = set()
        self.refresh_page: Callable[[str], None] = lambda player: None

    # Choices

    async def show(self, session: Session) -> m.Notifications:
        """Return by which ways an account is told of what."""
        player, pushes = session.player, bool(self._settings.push_contact)
        ways = await self._store.ways(player)
        mail = await self._store.mail_address(player)
        waits = mail is not None and mail.wanted is not None and mail.until > milliseconds()
        return m.Notifications(
            choices=m.NoticeChoices(page=ways.page, push=ways.push, mail=ways.mail),
            key=await self._public_key() if pushes else None,
            devices=tuple(
                m.SubscribedDevice(
                    each.id, each.device, each.created, each.session == session.digest
                )
                for each in (await self._store.subscriptions(player) if pushes else ())
            ),
            mails=self._settings.mail is not None,
            address=None if mail is None else mail.address,
            unconfirmed=mail.wanted if mail is not None and waits else None,
        )

    async def choose(self, session: Session, wish: m.NoticeChoices) -> None:
        """Keep of what an account is told."""
        ways = Ways(wish.page, wish.push, wish.mail)
        await self._store.choose(session.player, ways)
        self.refresh_page(session.player)

    async def subscribe(
        self, session: Session, wish: m.NewSubscription, device: str, language: str
    ) -> None:
        """Send messages to a browser from now on. Raises `Refusal`."""
        if not self._settings.push_contact:
            raise Refusal("not_allowed", text="no_push")
        from crownhead.server.sending.webpush import Receiver  # loads what few servers need

        try:
            check_endpoint(wish.endpoint, self._settings.push_services)
            Receiver(wish.keys.p256dh, wish.keys.auth).check()
        except (NotAllowedAddress, ValueError) as error:
            raise Refusal("bad_message", detail=str(error)) from None
        one = Subscription(
            id=new_id(),
            player=session.player,
            session=session.digest,
            endpoint=wish.endpoint,
            p256dh=wish.keys.p256dh,
            auth=wish.keys.auth,
            device=device,
            language=language,
            created=milliseconds(),
        )
        try:
            await self._store.subscribe(one, digest(wish.endpoint), MOST_DEVICES)
        except SessionGone:
            raise Refusal("no_seat", text="no_account") from None

    async def unsubscribe(self, session: Session, id: str) -> None:
        """Send nothing more to a browser."""
        await self._store.unsubscribe(session.player, id)

    # Mail

    async def want_address(self, session: Session, text: str, language: str) -> None:
        """Ask an address whether it wants an account's mail. Raises `Refusal`."""
        server = self._settings.mail
        if server is None:
            raise Refusal("not_allowed", text="no_mail")
        try:
            address = clean_address(text)
        except NotAnAddress:
            raise Refusal("bad_message", text="mail_unreadable") from None
        now, code = milliseconds(), new_token()
        with needing_proof(session) as fresh:
            known = await self._store.mail_address(session.player)
            if known is not None and now < known.asked + ASK_AGAIN and not self._haste:
                raise Refusal("too_fast", wait=known.asked + ASK_AGAIN - now)
            asking = await self._store.count_wanted(address, now - DAY)
            wish = MailAddress(
                player=session.player,
                address=None,
                wanted=address,
                until=now + CODE_LASTS,
                asked=now,
                stop=new_token(),
                language=language,
                day=0,
                sent=0,
            )
            await self._store.want_address(wish, digest(code), session.digest, fresh)
        account = await self._accounts.account(session.player)
        if account is None or asking >= MOST_ASKING:
            return  # nobody is flooded by others' accounts, and nobody hears of them
        speech = Catalogue(language)
        letter = Letter(
            to=address,
            subject=speech.text("mail.confirm.subject"),
            text=speech.text(
                "mail.confirm", name=account.name, link=self._link("account", f"mail-{code}")
            ),
            id=f"confirm-{new_id()}",
            language=language,
        )
        self._spawn(self._send_confirmation(letter))

    async def _send_confirmation(self, letter: Letter) -> None:
        server = self._settings.mail
        assert server is not None
        try:
            await self._trying(lambda: _handing_in(server.send(letter, milliseconds())))
        except AddressRefused:
            return
        except _Failed as failed:  # who waits for it in vain asks again
            _say_failed("mail", failed)

    async def confirm(self, code: str) -> None:
        """Confirm an address by what was sent there. Raises `Refusal`."""
        if await self._store.confirm(digest(code), milliseconds()) is None:
            raise Refusal("no_seat", text="mail_code_void")

    async def remove_address(self, session: Session) -> None:
        """Send an account no mail any more. Raises `Refusal`."""
        with needing_proof(session) as fresh:
            await self._store.remove_address(session.player, session.digest, fresh)

    async def stop_mail(self, stop: str) -> None:
        """Send no mail any more to whoever has got this link in a letter."""
        await self._store.stop_mail(stop)

    def _link(self, *parts: str) -> str:
        return "/".join((f"{self._settings.address}/#", *parts))

    # The page

    async def on_page(self, player: str) -> list[tuple[Queued, Table]]:
        """Return what a player's page says wherever he is, with the games that it is about."""
        now, found = milliseconds(), []
        for each in await self._store.on_page(player, MOST_ON_PAGE):
            stale = each.kind == "turn" and each.at < now - FRESH_ON_PAGE
            if each.game is None or stale:
                continue
            with suppress(Refusal):
                async with self._tables.open(each.game) as table:
                    if still_holds(each.notice, table, now):
                        found.append((each, table))
        return found

    async def soon(self, player: str) -> list[tuple[EventState, Announced]]:
        """Return the events of which a player's page says that a round of his begins soon."""
        now, found = milliseconds(), []
        for each in await self._store.on_page(player, MOST_ON_PAGE):
            if each.event is not None:
                with suppress(Refusal):
                    state = await self._events.read(each.event)
                    if said := soon(state, player, now):
                        found.append((state, said))
        return found

    async def is_quiet(self, player: str, kind: NoticeKind) -> bool:
        """Return whether a player's page says nothing of a kind."""
        return bool(await self._store.quiet([player], kind))

    # Telling

    async def watch(self) -> None:
        """Send what is due again and again, and find games whose last day has begun."""
        looked = -LOOK_AGAIN
        while True:
            await asyncio.sleep(SWEEP / 10 if self._haste else SWEEP)
            try:
                if monotonic() - looked >= LOOK_AGAIN:
                    looked = monotonic()
                    await self.warn()
                room = MOST_ON_THEIR_WAY - len(self._going)
                lease = LEASE // (60 if self._haste else 1)
                for each in await self._store.claim(milliseconds(), lease, room) if room else ():
                    self._spawn(self._tell(each))
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
        for task in self._going:
            task.cancel()
        await asyncio.gather(*self._going, return_exceptions=True)
        await self._push.close()

    def _spawn(self, action: Awaitable[None]) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(_guard(action))
        self._going.add(task)
        task.add_done_callback(self._going.discard)

    async def _tell(self, notice: Queued) -> None:
        """Send a notice its way, or decide in which ways it goes."""
        present = await self._still(notice)
        if present is None:
            return await self._store.drop(notice.id)
        if not notice.target:
            return await self._spread(notice, present)
        try:
            if notice.target == MAIL:
                await self._send_mail(notice)
            else:
                await self._send_push(notice, notice.target.removeprefix(PUSH))
        except _Failed as failed:
            NOTICES.labels(_way(notice), "failed").inc()
            _say_failed(_way(notice), failed)
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
            self.refresh_page(notice.player)

    # By browsers

    async def _send_push(self, notice: Queued, id: str) -> None:
        from crownhead.server.sending import webpush

        ways = await self._store.ways(notice.player)
        subscribed = await self._store.subscriptions(notice.player)
        one = next((each for each in subscribed if each.id == id), None)
        if one is None or notice.kind not in ways.push:
            return
        speech = Catalogue(one.language)
        said = {
            "title": "crownhead",
            "body": speech.text(f"notice.{notice.kind}"),
            "path": f"/#/{'/'.join(_place(notice))}",
            "tag": f"{notice.kind} {_about(notice)}",
            "language": one.language,
        }
        key = webpush.private_key(await self._private_key())
        receiver = webpush.Receiver(one.p256dh, one.auth)
        content = webpush.encrypt(json.dumps(said).encode(), receiver)
        topic = sha256(str(said["tag"]).encode() + key.private_numbers().private_value.to_bytes(32))
        headers = {
            "authorization": webpush.authorize(
                one.endpoint, self._settings.push_contact, key, milliseconds() // 1000
            ),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(_LASTS[notice.kind]),
            "topic": topic.hexdigest()[:32],  # a later one takes an earlier one's place
            "urgency": "high" if notice.kind in ("challenge", "round", "starts") else "normal",
        }
        try:
            await self._trying(lambda: self._hand_over(one.endpoint, headers, content))
            NOTICES.labels("push", "sent").inc()
        except (_Gone, NotAllowedAddress):
            NOTICES.labels("push", "gone").inc()
            await self._store.unsubscribe(notice.player, one.id)

    async def _hand_over(self, endpoint: str, headers: dict[str, str], content: bytes) -> None:
        """Send a message once. Raises `_Gone` and `_Failed`."""
        try:
            status, wait = await self._push.send(endpoint, headers, content)
        except OSError as error:
            raise _Failed(str(error)) from error
        if 200 <= status < 300:
            return
        if status in (404, 410) or 300 <= status < 400:
            raise _Gone  # no push service leads elsewhere
        raise _Failed(f"status {status} {wait}".rstrip())

    async def _private_key(self) -> str:
        """Return the server's own key, which all its processes share."""
        while self._vapid is None:
            from crownhead.server.sending import webpush

            sealed = await self._store.server_key(VAPID)
            known = None if sealed is None else decrypt(sealed, self._settings.keys)
            if known is None:
                fresh = encrypt(webpush.new_key(), self._settings.keys[0])
                await self._store.put_server_key(VAPID, sealed, fresh)
            self._vapid = known
        return self._vapid

    async def _public_key(self) -> str:
        from crownhead.server.sending import webpush

        key = webpush.private_key(await self._private_key())
        return webpush.encode(webpush.point(key))

    # By mail

    async def _send_mail(self, notice: Queued) -> None:
        server = self._settings.mail
        ways = await self._store.ways(notice.player)
        mail = await self._store.mail_address(notice.player)
        if server is None or mail is None or mail.address is None or notice.kind not in ways.mail:
            return
        now = milliseconds()
        if not await self._store.count_letter(notice.player, now // DAY, MOST_LETTERS):
            return
        speech, address = Catalogue(mail.language), mail.address
        said = speech.text(f"notice.{notice.kind}")
        text = speech.text(
            "mail.notice",
            said=said,
            link=self._link(*_place(notice)),
            settings=self._link("account"),
            stop=self._link("account", f"stop-{mail.stop}"),
        )
        letter = Letter(
            to=address,
            subject=said,
            text=text,
            id=f"{notice.kind}-{_about(notice)}-{notice.at}",
            language=mail.language,
            stop=f"{self._settings.address}/api/mail/stop/{mail.stop}",
        )
        try:
            await self._trying(lambda: _handing_in(server.send(letter, now)))
            NOTICES.labels("mail", "sent").inc()
        except AddressRefused:
            NOTICES.labels("mail", "gone").inc()
            await self._store.refuse_address(notice.player, address)

    async def _trying(self, attempt: Callable[[], Awaitable[None]]) -> None:
        """Try something a few times within seconds. Raises `_Failed`, and whatever else it does."""
        pause = 0.0 if self._haste else 1.0
        tries = AsyncRetrying(
            stop=stop_after_attempt(TRIES_AT_ONCE),
            wait=wait_random_exponential(multiplier=pause, max=20),
            retry=retry_if_exception_type(_Failed),
            reraise=True,
        )
        async for each in tries:
            with each:
                await attempt()


async def _handing_in(sending: Awaitable[None]) -> None:
    try:
        await sending
    except OSError as error:
        raise _Failed(str(error), later=isinstance(error, MailUnusable)) from error


def _say_failed(way: str, failed: _Failed) -> None:
    """Log that something was not sent: an error where the operator has to do something."""
    said = {"way": way, "error": str(failed)[:200]}
    _log.log(logging.ERROR if failed.later else logging.WARNING, "not sent", extra=said)


async def _guard(action: Awaitable[None]) -> None:
    try:
        await action
    except Refusal as refusal:
        _log.warning("not told", extra={"code": refusal.code})
    except Exception as error:
        if not is_away(error):
            FAULTS.inc()
            _log.exception("not told")


def _about(notice: Queued) -> str:
    """Return the id of what a notice is about."""
    return notice.game or notice.event or ""


def _place(notice: Queued) -> tuple[str, str]:
    """Return where the page shows what a notice is about."""
    return ("events" if notice.game is None else "g", _about(notice))


def _way(notice: Queued) -> str:
    return "mail" if notice.target == MAIL else "push"
