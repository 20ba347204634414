"""The errors of competitions."""

from __future__ import annotations

from crownhead.errors import CrownheadError


class CompetitionError(CrownheadError):
    """Report what cannot be done in an event, or a file that holds none: what, and where."""


class NoPairing(CompetitionError):
    """Report a round that the rules of its format do not allow to be paired."""


class InvalidEventFile(CompetitionError):
    """Report a file that holds no event; `where` says which part of it is wrong."""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.where = where
