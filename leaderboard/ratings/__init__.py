"""Ratings as pure functions of the match log: nothing here reads or writes.

`counting` tells which results count, `tally` counts matches and pairs of seats, `live` rates match
by match, `table` makes standings of it all. An order-free fit, which is to be the official table
because the same matches in another order must not rank differently, belongs beside `live`.
"""
