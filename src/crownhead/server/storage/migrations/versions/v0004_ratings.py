"""Ratings, and the games that they follow from."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of ratings."""
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("tempo", sa.String(12), nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "variant", "tempo", name="pk_ratings"),
    )
    op.create_index("ix_ratings_variant_tempo_value", "ratings", ["variant", "tempo", "value"])
    op.create_table(
        "rated_games",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("tempo", sa.String(12), nullable=False),
        sa.Column("white", sa.String(32), nullable=False),
        sa.Column("black", sa.String(32), nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("annulled", sa.Boolean, nullable=False),
        sa.Column("white_before", sa.Float, nullable=False),
        sa.Column("white_after", sa.Float, nullable=False),
        sa.Column("black_before", sa.Float, nullable=False),
        sa.Column("black_after", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_rated_games"),
        sa.UniqueConstraint("number", name="uq_rated_games_number"),
    )
    op.create_index("ix_rated_games_white_at", "rated_games", ["white", "at"])
    op.create_index("ix_rated_games_black_at", "rated_games", ["black", "at"])
