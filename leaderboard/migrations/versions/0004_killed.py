"""A match that was played again because a program was killed has two ends."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """One column more in the match log."""
    # Not as a batch: copying the table would drop the old one, and with it all seats and records.
    op.add_column("match", sa.Column("killed", sa.Text))


def downgrade() -> None:
    """The table as it was; what was played again counts from then on."""
    op.drop_column("match", "killed")
