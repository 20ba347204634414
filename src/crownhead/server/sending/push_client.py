"""Requests to push services: their addresses come from strangers, so each is looked at.

Only public addresses are asked, by https at the usual port; nothing is redirected, no proxy of the
environment is taken, no answer is read. Which address a name has is looked up once, and what was
looked at is what is connected to.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Iterable
from typing import Any
from urllib.parse import SplitResult, urlsplit

import httpcore

from crownhead.errors import CrownheadError

LONGEST = 1000
TIMEOUT = 10.0
"""Seconds after which a push service has not answered."""
MOST_AT_ONCE = 8
HTTPS = 443
_TUNNELS = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "2002::/16", "2001::/32", "::/96")))
"""Addresses of IPv6 that may lead to one of IPv4."""


class NotAllowedAddress(CrownheadError):
    """An endpoint that no public push service can have."""


def check_endpoint(endpoint: str, trusted: frozenset[str] = frozenset()) -> SplitResult:
    """Return the parts of an endpoint's address. Raises `NotAllowedAddress`.

    `trusted` are services on the operator's own network, as `host:port`.

    >>> check_endpoint("https://push.example/send/1").hostname
    'push.example'
    >>> check_endpoint("https://127.0.0.1/send/1")
    Traceback (most recent call last):
    ...
    crownhead.server.sending.push_client.NotAllowedAddress: endpoint: not a public address
    """
    if not endpoint.isascii() or not endpoint.isprintable() or len(endpoint) > LONGEST:
        raise NotAllowedAddress(f"endpoint: expected at most {LONGEST} signs of ASCII")
    try:
        parts = urlsplit(endpoint)
        port = parts.port or HTTPS
    except ValueError as error:
        raise NotAllowedAddress(f"endpoint: {error}") from None
    host = parts.hostname or ""
    plain = not (parts.username or parts.password or parts.fragment or " " in endpoint)
    if parts.scheme != "https" or not host or not plain:
        raise NotAllowedAddress("endpoint: expected an address of https")
    if f"{host}:{port}" in trusted:
        return parts
    if port != HTTPS:
        raise NotAllowedAddress("endpoint: expected the usual port of https")
    literal = _address(host)
    if literal is None:
        # What else a resolver takes for a number: 127.1, 0x7f000001, 2130706433.
        last = host.rstrip(".").rpartition(".")[2]
        if "." not in host.rstrip(".") or last.isdigit() or last.startswith("0x"):
            raise NotAllowedAddress("endpoint: not a public address")
    elif not is_public(literal):
        raise NotAllowedAddress("endpoint: not a public address")
    return parts


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Return whether an address is one of the open network, and leads to nothing else.

    >>> found = map(ipaddress.ip_address, ("9.9.9.9", "10.0.0.1", "::ffff:9.9.9.9"))
    >>> [is_public(each) for each in found]
    [True, False, False]
    """
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return True
    return address.ipv4_mapped is None and not any(address in tunnel for tunnel in _TUNNELS)


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


class _Checked(httpcore.AsyncNetworkBackend):
    """Connect to what a name was found to be, where that is public."""

    def __init__(self, trusted: frozenset[str]) -> None:
        self._trusted = trusted
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host at a port. Raises `NotAllowedAddress`."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        addresses = [str(each[4][0]) for each in found]
        public = port == HTTPS and all(map(_is_public_text, addresses))
        if not public and f"{host}:{port}" not in self._trusted:
            raise NotAllowedAddress("endpoint: not a public address")
        if not addresses:
            raise httpcore.ConnectError(f"{host}: no address")
        return await self._inner.connect_tcp(
            addresses[0], port, timeout, local_address, socket_options
        )

    async def connect_unix_socket(self, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
        """Connect to nothing on this machine."""
        raise NotAllowedAddress("endpoint: not a public address")

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


def _is_public_text(text: str) -> bool:
    found = _address(text.partition("%")[0])
    return found is not None and is_public(found)


class PushClient:
    """Send messages to push services, a few at once."""

    def __init__(self, trusted: frozenset[str] = frozenset()) -> None:
        self._trusted = trusted
        self._pool: httpcore.AsyncConnectionPool | None = None

    async def send(self, endpoint: str, headers: dict[str, str], content: bytes) -> tuple[int, str]:
        """Send a message; return the status, and how long the service asks one to wait.

        Raises `NotAllowedAddress`, and `OSError` where the service cannot be reached.
        """
        check_endpoint(endpoint, self._trusted)
        if self._pool is None:  # the certificates of the world take a while to load
            context = await asyncio.to_thread(ssl.create_default_context)
            self._pool = self._pool or httpcore.AsyncConnectionPool(
                ssl_context=context,
                max_connections=MOST_AT_ONCE,
                keepalive_expiry=30,
                network_backend=_Checked(self._trusted),
            )
        limits = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), TIMEOUT)}
        try:
            async with (
                asyncio.timeout(2 * TIMEOUT),
                self._pool.stream(
                    "POST",
                    endpoint,
                    headers=list(headers.items()),
                    content=content,
                    extensions=limits,
                ) as answer,
            ):
                wait = dict(answer.headers).get(b"retry-after", b"")
                return answer.status, wait.decode("ascii", "replace")[:20]
        except (
            httpcore.NetworkError,
            httpcore.TimeoutException,
            httpcore.ProtocolError,
            ssl.SSLError,
        ) as error:
            raise OSError(f"{type(error).__name__}: {error}") from error

    async def close(self) -> None:
        """Close all connections."""
        if self._pool is not None:
            await self._pool.aclose()
