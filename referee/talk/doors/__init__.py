"""The ways in which a bot can speak; each ends in a `Link`."""
