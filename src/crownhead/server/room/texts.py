"""Texts that people write, without what nobody sees in them."""

from __future__ import annotations

import re
import unicodedata

MOST_ACCENTS = 2
"""Accents, and signs around it, on one letter."""
MOST_MARKS = 4
"""Marks of any kind on one letter, the vowels of Indian and Tibetan scripts among them."""
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0000-\U000e0fff]"
)
"""Printable by the letter of the law, and yet seen by nobody."""


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

    >>> clean_line("  well\\u202e  played\\n\\x00 !", 40), clean_line("\\u3164 \\u2800", 40)
    ('well played !', '')
    """
    plain = limit_marks(BLANK.sub("", clean_text(text)))
    return re.sub(r"\s+", " ", plain).strip()[:most].rstrip()


def limit_marks(text: str) -> str:
    """Return a text whose letters bear few marks each.

    >>> limit_marks("a" + 5 * "\\u0301" + 5 * "\\u0489") == "a" + 2 * "\\u0301"
    True
    """
    accents = marks = 0
    signs = []
    for sign in text:
        kind = unicodedata.category(sign)
        if kind not in ("Mn", "Me"):
            accents = marks = 0
        else:
            marks += 1
            accents += kind == "Me" or bool(unicodedata.combining(sign))
            if accents > MOST_ACCENTS or marks > MOST_MARKS:
                continue
        signs.append(sign)
    return "".join(signs)
