"""A mail server on this machine: it takes letters, and refuses those to some addresses.

With a certificate it takes them once the connection is encrypted by STARTTLS and its user has
signed in.
"""

from __future__ import annotations

import asyncio
import ssl
import threading
from contextlib import ExitStack
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult

USER, PASSWORD = "draughts", "four kings on d8"
HOST = "127.0.0.2"
"""An address of this machine that is taken for another: there STARTTLS is asked for."""


class MailServer:
    """Take letters; `refused` are answers instead, by address, the next first.

    `password` is that of its user, who signs in where there is a certificate.
    """

    def __init__(self, certificate: Path | None = None, host: str = "127.0.0.1") -> None:
        self.host, self.password = host, PASSWORD
        self._context: ssl.SSLContext | None = None
        if certificate is not None:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(certificate)
        self.letters: list[EmailMessage] = []
        self.refused: dict[str, list[str]] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._open(), self._loop).result()
        self.port: int = self._server.sockets[0].getsockname()[1]

    async def _open(self) -> asyncio.Server:
        secured = self._context is not None

        def serve() -> SMTP:
            return SMTP(
                self,
                loop=self._loop,
                hostname="mail.test",
                tls_context=self._context,
                require_starttls=secured,
                auth_required=secured,
                authenticator=self._sign_in if secured else None,
            )

        return await self._loop.create_server(serve, self.host, 0)

    def _sign_in(
        self, _server: Any, _session: Any, _envelope: Any, _mechanism: Any, shown: Any
    ) -> AuthResult:
        right = (shown.login.decode(), shown.password.decode()) == (USER, self.password)
        return AuthResult(success=right, handled=False)

    async def handle_RCPT(
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        """Take an address, or refuse it."""
        waiting = self.refused.get(address, [])
        if waiting:
            return waiting.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        """Take a letter."""
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        assert [letter["to"]] == envelope.rcpt_tos
        self.letters.append(letter)
        return "250 OK"

    @property
    def environment(self) -> dict[str, str]:
        """Return what a server is started with that is to use this one."""
        return {
            "CROWNHEAD_MAIL": f"smtp://127.0.0.1:{self.port}",
            "CROWNHEAD_MAIL_FROM": "draughts@draughts.example",
            "CROWNHEAD_ADDRESS": "https://draughts.example",
        }

    def to(self, address: str) -> list[EmailMessage]:
        """Return the letters to an address."""
        return [letter for letter in self.letters if letter["to"] == address]

    def close(self) -> None:
        """Take nothing more."""

        async def end() -> None:
            self._server.close()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

        asyncio.run_coroutine_threadsafe(end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def open_mail_server(stack: ExitStack, certificate: Path | None, host: str = HOST) -> MailServer:
    """Return a server that is closed with the stack."""
    server = MailServer(certificate, host)
    stack.callback(server.close)
    return server
