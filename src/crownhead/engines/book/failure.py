"""What goes wrong with opening books."""

from __future__ import annotations

from crownhead.errors import CrownheadError


class BookError(CrownheadError):
    """Refuse a book, or the tree of one, that cannot be read or gone on with."""
