"""What a round brings, in ints and lists: the part of the rules that is worth compiling."""


def winner(lit: list[int], lowest: bool) -> int:
    """The seat whose lantern outshines the others."""
    return lit.index(min(lit) if lowest else max(lit))


def gain(lit: list[int]) -> int:
    """The worth of all that shine; lantern 0 is worth 1."""
    return sum(lit) + len(lit)


def split(pool: list[int], sizes: list[int]) -> list[list[int]]:
    """Hands of these sizes from a pool in order, and the rest of it; each ascending."""
    result: list[list[int]] = []
    begin = 0
    for size in sizes:
        result.append(sorted(pool[begin : begin + size]))
        begin += size
    result.append(sorted(pool[begin:]))
    return result
