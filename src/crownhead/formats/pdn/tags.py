"""Tags: finding them whatever their case, their order and their form when written."""

from __future__ import annotations

import re
from collections.abc import Mapping

from crownhead import _core

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType")

_KNOWN = (*ROSTER, "FEN", "Variant", "Rules", "ResultFormat", "Huffing")
_KNOWN_LOWERED = {name.lower(): name for name in _KNOWN}

# What these are called in other languages, and in checkers, where Red is Black.
_OTHER_NAMES = {
    "White": ("Bianco", "Blancs", "Blanc", "Wit", "Weiß", "Weiss", "Blancas", "Brancas", "Белые"),
    "Black": ("Red", "Nero", "Noirs", "Noir", "Zwart", "Schwarz", "Negras", "Pretas", "Черные"),
    "Result": ("Risultato", "Résultat", "Resultat", "Uitslag", "Ergebnis", "Resultado"),
}
_IN_ENGLISH = {other.lower(): name for name, others in _OTHER_NAMES.items() for other in others}

_NOT_A_NAME = re.compile(r"[^A-Za-z0-9_]")
_LONGEST_NAME = 64


def value(tags: Mapping[str, str], name: str) -> str:
    """Return the value of a tag, its name in any case; empty where it is missing or unknown.

    It is read as it is written (`tidy`). Players and result are found under what they are called
    in other languages, too.

    >>> value({"GAMETYPE": "21", "Site": "?"}, "GameType"), value({"Site": "?"}, "Site")
    ('21', '')
    >>> value({"Bianco": "Rossi", "Nero": "Verdi"}, "White"), value({"Red": "Ann"}, "Black")
    ('Rossi', 'Ann')
    """
    found = _value(tags, name)
    for other in () if found else _OTHER_NAMES.get(name, ()):
        if found := _value(tags, other):
            break
    return found


def _value(tags: Mapping[str, str], name: str) -> str:
    found = tags.get(name)
    if found is None:
        lowered = name.lower()
        found = ""
        for key, text in tags.items():
            if len(key) == len(name) and key.lower() == lowered:
                found = text
                break
    found = tidy(found)
    return "" if found == "?" else found


def in_english(name: str) -> str:
    """Return what a tag of another language is called in English; others stay as they are.

    >>> in_english("Bianco"), in_english("Event")
    ('White', 'Event')
    """
    return _IN_ENGLISH.get(name.lower(), name)


def canonical(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the tags that say something, names that every program looks for in their own case.

    >>> canonical({"WHITE": "Anna", "Site": " "})
    {'White': 'Anna'}
    """
    found: dict[str, str] = {}
    for name, text in tags.items():
        if tidy(text):
            name = _plain(name)
            name = name if name in _KNOWN else _KNOWN_LOWERED.get(name.lower(), name)
            found.setdefault(name, text)
    return found


def _plain(name: str) -> str:
    """Return a name as every program reads it."""
    name = _NOT_A_NAME.sub("_", name) or "_"
    return (name if name[0].isalpha() else "X" + name)[:_LONGEST_NAME]


def tidy(text: str) -> str:
    """Return a text as it can stand in a file: no control characters, single blanks.

    >>> tidy(" two\\n lines\\x07 ")
    'two lines'
    """
    return _core.pdn_tidy(text)
