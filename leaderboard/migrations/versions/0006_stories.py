"""What pages tell of matches and of pairs of bots, counted once. The caches are made anew."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_UNTOLD = sa.text("status = 'done' AND changes IS NULL")
_POINTS = """
    (SELECT {} FROM seat WHERE seat.match = match.sequence
     ORDER BY score DESC, seat LIMIT 1 OFFSET {})
"""
_WITHOUT = "EXISTS (SELECT 1 FROM seat WHERE seat.match = match.sequence AND score IS NULL)"


def upgrade() -> None:
    """Margins follow from points; the course of a match only from its record, which is later."""
    # Not as a batch: copying the table would drop the old one, and with it all seats and records.
    for name in ("margin", "deficit", "changes"):
        op.add_column("match", sa.Column(name, sa.Integer))
    op.add_column("match", sa.Column("isolation", sa.Text))
    first, second = (_POINTS.format("score", place) for place in (0, 1))
    op.execute(
        f"UPDATE match SET margin = {first} - {second} WHERE status = 'done' AND NOT {_WITHOUT}"  # noqa: S608 - ours
    )
    op.create_index(
        "ix_match_untold",
        "match",
        ["sequence"],
        sqlite_where=_UNTOLD,
        postgresql_where=_UNTOLD,
    )
    op.create_table(
        "pair",
        *_key("one", "other"),
        *_counts("folded", "wins", "draws", "losses", "blocks", "verdict"),
        sa.Column("p", sa.Float(53), nullable=False),
        sa.Column("lead", sa.Float(53)),
        sa.PrimaryKeyConstraint("tournament", "pool", "one", "other", name="pk_pair"),
        _of_tournament("pair"),
    )
    op.create_index("ix_pair_other", "pair", ["tournament", "pool", "other"])
    op.create_table(
        "history",
        *_key("entry"),
        *_counts("folded"),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("points", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "pool", "entry", name="pk_history"),
        _of_tournament("history"),
    )


def downgrade() -> None:
    """The tables as they were."""
    op.drop_table("history")
    op.drop_table("pair")
    op.drop_index("ix_match_untold", "match")
    for name in ("isolation", "changes", "deficit", "margin"):
        op.drop_column("match", name)


def _key(*entries: str) -> list[sa.Column[object]]:
    names = [("tournament", sa.Text), ("pool", sa.Text), *((name, sa.Integer) for name in entries)]
    return [sa.Column(name, kind, autoincrement=False, nullable=False) for name, kind in names]


def _counts(*names: str) -> list[sa.Column[object]]:
    return [sa.Column(name, sa.Integer, nullable=False) for name in names]


def _of_tournament(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tournament"], ["tournament.id"], name=f"fk_{table}_tournament", ondelete="CASCADE"
    )
