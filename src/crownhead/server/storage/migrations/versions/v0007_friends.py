"""Whom accounts follow, who is here, and challenges by name."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.add_column(
        "account_settings",
        sa.Column("challenges", sa.String(8), nullable=False, server_default="all"),
    )
    op.create_table(
        "follows",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("followed", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "followed", name="pk_follows"),
    )
    op.create_index("ix_follows_followed", "follows", ["followed"])
    op.create_table(
        "presences",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("process", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("player", "process", name="pk_presences"),
    )
    op.create_index("ix_presences_process", "presences", ["process"])
    op.create_table(
        "game_challenges",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("challenger", sa.String(32), nullable=False),
        sa.Column("challenged", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_game_challenges"),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name="fk_game_challenges_game", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_game_challenges_challenger", "game_challenges", ["challenger"])
    op.create_index("ix_game_challenges_challenged", "game_challenges", ["challenged"])
