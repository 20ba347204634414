"""By what programs of an account come."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of tokens."""
    op.create_table(
        "api_tokens",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("scope", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.PrimaryKeyConstraint("digest", name="pk_api_tokens"),
        sa.UniqueConstraint("id", name="uq_api_tokens_id"),
    )
    op.create_index("ix_api_tokens_player", "api_tokens", ["player"])
    op.create_index("ix_api_tokens_until", "api_tokens", ["until"])
