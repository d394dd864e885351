"""Certificates by which the parts of a cluster know each other, and nobody else."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from arena.errors import Misuse

AUTHORITY: Final = "ca.pem"
ROLES: Final = ("scheduler", "worker", "client")
_VALID_DAYS: Final = 825


def make_keys(folder: Path, now: datetime | None = None) -> list[Path]:
    """Make an authority and a certificate for each role; Misuse if some are there already.

    The authority's own key is not kept: nobody can be added later, new keys are made for all.
    """
    begun = now or datetime.now(UTC)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    places = [folder / AUTHORITY, *(folder / f"{role}.{end}" for role in ROLES for end in _ENDS)]
    for place in places:
        if place.exists():
            raise Misuse(f"{place} is there already: name another folder")
    authority = ec.generate_private_key(ec.SECP256R1())
    name = _name("arena cluster authority")
    root = (
        _begun(name, name, authority, begun)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(authority, hashes.SHA256())
    )
    _write(folder / AUTHORITY, root.public_bytes(serialization.Encoding.PEM))
    usage = x509.ExtendedKeyUsage(
        [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
    )
    for role in ROLES:
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = (
            _begun(_name(f"arena cluster {role}"), name, key, begun)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(usage, critical=False)
            .sign(authority, hashes.SHA256())
        )
        _write(folder / f"{role}.pem", certificate.public_bytes(serialization.Encoding.PEM))
        _write(
            folder / f"{role}.key",
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            ),
        )
    return places


_ENDS: Final = ("pem", "key")


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, begun: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begun - timedelta(hours=1))  # clocks differ
        .not_valid_after(begun + timedelta(days=_VALID_DAYS))
    )


def _write(place: Path, content: bytes) -> None:
    descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(content)
