"""What protects pages and players: headers, and who may send what from where."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

_NOTHING = "'none'"
_OWN = "'self'"
_POLICY = {
    "default-src": _NOTHING,
    "script-src": f"{_OWN} 'wasm-unsafe-eval'",
    "style-src": _OWN,
    "img-src": f"{_OWN} data: blob:",
    "font-src": _OWN,
    "media-src": _OWN,
    "connect-src": _OWN,
    "worker-src": _OWN,
    "manifest-src": _OWN,
    "base-uri": _NOTHING,
    "form-action": _NOTHING,
    "frame-ancestors": _NOTHING,
}


def _headers(policy: Mapping[str, str]) -> tuple[tuple[bytes, bytes], ...]:
    headers = {
        "content-security-policy": "; ".join(f"{k} {v}" for k, v in policy.items()),
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
    }
    return tuple((name.encode(), value.encode()) for name, value in headers.items())


HEADERS = _headers(_POLICY)
"""Sent with every answer, but for the documentation."""

DOCS_HEADERS = _headers(_POLICY | {"form-action": _OWN})
"""Sent with the documentation, whose search is a form."""

STAY_SECURE = (b"strict-transport-security", b"max-age=31536000")
"""Sent with every answer over https: browsers ask this host over nothing else for a year."""


def is_our_host(host: str, hosts: frozenset[str], origins: frozenset[str]) -> bool:
    """Return whether a request was meant for us by the Host it names.

    A page of another site can make its own name lead to this machine. It cannot do that to a bare
    address, nor to the names that every machine has for itself, nor to those the operator lists.

    >>> is_our_host("127.0.0.1:8000", frozenset(), frozenset())
    True
    >>> is_our_host("evil.example", frozenset(), frozenset({"https://play.example"}))
    False
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        pass
    own = socket.gethostname().lower()
    named = {urlsplit(origin).hostname or "" for origin in origins}
    return name in (*hosts, *named, "localhost", own, f"{own}.local") or name.endswith(".localhost")


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def same_origin(headers: Mapping[str, str], origins: frozenset[str], scheme: str) -> bool:
    """Return whether a request comes from one of our own pages, or from no page at all.

    Browsers tell the origin with every socket and every unsafe request; other programs send none,
    and have no cookies that a page could make them use.

    >>> same_origin({"host": "a.org", "origin": "https://evil.org"}, frozenset(), "https")
    False
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    secure = "https" if scheme in ("https", "wss") else "http"
    host = headers.get("host", "")
    # A proxy may end the encryption: then the page is https and the request to us is not.
    return origin in (f"{secure}://{host}", f"https://{host}") or origin in origins
