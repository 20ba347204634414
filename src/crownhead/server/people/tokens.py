"""Secrets that are told once: tokens of sessions, and recovery codes. The database has hashes."""

from __future__ import annotations

import hashlib
import secrets

CODES = 10
"""Recovery codes that an account gets together."""
_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Signs that are not mistaken for one another."""
_GROUPS, _LENGTH = 3, 5
"""15 signs of 31 are 74 bits: nobody guesses one, so that a fast hash will do."""


def new_token() -> str:
    """Return 32 random bytes as text for a cookie."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """Return what the database holds of a secret with at least 70 random bits: 64 hex digits.

    >>> digest("x")[:8]
    '2d711642'
    """
    return hashlib.sha256(token.encode()).hexdigest()


def new_codes() -> tuple[str, ...]:
    """Return recovery codes, each to be used once.

    >>> [len(code) for code in new_codes()] == [17] * 10
    True
    """
    return tuple("-".join(_group() for _ in range(_GROUPS)) for _ in range(CODES))


def clean_code(text: str) -> str:
    """Return the code that a typed text means.

    >>> clean_code(" ABCDE fghjk--23456 ")
    'abcde-fghjk-23456'
    """
    signs = "".join(sign for sign in text.lower() if sign in _SIGNS)
    return "-".join(signs[start : start + _LENGTH] for start in range(0, len(signs), _LENGTH))


def _group() -> str:
    return "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))
