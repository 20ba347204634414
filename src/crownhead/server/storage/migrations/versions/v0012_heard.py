"""Whether what was said in a game was heard."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; all of before was heard."""
    heard = sa.Column("heard", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("said", heard)
