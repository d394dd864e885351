"""An opponent that ends in the middle of a match."""

import sys

answered = 0
for line in sys.stdin:
    if line.startswith('{"type":"act"'):
        answered += 1
        if answered == 3:
            sys.exit("this opponent leaves, as it is meant to")
        sys.stdout.write("0\n")
        sys.stdout.flush()
