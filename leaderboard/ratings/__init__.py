"""Ratings as pure functions of the match log: nothing here reads or writes.

`online` rates match by match, `table` makes standings of it. An order-free refit, which is to be
the official table because the same matches in another order must not rank differently, belongs
beside them as `refit`: from the same results to the same `Score` values.
"""
