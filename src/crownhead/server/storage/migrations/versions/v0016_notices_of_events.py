"""Notices may be about an event: a round that was announced and begins soon."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the event that a notice is about; each is about a game or an event, one of the two."""
    with op.batch_alter_table("notices") as notices:
        notices.alter_column("game", existing_type=sa.String(16), nullable=True)
        notices.add_column(sa.Column("event", sa.String(16)))
        notices.create_foreign_key(
            "fk_notices_event", "events", ["event"], ["id"], ondelete="CASCADE"
        )
        notices.create_unique_constraint(
            "uq_notices_player_kind_event_target", ["player", "kind", "event", "target"]
        )
        notices.create_check_constraint("ck_notices_about", "(game IS NULL) != (event IS NULL)")
    op.create_index("ix_notices_event", "notices", ["event"])
