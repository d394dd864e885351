"""A person's seat is filled by `arena play`; nothing else starts it."""

import sys

sys.exit("a person plays with `arena play`, not as a program")
