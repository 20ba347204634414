"""Seasons of competitions."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "seasons",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("organiser", sa.String(32), nullable=False),
        sa.Column("organiser_name", sa.String(60), nullable=False),
        sa.Column("origin", sa.String(100)),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sa.UniqueConstraint("origin", name="uq_seasons_origin"),
    )
    op.create_index("ix_seasons_organiser", "seasons", ["organiser"])
    op.create_index("ix_seasons_changed", "seasons", ["changed"])
