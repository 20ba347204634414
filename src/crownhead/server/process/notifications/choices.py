"""Of what an account is told and by which ways: its browsers, and its address for mail."""

from __future__ import annotations

from crownhead.server.clock import DAY, milliseconds
from crownhead.server.messages import notices as m
from crownhead.server.people.tokens import digest, new_token
from crownhead.server.process.accounts import needing_proof
from crownhead.server.process.notifications.mail import MailNotices
from crownhead.server.process.notifications.outgoing import Outgoing
from crownhead.server.process.notifications.page import PageNotices
from crownhead.server.process.notifications.push import PushNotices
from crownhead.server.room.naming import new_id
from crownhead.server.room.refusals import Refusal
from crownhead.server.sending.mail import NotAnAddress, clean_address
from crownhead.server.sending.push_client import NotAllowedAddress, check_endpoint
from crownhead.server.settings import Settings
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.notices import MailAddress, NoticeStore, Subscription, Ways
from crownhead.server.storage.sessions import Session, SessionGone

MOST_DEVICES = 10
CODE_LASTS = 6 * 3_600_000
ASK_AGAIN = 10 * 60_000
"""Milliseconds between two letters that ask an account's address for confirmation."""
MOST_ASKING = 3
"""Accounts that ask the same address for confirmation on a day."""


class NotificationChoices:
    """Show and change what an account is told."""

    def __init__(
        self,
        settings: Settings,
        store: NoticeStore,
        accounts: AccountStore,
        page: PageNotices,
        push: PushNotices,
        mail: MailNotices,
        outgoing: Outgoing,
        *,
        haste: bool = False,
    ) -> None:
        self._settings = settings
        self._store = store
        self._accounts = accounts
        self._page = page
        self._push = push
        self._mail = mail
        self._outgoing = outgoing
        self._haste = haste

    async def show(self, session: Session) -> m.Notifications:
        """Return by which ways an account is told of what."""
        player, pushes = session.player, bool(self._settings.push_contact)
        ways = await self._store.ways(player)
        mail = await self._store.mail_address(player)
        waits = mail is not None and mail.wanted is not None and mail.until > milliseconds()
        return m.Notifications(
            choices=m.NoticeChoices(page=ways.page, push=ways.push, mail=ways.mail),
            key=await self._push.public_key() if pushes else None,
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
        self._page.refresh(session.player)

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

    async def want_address(self, session: Session, text: str, language: str) -> None:
        """Ask an address whether it wants an account's mail. Raises `Refusal`."""
        if self._settings.mail is None:
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
        self._outgoing.spawn(self._mail.ask(account.name, address, code, language))

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
