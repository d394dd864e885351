"""The match log, its records and logs, and the cache of ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_COUNTER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make every table of the first schema."""
    _tournaments()
    _matches()
    _attachments()
    _ratings()


def downgrade() -> None:
    """Remove everything."""
    for table in ("rating", "log", "record", "seat", "match", "entry", "tournament"):
        op.drop_table(table)


def _tournaments() -> None:
    op.create_table(
        "tournament",
        sa.Column("sequence", _COUNTER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("arena_version", sa.Text, nullable=False),
        sa.Column("created_us", sa.BigInteger, nullable=False),
        sa.Column("finished_us", sa.BigInteger),
        sa.Column("marks", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("sequence", name="pk_tournament"),
        sa.UniqueConstraint("id", name="uq_tournament_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "entry",
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("home", sa.Text, nullable=False),
        sa.Column("benched", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_entry"),
        sa.UniqueConstraint("tournament", "name", name="uq_entry_tournament"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournament.id"], name="fk_entry_tournament", ondelete="CASCADE"
        ),
    )


def _matches() -> None:
    op.create_table(
        "match",
        sa.Column("sequence", _COUNTER, autoincrement=True, nullable=False),
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("pairing", sa.Integer, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("control", sa.Text, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("block", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("termination", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("sequence", name="pk_match"),
        sa.UniqueConstraint("tournament", "pairing", name="uq_match_tournament"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournament.id"], name="fk_match_tournament", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "seat",
        sa.Column("match", _COUNTER, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer),
        sa.Column("score", sa.BigInteger),
        sa.Column("fault", sa.Text),
        sa.Column("elapsed_us", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seat"),
        _of_entry("seat"),
        _of_match("seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seat_entry", "seat", ["tournament", "entry"])


def _attachments() -> None:
    op.create_table(
        "record",
        sa.Column("match", _COUNTER, autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_record"),
        _of_match("record"),
    )
    op.create_table(
        "log",
        sa.Column("match", _COUNTER, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_log"),
        _of_match("log"),
    )


def _ratings() -> None:
    op.create_table(
        "rating",
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("entry", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("folded", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("blocks", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
        sa.Column("faults", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "pool", "entry", name="pk_rating"),
        _of_entry("rating"),
    )


def _of_match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["match"], ["match.sequence"], name=f"fk_{table}_match", ondelete="CASCADE"
    )


def _of_entry(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tournament", "entry"],
        ["entry.tournament", "entry.number"],
        name=f"fk_{table}_tournament",
        ondelete="CASCADE",
    )
