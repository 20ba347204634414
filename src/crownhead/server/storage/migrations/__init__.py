"""The history of the database's schema; `upgrade` brings any database to its end."""

from crownhead.server.storage.migrations.upgrade import upgrade

__all__ = ["upgrade"]
