"""What people look at, as values: match, ranking, tournament, bot, game, table.

Each has one form for machines, the JSON that the command line prints and a page serves, and what
is hidden while a tournament runs is decided here once. Who shows a view decides how it looks, and
nothing else.
"""
