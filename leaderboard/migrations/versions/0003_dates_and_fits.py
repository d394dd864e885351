"""A match has a date, and kept ratings have room for the fit. The cache is made anew."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """One column more in the match log, another table for the cache."""
    # Not as a batch: copying the table would drop the old one, and with it all seats and records.
    op.add_column("match", sa.Column("stored_us", sa.BigInteger))
    op.drop_table("rating")
    _ratings(
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("fit_model", sa.Text, nullable=False),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("grp", sa.Integer, nullable=False),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("low", sa.Float(53)),
        sa.Column("high", sa.Float(53)),
        sa.Column("rank_low", sa.Integer, nullable=False),
        sa.Column("rank_high", sa.Integer, nullable=False),
        sa.Column("first", sa.Float(53), nullable=False),
        sa.Column("above_next", sa.Float(53)),
        sa.Column("settled", sa.Integer, nullable=False),
        sa.Column("settle_deals", sa.Integer),
        sa.Column("deals", sa.Integer, nullable=False),
        *_counts("matches", "blocks", "wins", "draws", "losses", "faults", "voids", "waiting"),
    )


def downgrade() -> None:
    """The tables as they were."""
    op.drop_table("rating")
    _ratings(
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        *_counts("matches", "blocks", "wins", "draws", "losses", "faults", "voids"),
        sa.Column("model", sa.Text, nullable=False),
    )
    op.drop_column("match", "stored_us")


def _ratings(*columns: sa.Column[object]) -> None:
    op.create_table(
        "rating",
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("entry", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("folded", sa.Integer, nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("tournament", "pool", "entry", name="pk_rating"),
        sa.ForeignKeyConstraint(
            ["tournament", "entry"],
            ["entry.tournament", "entry.number"],
            name="fk_rating_tournament",
            ondelete="CASCADE",
        ),
    )


def _counts(*names: str) -> list[sa.Column[object]]:
    return [sa.Column(name, sa.Integer, nullable=False) for name in names]
