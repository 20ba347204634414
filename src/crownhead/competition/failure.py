"""The errors of competitions."""

from __future__ import annotations

from crownhead.errors import CrownheadError


def printable(text: str) -> str:
    r"""Return a text of a stranger as it can be printed: what no sign stands for is written out.

    >>> printable("Anna \x1b[2J \ud800")
    'Anna \\x1b[2J \\ud800'
    """
    if text.isprintable():
        return text
    return "".join(s if s.isprintable() else s.encode("unicode_escape").decode() for s in text)


class CompetitionError(CrownheadError):
    """Report what cannot be done in an event, or a file that holds none: what, and where.

    What an organiser meets at his desk has a `key`, by which a face says it in another language
    (`server.event_rule.KEY` of the catalogues), with `values` filled in.
    """

    family = "server.event_rule"


class CardNotDrawn(CompetitionError):
    """Report a result of a game that needs a card, in a round whose cards are not drawn yet."""


class NoPairing(CompetitionError):
    """Report a round that the rules of its format do not allow to be paired."""


class InvalidEventFile(CompetitionError):
    """Report a file that holds no event; `where` says which part of it is wrong."""

    def __init__(self, what: str, where: str = "") -> None:
        what, where = printable(what), printable(where)
        super().__init__(f"{where}: {what}" if where else what)
        self.where = where
