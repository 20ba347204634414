"""Who sends a request: cookies, and what they say.

A guest is a random id in a cookie that only the server can sign; who has signed in to an account
has a random token in another, which comes first.

Browsers send the cookies of a host in one line with whatever other programs have put there, so the
line is cut at its semicolons and nothing else of it is read. Whoever has sent a cookie of ours that
cannot be verified keeps it: the key that signed it may come back. Such a guest gets another beside.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SESSION = "crownhead_session"
COOKIE = "crownhead_guest"
SPARE = "crownhead_guest_2"
"""The cookie of those whose first one cannot be verified."""
HOST = "__Host-"
"""Put before the name over https: no other host, and no page without encryption, can set it."""
LASTS = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer."""
LONGEST = 65_536
"""Characters of a line of cookies that are read."""


@dataclass(frozen=True, slots=True)
class Known:
    """Who sends a request, and the Set-Cookie header by which he is known from now on.

    `came`: he was known by a cookie already.
    """

    guest: str
    cookie: str | None
    came: bool = True


def new_guest() -> str:
    """Return the id of a new guest."""
    return "g" + secrets.token_hex(12)


def sign(guest: str, key: bytes) -> str:
    """Return the value of the guest's cookie.

    >>> verify(sign("g1", b"old"), (b"new", b"old")), verify("g1." + "0" * 64, (b"new",))
    ('g1', None)
    """
    return f"{guest}.{_signature(guest, key)}"


def verify(value: str, keys: Sequence[bytes]) -> str | None:
    """Return the guest of a cookie's value, None if none of the keys has signed it."""
    guest, _, signature = value.strip('" ')[:200].partition(".")
    given = signature.encode()
    sound = [hmac.compare_digest(given, _signature(guest, key).encode()) for key in keys]
    return guest if guest and any(sound) else None


def identify(header: str, keys: Sequence[bytes], *, secure: bool) -> Known:
    """Return who sends this line of cookies; `keys` are the one that signs, and older ones.

    >>> mine = sign("g1", b"key")
    >>> identify(f'x="a; crownhead_guest={mine}; flag', (b"key",), secure=False)
    Known(guest='g1', cookie=None, came=True)
    """
    homes = (HOST + COOKIE, HOST + SPARE) if secure else (COOKIE, SPARE)
    names = (*homes, COOKIE, SPARE) if secure else homes
    sent = {name: list(_values(header, name)) for name in names}
    free = next((name for name in homes if not sent[name]), None)
    for name, values in sent.items():
        for value in values:
            guest = verify(value, keys)
            if guest is None:
                continue
            if name not in homes:
                return Known(guest, _set_cookie(free, guest, keys[0], secure=secure))
            if value == sign(guest, keys[0]):
                return Known(guest, None)
            return Known(guest, _set_cookie(name, guest, keys[0], secure=secure))
    guest = new_guest()
    if len(header) > LONGEST:
        return Known(guest, None, False)  # his cookie may be in what is not read
    return Known(guest, _set_cookie(free, guest, keys[0], secure=secure), False)


def stranger(keys: Sequence[bytes], *, secure: bool) -> Known:
    """Return a new guest, whose cookie takes the place of any other."""
    guest = new_guest()
    name = HOST + COOKIE if secure else COOKIE
    return Known(guest, _set_cookie(name, guest, keys[0], secure=secure), False)


def tokens(header: str, *, secure: bool) -> list[str]:
    """Return what a line of cookies holds as tokens of sessions.

    >>> tokens("a=b; crownhead_session=xyz", secure=False)
    ['xyz']
    """
    name = HOST + SESSION if secure else SESSION
    return [value[:100] for value in _values(header, name)][:20]


def sign_in_cookies(token: str, *, secure: bool) -> list[str]:
    """Return the headers that set the token of an account and delete the cookie of the guest."""
    name = HOST + SESSION if secure else SESSION
    guests = (COOKIE, SPARE, HOST + COOKIE, HOST + SPARE) if secure else (COOKIE, SPARE)
    return [_cookie(name, token, LASTS, secure=secure), *(_remove_cookie(each) for each in guests)]


def sign_out_cookie(*, secure: bool) -> list[str]:
    """Return the Set-Cookie header of who has signed out."""
    return [_remove_cookie(HOST + SESSION if secure else SESSION)]


def _values(header: str, name: str) -> Iterator[str]:
    for part in header[:LONGEST].split(";"):
        found, separator, value = part.partition("=")
        if separator and found.strip() == name:
            yield value.strip()


def _set_cookie(name: str | None, guest: str, key: bytes, *, secure: bool) -> str | None:
    """Return the Set-Cookie header that makes a browser this guest, None without a name."""
    if name is None:
        return None
    return _cookie(name, sign(guest, key), LASTS, secure=secure)


def _cookie(name: str, value: str, lasts: int, *, secure: bool) -> str:
    ending = "; Secure" if secure else ""
    return f"{name}={value}; Path=/; Max-Age={lasts}; HttpOnly; SameSite=Lax{ending}"


def _remove_cookie(name: str) -> str:
    return _cookie(name, "", 0, secure=name.startswith(HOST))


def _signature(guest: str, key: bytes) -> str:
    return hmac.new(key, b"guest " + guest.encode(), hashlib.sha256).hexdigest()
