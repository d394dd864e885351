"""Matches and rankings in a browser: pages, static files, a replay in one file; on the views.

What is served and what is written to files comes from the same functions. The replay file needs
nothing but Python; pages need the extra `web`, which is imported where a page is asked for.
"""
