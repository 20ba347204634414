"""Texts that people write, without what nobody sees in them."""

from __future__ import annotations

import re
import unicodedata

MOST_MARKS = 2
"""Combining marks on one letter."""
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})


def clean_text(text: str) -> str:
    """Return a text of several lines without what nobody sees, or what turns others around.

    >>> clean_text("  keep the\\u202e bridge \\r\\n\\x00 on 1 and 3 ")
    'keep the bridge\\n on 1 and 3'
    """
    plain = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    signs = (s for s in plain if s == "\n" or unicodedata.category(s) not in _UNSEEN)
    return "\n".join(line.rstrip() for line in "".join(signs).split("\n")).strip()


def clean_line(text: str, most: int) -> str:
    """Return a text as one line of so many signs, without what nobody sees or what hides others.

    >>> clean_line("  well\\u202e  played\\n\\x00 !", 40)
    'well played !'
    """
    return re.sub(r"\s+", " ", limit_marks(clean_text(text))).strip()[:most]


def limit_marks(text: str) -> str:
    """Return a text whose letters bear no more than `MOST_MARKS` combining marks each."""
    marks, signs = 0, []
    for sign in text:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= MOST_MARKS:
            signs.append(sign)
    return "".join(signs)
