"""Players under several names: which were merged, and which may be one person."""

from __future__ import annotations

from sqlalchemy import Connection, select

from crownhead.base.schema import names


def persons_of(connection: Connection) -> dict[str, str]:
    """Return the names that were merged into another, and that one."""
    main = names.alias()
    joined = names.join(main, names.c.person == main.c.id)
    wanted = select(names.c.text, main.c.text.label("person")).select_from(joined)
    return {row.text: row.person for row in connection.execute(wanted)}
