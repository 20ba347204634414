"""What players say to each other, and reports of it."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of talk."""
    op.create_table(
        "said",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("side", sa.String(5)),
        sa.Column("phrase", sa.String(16)),
        sa.Column("text", sa.String(1200), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_said"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], "fk_said_game", ondelete="CASCADE"),
    )
    op.create_index("ix_said_game_id", "said", ["game", "id"])
    op.create_index("ix_said_player", "said", ["player"])
    op.create_index("ix_said_at", "said", ["at"])
    op.create_table(
        "talk_reports",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("said", sa.Integer, nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("author", sa.String(32), nullable=False),
        sa.Column("ground", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("verdict", sa.String(8)),
        sa.Column("decided", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_talk_reports"),
        sa.UniqueConstraint("said", "by", name="uq_talk_reports_said_by"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], "fk_talk_reports_game", ondelete="CASCADE"),
    )
    op.create_index("ix_talk_reports_verdict_id", "talk_reports", ["verdict", "id"])
    op.create_table(
        "talk_off",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_talk_off"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], "fk_talk_off_game", ondelete="CASCADE"),
    )
    op.create_table(
        "blocks",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("other", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("player", "other", name="pk_blocks"),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])
    op.create_table(
        "mutes",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_mutes"),
    )
