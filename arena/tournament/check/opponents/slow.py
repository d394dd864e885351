"""An opponent that lets others wait for its second answer."""

import sys
import time

PAUSE_S = 2.0

answered = 0
for line in sys.stdin:
    if line.startswith('{"type":"act"'):
        answered += 1
        if answered == 2:
            time.sleep(PAUSE_S)
        sys.stdout.write("0\n")
        sys.stdout.flush()
