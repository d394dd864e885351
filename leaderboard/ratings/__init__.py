"""Ratings as pure functions of the match log: nothing here reads or writes.

`counting` tells which results count, `tally` counts matches and pairs of seats. `live` rates match
by match; `fit` rates everything at once and is the official rating, of which `estimate` tells how
sure it is. `table` makes standings of it all.
"""
