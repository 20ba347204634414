"""What is wrong with a match, in one sentence."""

from __future__ import annotations

from crownhead.errors import CrownheadError


class ArenaError(CrownheadError):
    """Refuse a match that cannot be played, gone on with, or read back."""
