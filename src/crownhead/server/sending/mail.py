"""Mail: plain letters to one address each, by the operator's mail server."""

from __future__ import annotations

import re
import ssl
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from typing import Literal
from urllib.parse import unquote, urlsplit

from crownhead.errors import CrownheadError

LONGEST = 254
TIMEOUT = 20.0
"""Seconds after which a mail server has not answered."""
_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")


class NotAnAddress(CrownheadError):
    """A text that is no address of mail."""


class AddressRefused(Exception):
    """The mail server takes nothing for this address, now or later."""


class MailUnusable(OSError):
    """The mail server takes nothing at all until the operator has changed something."""


def clean_address(text: str) -> str:
    """Return an address of mail, its domain in small letters. Raises `NotAnAddress`.

    Signs of ASCII alone: nothing that breaks a line or quotes can come into a header.

    >>> clean_address(" Anna@Example.ORG ")
    'Anna@example.org'
    >>> clean_address("anna@example.org\\nBcc: bert@example.org")
    Traceback (most recent call last):
    ...
    crownhead.server.sending.mail.NotAnAddress: not an address of mail
    """
    local, at, domain = text.strip(" ").rpartition("@")
    labels = domain.split(".")
    sound = at and len(local) <= 64 and len(labels) > 1 and len(local) + len(domain) < LONGEST
    if not sound or not _LOCAL.fullmatch(local) or not all(map(_LABEL.fullmatch, labels)):
        raise NotAnAddress("not an address of mail")
    if labels[-1].isdigit():
        raise NotAnAddress("not an address of mail")
    return f"{local}@{domain.lower()}"


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mail is handed in, and by whom it is sent.

    `security`: encrypted from the first byte (`tls`), from a command on (`starttls`), or `none`,
    on this machine alone.
    """

    host: str
    port: int
    sender: str
    security: Literal["tls", "starttls", "none"] = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def of(cls, url: str, sender: str) -> MailServer:
        """Return the server of an address as `smtps://user:password@mail.example`.

        `smtp://` is encrypted by STARTTLS, but on this machine. Raises `CrownheadError`.

        >>> MailServer.of("smtp://anna:x%40y@mail.example", "draughts@example.org").port
        587
        """
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise CrownheadError("CROWNHEAD_MAIL: expected smtps://user:password@host") from None
        host = parts.hostname or ""
        if parts.scheme not in ("smtp", "smtps") or not host or parts.path not in ("", "/"):
            raise CrownheadError("CROWNHEAD_MAIL: expected smtps://user:password@host")
        try:
            by = clean_address(sender)
        except NotAnAddress:
            raise CrownheadError("CROWNHEAD_MAIL_FROM: expected an address of mail") from None
        here = host in ("127.0.0.1", "::1", "localhost")
        security: Literal["tls", "starttls", "none"] = "none" if here else "starttls"
        if parts.scheme == "smtps":
            security = "tls"
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(host, port or (465 if security == "tls" else 587), by, security, user, password)

    async def send(self, letter: Letter, at: int) -> None:
        """Hand a letter in, written at a time in ms since 1970.

        Raises `AddressRefused` where it is refused for good, `MailUnusable` where the operator has
        to do something, and another `OSError` where it may be taken later.
        """
        import aiosmtplib  # few servers send mail

        try:
            await aiosmtplib.send(
                letter.message(self.sender, at),
                sender=self.sender,
                recipients=[letter.to],
                hostname=self.host,
                port=self.port,
                username=self.user or None,
                password=self.password or None,
                use_tls=self.security == "tls",
                start_tls=self.security == "starttls",
                timeout=TIMEOUT,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            if all(each.code >= 500 for each in error.recipients):
                raise AddressRefused from error
            raise OSError(str(error)) from error
        except (aiosmtplib.SMTPException, OSError) as error:
            amiss = self._find_amiss(error)
            if amiss:
                where = f"CROWNHEAD_MAIL: {self.host}:{self.port}"
                raise MailUnusable(f"{where} {amiss}; nothing is sent") from error
            raise OSError(f"{type(error).__name__}: {error}") from error

    def _find_amiss(self, error: BaseException) -> str:
        """Return what the operator has to change, empty where that may end by itself."""
        import aiosmtplib

        known: BaseException | None = error
        while known is not None:
            match known:
                case ssl.SSLCertVerificationError():
                    return f"shows a certificate that is not believed: {known.verify_message}"
                case ssl.SSLError():
                    return f"speaks no TLS that is understood: {known.reason or known}"
                case aiosmtplib.SMTPAuthenticationError():
                    return f"lets nobody in by this user and password ({known.code})"
                case aiosmtplib.SMTPSenderRefused():
                    return f"takes nothing from {self.sender} ({known.code})"
                case aiosmtplib.SMTPException() if "STARTTLS" in str(known):
                    return "offers no STARTTLS"
                case aiosmtplib.SMTPException() if "AUTH" in str(known):
                    return "offers no way to sign in"
            known = known.__cause__ or known.__context__
        return ""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter: to whom, and what it says.

    `id` names it: where it comes twice it is one. `stop` is where one click ends such letters.
    """

    to: str
    subject: str
    text: str
    id: str
    language: str
    stop: str = ""

    def message(self, sender: str, at: int) -> EmailMessage:
        """Return it with all its headers. Raises `ValueError` where one would be two."""
        domain = sender.rpartition("@")[2]
        message = EmailMessage(policy=SMTP)
        message["From"] = formataddr(("crownhead", sender))
        message["To"] = Address(addr_spec=self.to)
        message["Subject"] = self.subject
        message["Date"] = format_datetime(datetime.fromtimestamp(at / 1000, UTC))
        message["Message-ID"] = f"<{self.id}@{domain}>"
        message["Auto-Submitted"] = "auto-generated"
        message["Content-Language"] = self.language
        if self.stop:
            message["List-Unsubscribe"] = f"<{self.stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
        message.set_content(self.text)
        return message
