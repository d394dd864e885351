"""Kupferkessel Co.: a memory and set-collection game around a square of cards."""
