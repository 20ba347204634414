"""`crownhead admin letter` and `push`: an operator tries what his server sends."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote

import pytest
from support.certificate import make_certificate
from support.mail_server import HOST, PASSWORD, USER, MailServer, open_mail_server
from support.served import Guest, Server

SENDER, TO = "draughts@draughts.example", "anna@example.org"


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def admin(
    *arguments: str, folder: Path | str = "nowhere", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command with nothing of its settings in the environment but these."""
    command = [sys.executable, "-m", "crownhead.cli", "admin", "--data", str(folder), *arguments]
    around = {name: value for name, value in os.environ.items() if not name.startswith("CROWNHEAD")}
    around |= {"LC_ALL": "C.UTF-8", **environment}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=around)


def letter(
    port: int, certificate: Path, *, to: str = TO, password: str = PASSWORD, scheme: str = "smtp"
) -> subprocess.CompletedProcess[str]:
    return admin(
        "letter",
        to,
        CROWNHEAD_MAIL=f"{scheme}://{USER}:{quote(password)}@{HOST}:{port}",
        CROWNHEAD_MAIL_FROM=SENDER,
        CROWNHEAD_ADDRESS="https://draughts.example",
        SSL_CERT_FILE=str(certificate),
    )


def test_a_letter_that_arrives_passes_every_step(stack: ExitStack, tmp_path: Path) -> None:
    certificate = make_certificate(tmp_path, HOST)
    mails = open_mail_server(stack, certificate)
    done = letter(mails.port, certificate, to="Anna@Example.ORG")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"connected  to {HOST}:{mails.port}",
        "encrypted  by STARTTLS; the certificate is believed",
        f"signed in  as {USER}",
        f"sender     {SENDER} is taken",
        "address    Anna@example.org is taken",
        "letter     is taken by the mail server",
    ]
    [sent] = mails.to("Anna@example.org")
    assert sent["subject"] == "Test letter" and sent["from"].addresses[0].addr_spec == SENDER
    assert "https://draughts.example" in sent.get_content()
    german = admin(
        "letter", TO, "--lang", "de", **open_mail_server(stack, None, "127.0.0.1").environment
    )
    assert german.returncode == 0
    assert "encrypted  no: the mail server is on this machine" in german.stdout
    assert "signed in  no: CROWNHEAD_MAIL names no user" in german.stdout


def test_each_step_that_fails_is_named_and_those_before_it_are_shown(
    stack: ExitStack, tmp_path: Path
) -> None:
    certificate, other = make_certificate(tmp_path, HOST), make_certificate(tmp_path, "127.0.0.3")
    mails, plain = open_mail_server(stack, certificate), open_mail_server(stack, None)
    gone = MailServer(None, HOST)
    gone.close()
    mails.refused[TO] = ["550 5.1.1 no such mailbox"]

    def fails(done: subprocess.CompletedProcess[str], passed: int, said: str) -> None:
        assert done.returncode == 1, done.stderr
        assert len(done.stdout.splitlines()) == passed, done.stdout
        assert said in done.stderr and done.stderr.count("\n") == 1
        assert PASSWORD not in done.stderr + done.stdout

    where = f"{HOST}:{mails.port}"
    refused = f"nobody takes mail at {HOST}:{gone.port}: the connection is refused"
    fails(letter(gone.port, certificate), 0, refused)
    no_tls = f"{HOST}:{plain.port} offers no STARTTLS: smtp:// is encrypted by STARTTLS"
    fails(letter(plain.port, certificate), 1, no_tls)
    unknown = f"{where} shows a certificate that is not believed: self-signed certificate"
    fails(letter(mails.port, other), 1, unknown)
    first = f"{where} speaks no TLS that is understood: smtps:// is encrypted from the first byte"
    fails(letter(mails.port, certificate, scheme="smtps"), 1, first)
    nobody = f"{where} lets nobody in by this user and password of CROWNHEAD_MAIL: 535"
    fails(letter(mails.port, certificate, password="not the one"), 2, nobody)
    mailbox = f"{where} takes nothing for {TO}: 550 5.1.1 no such mailbox"
    fails(letter(mails.port, certificate), 4, mailbox)
    assert mails.letters == plain.letters == []


def test_what_is_not_set_is_said_before_anything_is_sent() -> None:
    unset = admin("letter", TO)
    assert unset.returncode == 1 and "CROWNHEAD_MAIL is not set here" in unset.stderr
    half = admin("letter", TO, CROWNHEAD_MAIL="smtps://mail.example")
    assert half.returncode == 2 and "needs CROWNHEAD_ADDRESS" in half.stderr
    wrong = admin("letter", "anna")
    assert wrong.returncode == 2 and "'anna' is not an address of mail" in wrong.stderr
    nowhere = admin(
        "letter",
        TO,
        CROWNHEAD_MAIL="smtp://mail.invalid",
        CROWNHEAD_MAIL_FROM=SENDER,
        CROWNHEAD_ADDRESS="https://draughts.example",
    )
    assert nowhere.returncode == 1 and "mail.invalid:587 cannot be asked: " in nowhere.stderr


def test_the_key_of_messages_to_browsers_is_told_of(tmp_path: Path) -> None:
    environment = {"CROWNHEAD_PUSH": "mailto:operator@draughts.example"}
    with Server(tmp_path) as server:
        silent = admin("push", folder=tmp_path)
        assert silent.returncode == 1 and "CROWNHEAD_PUSH is not set here" in silent.stderr
        fresh = admin("push", folder=tmp_path, **environment)
        assert fresh.returncode == 0
        assert fresh.stdout.splitlines() == [
            "contact   mailto:operator@draughts.example",
            "key       made when the first browser asks for it",
            "browsers  0",
        ]
        server.stop()
    with Server(tmp_path, environment=environment) as server:
        guest = Guest(server)
        made = {"name": "Anna Adler", "password": PASSWORD}
        assert guest.http.post("/api/account", json=made).status_code == 201
        assert guest.http.get("/api/account/notifications").json()["key"]
        there = admin("push", folder=tmp_path, **environment)
        assert "key       there, and can be opened" in there.stdout
        other = admin("push", folder=tmp_path, CROWNHEAD_SECRET="x" * 40, **environment)
        assert "sealed by one that is not there" in other.stdout
