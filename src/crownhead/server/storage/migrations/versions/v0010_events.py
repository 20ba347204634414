"""Competitions: what they are, what was done in them, whose they are."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of events."""
    op.create_table(
        "events",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("organiser", sa.String(32), nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("origin", sa.String(100)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("summary", sa.JSON, nullable=False),
        sa.Column("lots", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sa.UniqueConstraint("origin", name="uq_events_origin"),
    )
    op.create_index("ix_events_phase_changed", "events", ["phase", "changed"])
    op.create_index("ix_events_due", "events", ["due"])
    op.create_table(
        "event_log",
        sa.Column("event", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("command", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("event", "seq", name="pk_event_log"),
        sa.UniqueConstraint("event", "command", name="uq_event_log_event_command"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], "fk_event_log_event", ondelete="CASCADE"),
    )
    op.create_table(
        "event_people",
        sa.Column("event", sa.String(16), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("event", "player", name="pk_event_people"),
        sa.ForeignKeyConstraint(
            ["event"], ["events.id"], "fk_event_people_event", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_event_people_player", "event_people", ["player"])
