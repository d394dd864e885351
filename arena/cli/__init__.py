"""The `arena` command: one thin module for each command."""
