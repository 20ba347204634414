"""Leave that the games know of, and from where games over days are played."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and make the table; leave of before has been told."""
    told = sa.Column("told", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("leaves", told)
    op.create_index("ix_leaves_told", "leaves", ["told"])
    op.create_table(
        "seat_networks",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("network", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_seat_networks"),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], "fk_seat_networks_game", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_seat_networks_network_at", "seat_networks", ["network", "at"])
    op.create_index("ix_seat_networks_player", "seat_networks", ["player"])
