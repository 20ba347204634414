"""Names as a sheet lists them: in their order, with why somebody does not play."""

from __future__ import annotations

import unicodedata

from crownhead.competition.competition import Competition
from crownhead.locales import Catalogue

_ALONE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
"""Letters that are no letter with a mark on it, where people look for them all the same."""


def name_order(name: str) -> tuple[str, str]:
    """Return by what names stand in a list in which people look for theirs: Özil between O and P.

    >>> sorted(["Zita", "Özil", "Otto", "Łukasz", "Mia"], key=name_order)
    ['Łukasz', 'Mia', 'Otto', 'Özil', 'Zita']
    """
    plain = unicodedata.normalize("NFD", name.casefold())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return letters.translate(_ALONE), name


def cancelled_names(now: Competition) -> frozenset[str]:
    """Return the names of those whose results were cancelled."""
    return frozenset(each.name for each in now.entrants if each.cancelled)


def name_with_state(now: Competition, words: Catalogue, name: str, number: int) -> str:
    """Return a name, with why its bearer does not play in a round; in an arena one may rest."""
    entrant = now.entrant(name)
    if entrant.expelled:
        state = "expelled"
    elif entrant.cancelled:
        state = "cancelled"
    elif now.event.format != "arena" and not entrant.here(number):
        state = "withdrawn"
    else:
        return name
    return words.text("sheet.gone", name=name, state=words.text(f"web.event.state.{state}"))
