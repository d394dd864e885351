"""The faults of one tournament are listed, so its matches come first in their index."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_FAULTY = sa.text("fault IS NOT NULL")


def upgrade() -> None:
    """By tournament and match, newest last."""
    _index("tournament", "match", "fault")


def downgrade() -> None:
    """By fault, through all tournaments."""
    _index("fault", "match")


def _index(*columns: str) -> None:
    op.drop_index("ix_seat_fault", "seat")
    op.create_index(
        "ix_seat_fault", "seat", list(columns), sqlite_where=_FAULTY, postgresql_where=_FAULTY
    )
