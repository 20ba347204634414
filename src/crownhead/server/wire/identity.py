"""Who a guest is: a random id in a cookie that only the server can sign."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from http.cookies import CookieError, SimpleCookie

COOKIE = "crownhead_guest"
LASTS = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer."""


def new_guest() -> str:
    """Return the id of a new guest."""
    return "g" + secrets.token_hex(12)


def sign(guest: str, secret: bytes) -> str:
    """Return the value of the guest's cookie.

    >>> verify(sign("g1", b"key"), b"key"), verify("g1." + "0" * 64, b"key")
    ('g1', None)
    """
    return f"{guest}.{_signature(guest, secret)}"


def verify(value: str, secret: bytes) -> str | None:
    """Return the guest of a cookie's value, None if this server has not signed it."""
    guest, _, signature = value[:200].partition(".")
    sound = hmac.compare_digest(signature.encode(), _signature(guest, secret).encode())
    return guest if sound else None


def of_header(header: str, secret: bytes) -> str | None:
    """Return the guest that a Cookie header names, None if there is none."""
    try:
        found = SimpleCookie(header[:8192]).get(COOKIE)
    except CookieError:
        return None
    return None if found is None else verify(found.value, secret)


def set_cookie(guest: str, secret: bytes, *, secure: bool) -> str:
    """Return the Set-Cookie header that makes a browser this guest."""
    ending = "; Secure" if secure else ""
    return (
        f"{COOKIE}={sign(guest, secret)}; Path=/; Max-Age={LASTS}; HttpOnly; SameSite=Lax{ending}"
    )


def _signature(guest: str, secret: bytes) -> str:
    return hmac.new(secret, b"guest " + guest.encode(), hashlib.sha256).hexdigest()
