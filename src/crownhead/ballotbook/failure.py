"""What is wrong with a claim, or with a file of them."""

from __future__ import annotations

from crownhead.errors import CrownheadError


class InvalidClaim(CrownheadError):
    """Report a claim of the book of ballots that does not hold; `place` is what of it is wrong."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.place = place


class AnotherEngine(InvalidClaim):
    """Report a search that cannot be repeated here: the claim is of an engine of another build."""


class LedgerError(CrownheadError):
    """Report a file of claims that cannot be gone on with, or is in use."""
