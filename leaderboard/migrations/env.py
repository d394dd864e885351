"""Alembic's entry: the connection and its transaction are the caller's."""

from alembic import context

from leaderboard.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes a table by copying it
)
context.run_migrations()
