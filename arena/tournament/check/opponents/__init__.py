"""Bots of one file that a bot meets while it is checked; each is run by itself."""
