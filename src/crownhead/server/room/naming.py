"""Names of games, invitations and players."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata

from crownhead.server.room.refusals import Refusal
from crownhead.server.room.reserved import is_reserved
from crownhead.server.room.texts import BLANK, limit_marks

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_CODE = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that is mistaken for another sign
_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})
"""Scripts whose letters are mistaken for each other's."""


def new_id() -> str:
    """Return an id that nobody guesses, of a game, a session or a token."""
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


def plain_code(text: str) -> str:
    """Return what counts of a code, or of a password of one's own: letters and digits.

    >>> plain_code(" Winter-2026 "), plain_code("Пароль")
    ('winter2026', 'пароль')
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in folded if sign.isalnum())


def clean_name(text: str) -> str:
    """Return a name as one visible line of at most 40 characters, empty if nothing is left.

    >>> clean_name("  Anna\\n  K. "), clean_name("\u3164\u2800"), clean_name("Ｒｅｎé")
    ('Anna K.', '', 'René')
    """
    plain = limit_marks(BLANK.sub(" ", unicodedata.normalize("NFKC", text)))
    shown = "".join(sign if sign.isprintable() else " " for sign in plain)
    return " ".join(shown.split())[:40].strip()


def own_name(text: str) -> str:
    """Return the name that a guest may bear, empty if nothing of it is visible.

    Raises `Refusal` for names that are the house's, or that look like another's.
    """
    name = clean_name(text)
    if is_reserved(name):
        raise Refusal("not_allowed", text="name_reserved")
    scripts = {unicodedata.name(sign, "").split(" ")[0] for sign in name if sign.isalpha()}
    if len(scripts & _ALIKE) > 1:
        raise Refusal("not_allowed", text="name_mixed")
    return name


def first_name(player: str) -> str:
    """Return what a guest is called who has not said it.

    >>> first_name("x")[:6]
    'Guest '
    """
    return f"Guest {int(hashlib.sha256(player.encode()).hexdigest()[:8], 16) % 9000 + 1000}"


def is_first_name(name: str, player: str) -> bool:
    """Return whether a name is what a guest is called anyway, in any language of the page.

    >>> is_first_name("Gast 4012", "x"), is_first_name(first_name("x"), "x")
    (False, True)
    """
    number = first_name(player).split()[-1]
    return clean_name(name) in (f"Guest {number}", f"Gast {number}")


def apart(one: str, two: str) -> tuple[str, str]:
    """Return the two names, the second changed where they are the same.

    >>> apart("Anna", "Anna")
    ('Anna', 'Anna (2)')
    """
    return (one, f"{two} (2)") if one == two else (one, two)
