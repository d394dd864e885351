"""How fast the arena is, as ratios within one run: the work behind `scripts/bench`.

Theory of operation
-------------------
Absolute times tell about the machine and its other users. So everything here is a *ratio* of two
*figures* that were taken in the same run, in turns: in each round every *probe* takes one short
chunk and tells its figures, the baselines between what is compared to them. A figure is a cost in
seconds or a plain number; of its chunks the best one makes the ratio, for noise only ever adds,
and the median of the rounds' own ratios stands beside it.

Costs are processor time, read from the clock of each process in nanoseconds, of all processes that
take part. The clock on the wall is read for the rows alone that promise speed.

What is measured runs in processes of its own, the *stations*, with the sources and the environment
of the *tree* they belong to. So the same measuring code can be held against two revisions at once.

    figures    pure: rows, ratios, verdicts
    rows       which ratios there are, and their bars
    report     pure: the table, the JSON, the line of history
    cpu        processor time of processes and their families
    trees      a checkout with its environment
    station    both ends of the pipe to a station
    probes     what takes figures: from stations, and from commands
    stations/  what runs in the measured processes
"""
