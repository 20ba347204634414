"""Names of games, invitations and players."""

from __future__ import annotations

import hashlib
import secrets

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_CODE = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that is mistaken for another sign


def new_game() -> str:
    """Return an id that nobody guesses."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def new_code() -> str:
    """Return an invitation code that a person can type: 8 signs."""
    return "".join(secrets.choice(_CODE) for _ in range(8))


def clean_code(text: str) -> str:
    """Return the code that a typed text means.

    >>> clean_code(" abcd-efgh ")
    'ABCDEFGH'
    """
    return "".join(sign for sign in text.upper() if sign in _CODE)[:16]


def clean_name(text: str) -> str:
    """Return a name as one printable line of at most 40 characters, empty if nothing is left.

    >>> clean_name("  Anna\\n  K. ")
    'Anna K.'
    """
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(printable.split())[:40].strip()


def first_name(player: str) -> str:
    """Return what a guest is called who has not said it.

    >>> first_name("x")[:6]
    'Guest '
    """
    return f"Guest {int(hashlib.sha256(player.encode()).hexdigest()[:8], 16) % 9000 + 1000}"


def apart(one: str, two: str) -> tuple[str, str]:
    """Return the two names, the second changed where they are the same.

    >>> apart("Anna", "Anna")
    ('Anna', 'Anna (2)')
    """
    return (one, f"{two} (2)") if one == two else (one, two)
