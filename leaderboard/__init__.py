"""The match log and what follows from it: tables, every SQL statement, ratings.

`database` opens a file or a server, `store` asks and writes, `values` is what goes in and out,
`ratings` are pure functions of the stored results. Importing this package imports none of them:
SQLAlchemy is slow to load, and most commands do without.
"""
