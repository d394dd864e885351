"""Seasons: contests whose field changes from night to night."""
