"""Notices as letters, and the one that asks an address whether it wants any."""

from __future__ import annotations

from collections.abc import Awaitable

from crownhead.locales import Catalogue
from crownhead.server.clock import DAY, milliseconds
from crownhead.server.metrics import NOTICES
from crownhead.server.process.notifications.outgoing import Outgoing, SendingFailed, log_failure
from crownhead.server.process.notifications.subject import about, place
from crownhead.server.room.naming import new_id
from crownhead.server.sending.mail import AddressRefused, Letter, MailUnusable
from crownhead.server.settings import Settings
from crownhead.server.storage.notices import NoticeStore, Queued

MOST_LETTERS = 30
"""Letters to one account on a day."""


class MailNotices:
    """Send notices to the addresses that accounts have confirmed."""

    def __init__(self, settings: Settings, store: NoticeStore, outgoing: Outgoing) -> None:
        self._settings = settings
        self._store = store
        self._outgoing = outgoing

    async def send(self, notice: Queued) -> None:
        """Send a notice as a letter, where its player wants one. Raises `SendingFailed`."""
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
            link=self._link(*place(notice)),
            settings=self._link("account"),
            stop=self._link("account", f"stop-{mail.stop}"),
        )
        letter = Letter(
            to=address,
            subject=said,
            text=text,
            id=f"{notice.kind}-{about(notice)}-{notice.at}",
            language=mail.language,
            stop=f"{self._settings.address}/api/mail/stop/{mail.stop}",
        )
        try:
            await self._outgoing.retry(lambda: _hand_in(server.send(letter, now)))
            NOTICES.labels("mail", "sent").inc()
        except AddressRefused:
            NOTICES.labels("mail", "gone").inc()
            await self._store.refuse_address(notice.player, address)

    async def ask(self, name: str, address: str, code: str, language: str) -> None:
        """Ask an address whether it wants the mail of an account that has a name."""
        server = self._settings.mail
        assert server is not None
        speech = Catalogue(language)
        letter = Letter(
            to=address,
            subject=speech.text("mail.confirm.subject"),
            text=speech.text("mail.confirm", name=name, link=self._link("account", f"mail-{code}")),
            id=f"confirm-{new_id()}",
            language=language,
        )
        try:
            await self._outgoing.retry(lambda: _hand_in(server.send(letter, milliseconds())))
        except AddressRefused:
            return
        except SendingFailed as failed:  # who waits for it in vain asks again
            log_failure("mail", failed)

    def _link(self, *parts: str) -> str:
        return "/".join((f"{self._settings.address}/#", *parts))


async def _hand_in(sending: Awaitable[None]) -> None:
    try:
        await sending
    except OSError as error:
        raise SendingFailed(str(error), later=isinstance(error, MailUnusable)) from error
