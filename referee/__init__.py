"""The process that owns the true state of a match and asks the bots what to do."""
