"""Games over days: conditional moves, notes, leave."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of plans, notes and leave."""
    op.create_table(
        "plans",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("side", sa.String(5), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("plan", sa.JSON, nullable=False),
        sa.Column("stamp", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("game", "side", name="pk_plans"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], "fk_plans_game", ondelete="CASCADE"),
    )
    op.create_index("ix_plans_player", "plans", ["player"])
    op.create_table(
        "notes",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_notes"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], "fk_notes_game", ondelete="CASCADE"),
    )
    op.create_index("ix_notes_player", "notes", ["player"])
    op.create_table(
        "leaves",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("days", sa.SmallInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "number", name="pk_leaves"),
    )
    op.create_index("ix_leaves_until", "leaves", ["until"])
