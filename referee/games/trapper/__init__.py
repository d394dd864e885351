"""Trapper: hunters on a board of hidden loot tiles, canoes to be loaded, shared figures."""
