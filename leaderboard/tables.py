"""The tables. One definition, in SQLAlchemy Core, because it loads in half the time of a model.

`models` has those that are read from files as SQLModel classes; the migrations make them, and a
new file has them at once; tests compare all of that. The match log (`match`, `seat`) is the truth.
Large things stand in tables of their own, so that listing matches does not read them. `rating`,
`pair` and `history` are caches and may be emptied at any time.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    text,
)

METADATA: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

# SQLite counts up only in a column that is declared as INTEGER.
_COUNTER: Final = BigInteger().with_variant(Integer, "sqlite")

# Few among very many: an index of those alone. A server's have the same condition, which the
# migrations tell: to name it here as well would load its dialect into every command.
UNDONE: Final = text("status <> 'done'")
FAULTY: Final = text("fault IS NOT NULL")
UNTOLD: Final = text("status = 'done' AND changes IS NULL")

tournament: Final = Table(
    "tournament",
    METADATA,
    Column("sequence", _COUNTER, primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("spec", Text, nullable=False),
    Column("seed", Text, nullable=False),  # beyond 64 bits, hence decimal text
    Column("secret", Text, nullable=False),
    Column("arena_version", Text, nullable=False),
    Column("created_us", BigInteger, nullable=False),
    Column("finished_us", BigInteger),
    Column("marks", Text, nullable=False),
    UniqueConstraint("id"),
    sqlite_autoincrement=True,
)

entry: Final = Table(
    "entry",
    METADATA,
    Column("tournament", Text, ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("home", Text, nullable=False),
    Column("benched", Text, nullable=False),  # why it was taken out; empty if it was not
    UniqueConstraint("tournament", "name"),
)

match: Final = Table(
    "match",
    METADATA,
    Column("sequence", _COUNTER, primary_key=True, autoincrement=True),
    Column("tournament", Text, ForeignKey("tournament.id", ondelete="CASCADE"), nullable=False),
    Column("pairing", Integer, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("control", Text, nullable=False),
    Column("deal", Integer, nullable=False),
    Column("block", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("termination", Text),
    Column("reason", Text),
    Column("turns", Integer, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("stored_us", BigInteger),  # null for those of the first two schemas
    Column("killed", Text),  # the other end, if it was played again because a program was killed
    Column("margin", Integer),  # points of the first ahead of the next; null without points
    Column("deficit", Integer),  # how far behind the winner once was
    Column("changes", Integer),  # of the lead; -1 if they cannot be told, null if nobody looked
    Column("isolation", Text),  # the level it was played at; null where nobody noted it
    # A retried match cannot count twice, whatever its attempt.
    UniqueConstraint("tournament", "pairing"),
    Index("ix_match_newest", "tournament", "sequence"),
    Index(
        "ix_match_undone",
        "tournament",
        "status",
        sqlite_where=UNDONE,
    ),
    Index("ix_match_untold", "sequence", sqlite_where=UNTOLD),
    sqlite_autoincrement=True,
)

seat: Final = Table(
    "seat",
    METADATA,
    Column("match", _COUNTER, ForeignKey("match.sequence", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("tournament", Text, nullable=False),
    Column("entry", Integer, nullable=False),
    Column("rank", Integer),
    Column("score", BigInteger),
    Column("fault", Text),
    Column("elapsed_us", BigInteger, nullable=False),
    ForeignKeyConstraint(
        ["tournament", "entry"], ["entry.tournament", "entry.number"], ondelete="CASCADE"
    ),
    Index("ix_seat_entry", "tournament", "entry", "match"),
    Index("ix_seat_fault", "tournament", "match", "fault", sqlite_where=FAULTY),
    sqlite_with_rowid=False,
)

record: Final = Table(
    "record",
    METADATA,
    Column("match", _COUNTER, ForeignKey("match.sequence", ondelete="CASCADE"), primary_key=True),
    Column("packed", LargeBinary, nullable=False),
)

log: Final = Table(
    "log",
    METADATA,
    Column("match", _COUNTER, ForeignKey("match.sequence", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("packed", LargeBinary, nullable=False),
)

rating: Final = Table(
    "rating",
    METADATA,
    Column("tournament", Text, primary_key=True),
    Column("pool", Text, primary_key=True),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    Column("folded", Integer, nullable=False),  # stored pairings when it was made
    Column("model", Text, nullable=False),  # by which formulas mu and sigma were made
    Column("fit_model", Text, nullable=False),  # and by which the rating
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("grp", Integer, nullable=False),  # bots of different groups never met
    Column("rating", Float(53), nullable=False),
    Column("low", Float(53)),
    Column("high", Float(53)),
    Column("rank_low", Integer, nullable=False),
    Column("rank_high", Integer, nullable=False),
    Column("first", Float(53), nullable=False),
    Column("above_next", Float(53)),
    Column("settled", Integer, nullable=False),  # 0 or 1
    Column("settle_deals", Integer),
    Column("deals", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("blocks", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("faults", Integer, nullable=False),
    Column("voids", Integer, nullable=False),
    Column("waiting", Integer, nullable=False),  # matches of the pool without their block
    ForeignKeyConstraint(
        ["tournament", "entry"], ["entry.tournament", "entry.number"], ondelete="CASCADE"
    ),
)

pair: Final = Table(
    "pair",
    METADATA,
    Column("tournament", Text, ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
    Column("pool", Text, primary_key=True),
    Column("one", Integer, primary_key=True, autoincrement=False),  # less than the other
    Column("other", Integer, primary_key=True, autoincrement=False),
    Column("folded", Integer, nullable=False),  # stored pairings when it was made
    Column("wins", Integer, nullable=False),  # of the one
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("blocks", Integer, nullable=False),
    Column("verdict", Integer, nullable=False),  # 1 or -1 where it is settled who is better
    Column("p", Float(53), nullable=False),
    Column("lead", Float(53)),
    Index("ix_pair_other", "tournament", "pool", "other"),
)

history: Final = Table(
    "history",
    METADATA,
    Column("tournament", Text, ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
    Column("pool", Text, primary_key=True),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    Column("folded", Integer, nullable=False),  # stored pairings when it was made
    Column("model", Text, nullable=False),  # by which formulas
    Column("points", Text, nullable=False),  # JSON: matches, mu, sigma, whether it failed
)

_MIGRATED: Final = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where the migrations note how far they came."""


def make_schema(connection: Connection, version: int) -> None:
    """Make all tables in an empty database, as the migrations up to `version` would."""
    _MIGRATED.create(connection, checkfirst=False)
    connection.execute(insert(_MIGRATED).values(version_num=f"{version:04}"))
    METADATA.create_all(connection, checkfirst=False)
