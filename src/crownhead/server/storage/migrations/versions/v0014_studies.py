"""Studies and their chapters."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("read_code", sa.String(32)),
        sa.Column("write_code", sa.String(32)),
        sa.Column("network", sa.String(32)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_studies"),
        sa.UniqueConstraint("read_code", name="uq_studies_read_code"),
        sa.UniqueConstraint("write_code", name="uq_studies_write_code"),
    )
    op.create_index("ix_studies_owner", "studies", ["owner"])
    op.create_index("ix_studies_network", "studies", ["network"])
    op.create_index("ix_studies_seen", "studies", ["seen"])
    op.create_table(
        "study_chapters",
        sa.Column("study", sa.String(16), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("study", "id", name="pk_study_chapters"),
        sa.ForeignKeyConstraint(
            ["study"], ["studies.id"], "fk_study_chapters_study", ondelete="CASCADE"
        ),
    )
