"""Mail over STARTTLS: taken where all is right, else said to the operator, and kept."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from support.certificate import make_certificate
from support.mail_server import HOST, PASSWORD, USER, MailServer, open_mail_server
from support.served import Guest, Server, new_id, until

from crownhead.server.sending.mail import Letter, MailUnusable
from crownhead.server.sending.mail import MailServer as Sending

# A connection whose certificate was refused is left to the garbage by the mail library.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SENDER = "draughts@draughts.example"
LETTER = Letter("bert@example.org", "Hello", "text", "1", "en")


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a certificate that is believed here."""
    made = make_certificate(tmp_path, HOST)
    monkeypatch.setenv("SSL_CERT_FILE", str(made))
    return made


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack
    gc.collect()  # here, and not in a test after it


def send(mails: MailServer, password: str = PASSWORD, user: str = USER) -> None:
    server = Sending(HOST, mails.port, SENDER, "starttls", user, password)
    asyncio.run(server.send(LETTER, 0))


def test_a_letter_is_taken_by_starttls(stack: ExitStack, certificate: Path) -> None:
    mails = open_mail_server(stack, certificate)
    send(mails)
    assert [letter["subject"] for letter in mails.to(LETTER.to)] == ["Hello"]


def test_what_is_wrong_is_said_in_one_sentence(
    stack: ExitStack, certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails, plain = open_mail_server(stack, certificate), open_mail_server(stack, None)
    where = rf"CROWNHEAD_MAIL: {HOST}:\d+"
    with pytest.raises(MailUnusable, match=rf"^{where} lets nobody in by this user.* \(535\)"):
        send(mails, "not the one")
    with pytest.raises(MailUnusable, match=rf"^{where} offers no STARTTLS; nothing is sent$"):
        send(plain)
    other = make_certificate(tmp_path, "127.0.0.3")
    monkeypatch.setenv("SSL_CERT_FILE", str(other))
    with pytest.raises(MailUnusable, match=rf"^{where} shows a certificate .* not believed"):
        send(mails)
    # Of another address, though it is believed.
    strange = open_mail_server(stack, other)
    with pytest.raises(MailUnusable, match=rf"^{where} shows a certificate .*{HOST}"):
        send(strange)
    assert mails.letters == plain.letters == strange.letters == []


def test_nobody_there_may_be_there_later(stack: ExitStack) -> None:
    gone = open_mail_server(stack, None)
    stack.pop_all().close()
    with pytest.raises(OSError, match="SMTPConnectError") as found:
        send(gone)
    assert not isinstance(found.value, MailUnusable)


def test_letters_wait_until_the_operator_has_mended_what_is_wrong(
    stack: ExitStack, certificate: Path, tmp_path: Path
) -> None:
    mails = open_mail_server(stack, certificate)
    environment = {
        "CROWNHEAD_MAIL": f"smtp://{USER}:{PASSWORD.replace(' ', '%20')}@{HOST}:{mails.port}",
        "CROWNHEAD_MAIL_FROM": SENDER,
        "CROWNHEAD_ADDRESS": "https://draughts.example",
        "SSL_CERT_FILE": str(certificate),
    }
    options = ("--no-limits", "--no-delay")
    server = stack.enter_context(Server(tmp_path / "data", *options, environment=environment))
    anna, bert = Guest(server), Guest(server)
    names = []
    for who in (anna, bert):
        names.append(f"Willy {new_id()[-8:]}")
        made = {"name": names[-1], "password": PASSWORD}
        assert who.http.post("/api/account", json=made).status_code == 201
    here, to = "/api/account/notifications", "bert@example.org"
    assert bert.http.post(f"{here}/mail", json={"address": to}).status_code == 200
    letter = until(lambda: mails.to(to))[0]
    code = letter.get_content().partition("mail-")[2].split()[0]
    assert bert.http.post("/api/mail/confirm", json={"code": code}).status_code == 204
    mails.password = "changed at the mail server"
    wish: dict[str, Any] = {"to": names[1], "variant": "english", "time": "180+2"}
    assert anna.http.post("/api/challenges", json=wish).status_code == 201
    said = f"CROWNHEAD_MAIL: {HOST}:{mails.port} lets nobody in by this user and password (535)"
    until(lambda: said in server.read_log())
    [line] = [each for each in server.read_log().splitlines() if said in each][:1]
    assert '"level": "error"' in line.lower() or '"level":"error"' in line.lower()
    assert "changed" not in server.read_log() and PASSWORD not in server.read_log()
    assert len(mails.to(to)) == 1
    mails.password = PASSWORD
    told = until(lambda: mails.to(to)[1:])
    assert told[0]["subject"] == "You have been challenged to a game."
