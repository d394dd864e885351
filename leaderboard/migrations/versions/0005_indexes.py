"""Indexes for listings of large contests. No table is changed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_UNFINISHED = sa.text("status <> 'done'")
_FAULTY = sa.text("fault IS NOT NULL")


def upgrade() -> None:
    """Newest first within a tournament and for an entry; voids and faults among very many."""
    op.create_index("ix_match_newest", "match", ["tournament", "sequence"])
    op.create_index(
        "ix_match_undone",
        "match",
        ["tournament", "status"],
        sqlite_where=_UNFINISHED,
        postgresql_where=_UNFINISHED,
    )
    op.create_index(
        "ix_seat_fault",
        "seat",
        ["fault", "match"],
        sqlite_where=_FAULTY,
        postgresql_where=_FAULTY,
    )
    op.drop_index("ix_seat_entry", "seat")
    op.create_index("ix_seat_entry", "seat", ["tournament", "entry", "match"])


def downgrade() -> None:
    """The indexes as they were."""
    op.drop_index("ix_seat_entry", "seat")
    op.create_index("ix_seat_entry", "seat", ["tournament", "entry"])
    op.drop_index("ix_seat_fault", "seat")
    op.drop_index("ix_match_undone", "match")
    op.drop_index("ix_match_newest", "match")
