"""Ratings as pure functions of the match log: nothing here reads or writes.

`counting` tells which results count, `tally` counts matches and pairs of seats, `live` rates match
by match, `table` makes standings of it all. The official order does not depend on the order of
matches: `evidence` collects comparisons, `fit` fits strengths to all of them, `ranks` says what
that settles, and `estimate` hands it out.
"""
