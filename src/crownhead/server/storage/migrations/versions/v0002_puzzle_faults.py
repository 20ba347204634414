"""What guests report about puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of reported puzzles."""
    op.create_table(
        "puzzle_faults",
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("fault", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("variant", "puzzle", "player", name="pk_puzzle_faults"),
    )
    op.create_index("ix_puzzle_faults_player", "puzzle_faults", ["player"])
