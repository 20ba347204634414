"""Passwords: which ones will do, and what is kept of them (argon2id by RFC 9106)."""

from __future__ import annotations

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from crownhead.server.people.names import skeleton
from crownhead.server.room.refusals import Refusal

SHORTEST, LONGEST = 10, 200
"""Characters. Long ones are no better, and cost time."""
FEWEST = 5
"""Different characters."""
_hasher = PasswordHasher()  # 64 MB and some 50 ms each: the second choice of RFC 9106


def check(password: str, name: str) -> None:
    """Raise `Refusal` for a password that is guessed soon.

    >>> check("four kings on d8", "Anna")
    >>> check("Anna Anna 1", "anna")
    Traceback (most recent call last):
    ...
    crownhead.server.room.refusals.Refusal: not_allowed
    """
    if len(password) < SHORTEST:
        raise Refusal("not_allowed", text="password_short")
    rest = skeleton(password).replace(skeleton(name), "")
    if len(set(password)) < FEWEST or len(rest) < FEWEST or _is_row(password):
        raise Refusal("not_allowed", text="password_weak")


def hash_password(password: str) -> str:
    """Return what is kept of a password: long work, 64 MB."""
    return _hasher.hash(password)


def is_password(kept: str | None, password: str) -> bool:
    """Return whether it is the password of which this is kept: long work, 64 MB.

    None, of an account without one, takes as long.
    """
    try:
        return _hasher.verify(kept or _nobody(), password) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobody() -> str:
    """Return what the password of an unknown name is compared with, so that it takes as long."""
    return _hasher.hash("nobody's password")


def _is_row(password: str) -> bool:
    """Return whether most characters are neighbours of the one before, as in 1234567890."""
    steps = [abs(ord(b) - ord(a)) <= 1 for a, b in zip(password, password[1:], strict=False)]
    return sum(steps) > 0.7 * len(steps)
