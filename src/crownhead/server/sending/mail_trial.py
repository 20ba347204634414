"""A trial of the operator's mail server: how far a letter comes, and why no further."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from crownhead.server.sending.mail import TIMEOUT, AddressRefused, Letter, MailServer

Step = Literal["connected", "encrypted", "signed in", "sender", "address", "letter"]
STEPS: tuple[Step, ...] = get_args(Step)
"""The steps of a letter, in their order."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How far a letter came.

    `passed` are the steps that went well, each with what it was about; `failure` is one sentence
    about the next, empty where the mail server has taken the letter.
    """

    passed: tuple[tuple[Step, str], ...]
    failure: str = ""


async def try_letter(server: MailServer, letter: Letter, at: int) -> Trial:
    """Hand a letter in, written at a time in ms since 1970, and return how far it came."""
    passed = _steps_of(server, letter)
    try:
        await server.send(letter, at)
    except (AddressRefused, OSError) as error:
        step, why = _find_failure(server, letter, error)
        before = STEPS[: STEPS.index(step)] if step else ()
        return Trial(tuple(each for each in passed if each[0] in before), why)
    return Trial(passed)


def _steps_of(server: MailServer, letter: Letter) -> tuple[tuple[Step, str], ...]:
    encrypted = "by STARTTLS" if server.security == "starttls" else "from the first byte"
    said = {
        "connected": f"to {server.host}:{server.port}",
        "encrypted": f"{encrypted}; the certificate is believed",
        "signed in": f"as {server.user}",
        "sender": f"{server.sender} is taken",
        "address": f"{letter.to} is taken",
        "letter": "is taken by the mail server",
    }
    if server.security == "none":
        said["encrypted"] = "no: the mail server is on this machine"
    if not server.user:
        said["signed in"] = "no: CROWNHEAD_MAIL names no user"
    return tuple((step, said[step]) for step in STEPS)


def _find_failure(
    server: MailServer, letter: Letter, error: BaseException
) -> tuple[Step | None, str]:
    """Return the step that failed, None where nobody knows which, and why in one sentence."""
    import aiosmtplib

    there = f"{server.host}:{server.port}"
    for known in _chain(error):
        match known:
            case ssl.SSLCertVerificationError():
                why = f"{there} shows a certificate that is not believed: {known.verify_message}"
                return "encrypted", why
            case ssl.SSLError():
                return "encrypted", f"{there} speaks no TLS that is understood: {_either(server)}"
            case aiosmtplib.SMTPAuthenticationError():
                said = _answer(known)
                why = f"{there} lets nobody in by this user and password of CROWNHEAD_MAIL: {said}"
                return "signed in", why
            case aiosmtplib.SMTPSenderRefused():
                return "sender", f"{there} takes nothing from {server.sender}: {_answer(known)}"
            case aiosmtplib.SMTPRecipientsRefused():
                said = "; ".join(map(_answer, known.recipients))
                return "address", f"{there} takes nothing for {letter.to}: {said}"
            case aiosmtplib.SMTPDataError():
                return "letter", f"{there} does not take the letter: {_answer(known)}"
            case aiosmtplib.SMTPException() if "STARTTLS" in str(known):
                return "encrypted", f"{there} offers no STARTTLS: {_either(server)}"
            case aiosmtplib.SMTPException() if "AUTH" in str(known):
                return "signed in", f"{there} offers no way to sign in"
            case ConnectionRefusedError():
                return "connected", f"nobody takes mail at {there}: the connection is refused"
            case aiosmtplib.SMTPConnectTimeoutError():
                why = f"{there} did not answer within {TIMEOUT:.0f} s: a firewall, or another port?"
                return "connected", f"{why} {_either(server)}"
            case aiosmtplib.SMTPResponseException():
                return None, f"{there} answers {_answer(known)}"
    cause = list(_chain(error))[-1]
    step: Step | None = None if isinstance(cause, aiosmtplib.SMTPException) else "connected"
    return step, f"{there} cannot be asked: {cause}"


def _either(server: MailServer) -> str:
    """Return how CROWNHEAD_MAIL says the other kind of encryption."""
    if server.security == "tls":
        return "smtps:// is encrypted from the first byte, smtp:// by STARTTLS"
    return "smtp:// is encrypted by STARTTLS, smtps:// from the first byte"


def _answer(error: Exception) -> str:
    """Return what a mail server answered: its number and its text, in one line."""
    code, text = error.args[:2]
    return " ".join(f"{code} {text}".split())[:300]


def _chain(error: BaseException) -> Iterator[BaseException]:
    known: BaseException | None = error
    while known is not None:
        yield known
        known = known.__cause__ or known.__context__
