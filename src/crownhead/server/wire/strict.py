"""What of a request's head is looked at before anything is done with it."""

from __future__ import annotations

import re

import h11

HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]*)(?::[0-9]{0,5})?")
"""A name, an address or nothing, and perhaps a port."""


class StrictConnection(h11.Connection):
    """Take no request of which two readers could think differently.

    Where one body has two lengths, or what becomes a socket has a body, a proxy and this server
    could see different requests in the same bytes. Other upgrades are never granted: clients that
    offer HTTP/2 with every request, also with those that have a body, are answered by HTTP/1.1.
    """

    wrong = ""
    """What is wrong with the request that was not taken."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return what comes next; raise `h11.RemoteProtocolError` for what is not taken."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.wrong = fault(event)
            if self.wrong:
                raise h11.RemoteProtocolError(self.wrong, error_status_hint=400)
        return event


def fault(request: h11.Request) -> str:
    """Return what is wrong with a request, nothing if it can be taken.

    >>> fault(h11.Request(method="GET", target="/", headers=[("host", "[")]))
    'Host'
    """
    headers = dict(request.headers)  # names are in small letters, and none of these comes twice
    if not HOST.fullmatch(headers.get(b"host", b"").decode("latin-1")):
        return "Host"
    if b"transfer-encoding" in headers and b"content-length" in headers:
        return "Content-Length, Transfer-Encoding"
    has_body = b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"
    becomes_socket = headers.get(b"upgrade", b"").lower() == b"websocket"
    return "Upgrade" if has_body and becomes_socket else ""
