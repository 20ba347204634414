"""Names that are the house's, however they are written.

A name is read as an eye reads it that does not look twice: without accents, signs and spaces, with
every letter taken for the Latin one that it looks like, and with numbers for letters.
"""

from __future__ import annotations

import re
import unicodedata

_WORDS = (
    *("crownhead", "admin", "administrator", "moderator", "mod", "server", "system", "support"),
    *("engine", "computer"),
)
_NUMBERED = ("level", "stufe", "guest", "gast")
"""Words that are the house's with a number."""
_ALIKE = {
    "a": "ΑАαаᴀɑ",
    "b": "ΒВв",
    "c": "СсᴄϹς",
    "d": "ԁᴅđɗ",
    "e": "ΕЕεеᴇɛҽ",
    "f": "ꜰƒ",
    "g": "ɡɢց",
    "h": "ΗНһнʜħհ",
    "i": "ΙІιіıɪɩ",
    "l": "ӏʟłӀ",
    "m": "ΜМмᴍ",
    "n": "ΝηпռոᴎɴŋNП",
    "o": "ΟОοоօᴏøσ",
    "p": "ΡРρрᴘ",
    "r": "гʀɾ",
    "s": "ѕꜱЅ",
    "t": "ΤТτтᴛŧ",
    "u": "υцᴜսՍ",
    "v": "νѵᴠ",
    "w": "ωԝᴡшѡ",
    "y": "ΥУγуʏү",
}
"""Letters that look like a Latin one, as capitals or small ones."""
PAIRS = (("vv", "w"), ("rn", "m"), ("cl", "d"))
"""Letters that look like one; no word above has them."""
_FOR_LETTERS = {
    "a": "a4@",
    "e": "e3€",
    "g": "g69",
    "i": "i1l!|",
    "l": "l1i!|",
    "o": "o0",
    "s": "s5$",
    "t": "t7+",
}
"""How a letter may be written."""
LATIN = str.maketrans({sign: letter for letter, signs in _ALIKE.items() for sign in signs})
_SIGNS = "@€!|$+"
_UNSEEN = re.compile(f"[^a-z0-9{re.escape(_SIGNS)}]")
_WITHOUT_SIGNS = str.maketrans("", "", _SIGNS)
_APART = re.compile(r"[\s._-]")


def _either(words: tuple[str, ...]) -> str:
    letters = {letter: f"[{re.escape(signs)}]" for letter, signs in _FOR_LETTERS.items()}
    return "|".join("".join(letters.get(letter, letter) for letter in word) for word in words)


_NUMBER = "[0-9][0-9oil]{0,40}"
_RESERVED = re.compile(
    f"(?:(?:{_either(_WORDS)})(?:{_NUMBER})?|crownhead[oil]{{1,2}}"
    f"|(?:{_either(_NUMBERED)}){_NUMBER}){{1,4}}"
)


def is_reserved(name: str) -> bool:
    """Return whether a name is one of the house's, or looks like one.

    >>> [is_reserved(name) for name in ("crownhead 10", "Cr0wn-Head", "Leve1 IO", "Anna 10")]
    [True, True, True, False]
    """
    seen = _letters_of(name)
    # A sign may stand for a letter, or beside the name, or between its letters.
    forms = (seen, seen.strip(_SIGNS), seen.translate(_WITHOUT_SIGNS))
    return any(_RESERVED.fullmatch(form) is not None for form in forms)


def _letters_of(name: str) -> str:
    """Return the letters and digits that a name shows."""
    plain = [
        sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign)
    ]
    digits = "".join(str(unicodedata.decimal(sign, sign)) for sign in plain)
    latin = digits.translate(LATIN).casefold().translate(LATIN)
    words = [_number(word) for word in _APART.split(latin)]
    seen = _UNSEEN.sub("", "".join(words))
    for pair, letter in PAIRS:
        seen = seen.replace(pair, letter)
    return seen


def _number(word: str) -> str:
    """Return a word as the number that it looks like, where it is so short that it may be one."""
    looks = word.translate(str.maketrans("oil", "011"))
    return looks if looks.isdecimal() and len(word) <= 2 else word
