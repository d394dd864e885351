"""Bots as programs: their manifests, their processes, what they print, and how they are reused."""
