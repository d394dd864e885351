"""How a bot that comes as source is made ready to run: fetched, built, and kept."""
