"""What moderators and administrators did, in the database."""

from __future__ import annotations

from sqlalchemy import Connection, insert

from crownhead.server.storage.schema import deeds


def write_down(
    connection: Connection, actor: str, deed: str, player: str, detail: str, at: int
) -> None:
    """Write down what a moderator or an administrator did, in the transaction that does it."""
    row = {"at": at, "actor": actor, "deed": deed, "player": player, "detail": detail}
    connection.execute(insert(deeds), row)
