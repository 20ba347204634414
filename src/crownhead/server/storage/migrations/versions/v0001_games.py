"""Games, their logs, seats, players, processes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("agreement", sa.JSON, nullable=False),
        sa.Column("lots", sa.JSON),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("code", sa.String(16)),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("clocked", sa.Boolean, nullable=False),
        sa.Column("turn", sa.String(5)),
        sa.Column("result", sa.String(8)),
        sa.Column("origin", sa.String(80)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("code", name="uq_games_code"),
        sa.UniqueConstraint("origin", name="uq_games_origin"),
    )
    op.create_index("ix_games_due", "games", ["due"])
    op.create_index("ix_games_listed_created", "games", ["listed", "created"])
    op.create_index("ix_games_phase_changed", "games", ["phase", "changed"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("number", sa.SmallInteger, nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_player_game", "seats", ["player", "game"])
    op.create_table(
        "game_events",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("command", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_game_events"),
        sa.UniqueConstraint("game", "command", name="uq_game_events_game_command"),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name="fk_game_events_game", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
