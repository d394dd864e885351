"""So that ``python -m arena.cli`` is the `arena` command."""

from arena.cli.main import main

main()
