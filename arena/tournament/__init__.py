"""Tournaments: who meets whom, where it is played, and what becomes of it."""
