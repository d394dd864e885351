"""Generate the Python stubs of `protos/` into `referee/v1/`, or check that they are current.

    python scripts/gen_protos.py            write them
    python scripts/gen_protos.py --check    exit 1 if what is committed differs

Run it in the development environment; it needs grpcio-tools and mypy-protobuf.
"""

import argparse
import filecmp
import os
import sys
import tempfile
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ROOT / "protos"
STUBS = ROOT / "referee" / "v1"
LANGUAGE = Path(protoc.__file__).parent / "_proto"


def main() -> int:
    """Generate or check, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="compare only; exit 1 on a difference"
    )
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        fresh = sorted((Path(folder) / "referee" / "v1").iterdir())
        known = {path.name for path in STUBS.glob("*_pb2*")}
        stale = [
            path.name
            for path in fresh
            if path.name not in known or not filecmp.cmp(path, STUBS / path.name, shallow=False)
        ] + sorted(known - {path.name for path in fresh})
        if check and stale:
            print(f"stubs are not current: {', '.join(stale)}; run scripts/gen_protos.py")
            return 1
        if not check:
            for name in known:
                (STUBS / name).unlink()
            for path in fresh:
                (STUBS / path.name).write_bytes(path.read_bytes())
            print(f"{len(fresh)} stubs in {STUBS.relative_to(ROOT)}")
    return 0


def generate(folder: Path) -> None:
    """Write all stubs below `folder`."""
    # The compiler looks for its plug-ins on the path; they lie beside this interpreter.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    files = sorted(str(path.relative_to(PROTOS)) for path in PROTOS.rglob("*.proto"))
    run([f"--python_out={folder}", f"--mypy_out=quiet:{folder}", *files])
    service = [f"--grpc_python_out={folder}", f"--mypy_grpc_out=quiet:{folder}"]
    run([*service, "referee/v1/play.proto"])


def run(arguments: list[str]) -> None:
    """One run of the compiler over files below `protos/`."""
    # What the language itself brings (google/protobuf/any.proto) comes with the compiler.
    if protoc.main(["protoc", f"-I{PROTOS}", f"-I{LANGUAGE}", *arguments]) != 0:
        raise SystemExit("protoc failed")


if __name__ == "__main__":
    sys.exit(main())
