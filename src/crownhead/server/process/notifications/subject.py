"""What a notice is about."""

from __future__ import annotations

from crownhead.server.storage.notices import Queued


def about(notice: Queued) -> str:
    """Return the id of what a notice is about."""
    return notice.game or notice.event or ""


def place(notice: Queued) -> tuple[str, str]:
    """Return where the page shows what a notice is about."""
    return ("events" if notice.game is None else "g", about(notice))
