"""`arena cluster-keys`: certificates for the machines of a cluster."""

from pathlib import Path

import click

from arena.cli.screen import Screen
from arena.tournament.cluster import make_keys


@click.command("cluster-keys")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.pass_obj
def command(screen: Screen, folder: Path) -> None:
    """Make certificates in FOLDER by which the machines of a cluster know each other.

    Each machine gets ca.pem and the two files of its role: scheduler, worker or client. Whoever
    has them can play on the cluster, and run programs on all of its machines.

    Example: arena cluster-keys keys
    """
    for place in make_keys(folder):
        screen.out(str(place))
    for role in ("scheduler", "worker tls://SCHEDULER:8786 --nthreads 1"):
        name = role.partition(" ")[0]
        screen.note(
            f"\ndask {role} --tls-ca-file {folder}/ca.pem "
            f"--tls-cert {folder}/{name}.pem --tls-key {folder}/{name}.key"
        )
