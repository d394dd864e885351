"""Games: what a game is, and the rules of each. Pure: no I/O, no clock, no global chance."""
