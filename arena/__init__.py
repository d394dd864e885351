"""The arena: tournaments, the command line, and the kit for bot authors."""
