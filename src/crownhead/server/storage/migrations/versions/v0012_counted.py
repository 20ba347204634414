"""Whether what was said was heard, and an index for what is counted of histories."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, all of before was heard; and the index."""
    heard = sa.Column("heard", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("said", heard)
    counted = ["player", "shown", "kind", "variant", "tempo", "opening", "side", "points"]
    op.create_index("ix_played_games_counted", "played_games", counted)
