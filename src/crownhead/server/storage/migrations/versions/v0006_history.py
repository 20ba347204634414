"""Histories of players, and who keeps his to himself."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; what was played before is put in order once the server runs."""
    op.create_table(
        "played_games",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("tempo", sa.String(16), nullable=False),
        sa.Column("side", sa.String(5), nullable=False),
        sa.Column("points", sa.SmallInteger, nullable=False),
        sa.Column("opponent", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("level", sa.SmallInteger),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("opening", sa.String(200)),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player", "ended", "game", name="pk_played_games"),
        _of_game("played_games"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_played_games_game", "played_games", ["game"])
    op.create_index(
        "ix_played_games_player_opponent_ended", "played_games", ["player", "opponent", "ended"]
    )
    op.create_table(
        "unsorted_games",
        sa.Column("game", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_unsorted_games"),
        _of_game("unsorted_games"),
    )
    op.execute("INSERT INTO unsorted_games (game) SELECT id FROM games WHERE phase = 'over'")
    op.create_table(
        "account_settings",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_account_settings"),
    )


def _of_game(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["game"], ["games.id"], name=f"fk_{table}_game", ondelete="CASCADE"
    )
