"""What players are to be told beside the page, by which ways, and the server's own key."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    game = sa.Column("game", sa.String(16), nullable=False)
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        game,
        sa.Column("target", sa.String(24), nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("tries", sa.SmallInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], "fk_notices_game", ondelete="CASCADE"),
        sa.UniqueConstraint(
            "player", "kind", "game", "target", name="uq_notices_player_kind_game_target"
        ),
    )
    op.create_index("ix_notices_due", "notices", ["due"])
    op.create_index("ix_notices_game", "notices", ["game"])
    op.create_index("ix_notices_at", "notices", ["at"])
    op.create_table(
        "notice_marks",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("falls", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_notice_marks"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], "fk_notice_marks_game", ondelete="CASCADE"),
    )
    op.create_table(
        "notice_choices",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("page", sa.JSON, nullable=False),
        sa.Column("push", sa.JSON, nullable=False),
        sa.Column("mail", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_notice_choices"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
        sa.UniqueConstraint("digest", name="uq_push_subscriptions_digest"),
    )
    op.create_index("ix_push_subscriptions_player", "push_subscriptions", ["player"])
    op.create_table(
        "mail_addresses",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("address", sa.String(254)),
        sa.Column("wanted", sa.String(254)),
        sa.Column("code", sa.String(64)),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("stop", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("sent", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_mail_addresses"),
        sa.UniqueConstraint("code", name="uq_mail_addresses_code"),
        sa.UniqueConstraint("stop", name="uq_mail_addresses_stop"),
    )
    op.create_index("ix_mail_addresses_wanted", "mail_addresses", ["wanted"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_keys"),
    )
