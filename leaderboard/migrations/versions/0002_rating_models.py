"""Kept ratings name their model and tell voids. They are a cache: it is emptied, not converted."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Two columns more in an empty table."""
    op.execute(sa.text("DELETE FROM rating"))
    with op.batch_alter_table("rating") as table:
        table.add_column(sa.Column("voids", sa.Integer, nullable=False))
        table.add_column(sa.Column("model", sa.Text, nullable=False))


def downgrade() -> None:
    """The table as it was."""
    op.execute(sa.text("DELETE FROM rating"))
    with op.batch_alter_table("rating") as table:
        table.drop_column("model")
        table.drop_column("voids")
